import { AccountRole, type Address, type Instruction, type KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  abandonSubscription,
  cancelSubscription,
  deletePlan,
  initAuthority,
  reclaimSubscription,
  revokeAuthority,
  sunsetPlan,
} from '../../../server/chain/subscriptions/instructions.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { closeAuthorityAs, revokeAs } from './raw-instructions.ts';
import {
  type MadePlan,
  makePlan,
  must,
  type Payer,
  type PlanGround,
  readAuthority,
  readSubscription,
  RENT,
  run,
  startPlanGround,
  subscribedPayer,
  subscribeTo,
} from './support.ts';

const HOUR = 3_600;
const { READONLY, WRITABLE } = AccountRole;
/** Of one signature. */
const FEE = 5_000n;

describeUnless(missingBuilds(), 'rent that the service paid for a payer', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('(%s)', (build) => {
    let ground: PlanGround;
    beforeAll(async () => {
      ground = await startPlanGround(build);
    });
    afterAll(() => ground.stop());

    const sponsor = () => ground.feePayer.address;
    const balance = (address: Address) => ground.net.balance(address, 'confirmed');
    async function gained(address: Address, work: () => Promise<unknown>): Promise<bigint> {
      const before = await balance(address);
      await work();
      return BigInt((await balance(address)) - before);
    }
    /** Signed and paid for by the payer alone, as an attacker does it. */
    const alone = (payer: Payer, instruction: Instruction) =>
      run(ground, [instruction], [payer.wallet], payer.wallet);
    const subscriber = async (wanted: Parameters<typeof makePlan>[1] = {}) => {
      const plan = await makePlan(ground, wanted);
      const payer = await subscribedPayer(ground, plan);
      return { plan, payer, subscription: await subscriptionOf(plan.plan, payer.payer) };
    };
    const reclaimed = ({ plan }: MadePlan, subscription: Address) =>
      reclaimSubscription({ rentPayer: sponsor(), subscription, plan });
    const cancel = async (payer: Payer, { plan }: MadePlan) =>
      must(ground, [await cancelSubscription({ payer: payer.payer, plan })], [payer.wallet], payer.wallet);
    const byService = (instruction: Instruction) => run(ground, [instruction]);

    it('never goes to the owner of an authority that closes it, nor to anyone they name', async () => {
      const { payer } = await subscriber();
      const stranger: KeyPairSigner = await ground.net.wallet();
      const authority = await authorityOf(payer.payer, payer.mint);
      for (const receiver of [payer.payer, stranger.address]) {
        const taken = [
          closeAuthorityAs(payer.payer, authority, receiver),
          await revokeAuthority(payer, { rentPayer: receiver }),
        ];
        for (const one of taken) {
          await alone(payer, one);
          expect((await readAuthority(ground, payer))?.rentPayer).toBe(sponsor());
        }
      }
      const returned = await gained(sponsor(), () =>
        alone(payer, closeAuthorityAs(payer.payer, authority, sponsor())),
      );
      expect(returned).toBe(RENT.authority);
      expect(await readAuthority(ground, payer)).toBeNull();
    });

    it('never goes to a payer who closes their subscription, nor to anyone they name', async () => {
      const { plan, payer, subscription } = await subscriber();
      await cancel(payer, plan);
      ground.clock.wait(HOUR + 1);
      const stranger = await ground.net.wallet();
      for (const receiver of [[], [payer.payer], [stranger.address]]) {
        const more = receiver.map((address) => [address, WRITABLE] as const);
        const own = revokeAs(payer.payer, subscription, [[plan.plan, READONLY], ...more]);
        const { failure } = await alone(payer, own);
        expect(failure).not.toBeNull();
      }
      const own = revokeAs(payer.payer, subscription, [
        [plan.plan, READONLY],
        [sponsor(), WRITABLE],
      ]);
      expect(await gained(sponsor(), () => alone(payer, own))).toBe(RENT.subscription);
    });

    it('comes back by the service alone once a cancelled subscription has expired, and not before', async () => {
      const { plan, payer, subscription } = await subscriber();
      const closed = reclaimed(plan, subscription);
      expect((await byService(closed)).failure).toBe(130);
      await cancel(payer, plan);
      expect((await byService(closed)).failure).toBe(130);
      ground.clock.wait(HOUR + 1);
      expect(await gained(sponsor(), () => byService(closed))).toBe(RENT.subscription - FEE);
      expect(await readSubscription(ground, plan.plan, payer.payer)).toBeNull();
    });

    it('comes back by the service alone once the plan has ended, and once it is gone', async () => {
      const ends = BigInt(ground.clock.seconds() + HOUR + 60);
      const { plan, subscription } = await subscriber({ endsAt: ends });
      expect((await byService(reclaimed(plan, subscription))).failure).toBe(130);
      ground.clock.wait(HOUR + 120);
      expect(await gained(sponsor(), () => byService(reclaimed(plan, subscription)))).toBe(
        RENT.subscription - FEE,
      );

      const other = await subscriber();
      const endsAt = BigInt(ground.clock.seconds() + HOUR + 60);
      await must(ground, [await sunsetPlan({ ...other.plan, endsAt })], [ground.owner]);
      ground.clock.wait(HOUR + 120);
      await must(ground, [await deletePlan(other.plan)], [ground.owner]);
      const returned = await gained(sponsor(), () => byService(reclaimed(other.plan, other.subscription)));
      expect(returned).toBe(RENT.subscription - FEE);
    });

    it('comes back by the service alone once the authority was closed, also if it was opened again', async () => {
      const { plan, payer, subscription } = await subscriber();
      const other = await makePlan(ground);
      await subscribeTo(ground, payer, other);
      const authority = await authorityOf(payer.payer, payer.mint);
      const abandoned = (made: MadePlan, account: Address) =>
        abandonSubscription({ rentPayer: sponsor(), subscription: account, plan: made.plan, authority });
      expect((await byService(abandoned(plan, subscription))).failure).toBe(130);
      await alone(payer, closeAuthorityAs(payer.payer, authority, sponsor()));
      ground.clock.wait(1);
      expect(await gained(sponsor(), () => byService(abandoned(plan, subscription)))).toBe(
        RENT.subscription - FEE,
      );
      // Opened again at the payer's own expense: the other subscription is another authority's.
      await alone(payer, await initAuthority(payer, { rentPayer: payer.payer }));
      expect((await readAuthority(ground, payer))?.rentPayer).toBe(payer.payer);
      const second = await subscriptionOf(other.plan, payer.payer);
      expect(await gained(sponsor(), () => byService(abandoned(other, second)))).toBe(
        RENT.subscription - FEE,
      );
    });

    it('stays in an authority, which the service cannot close', async () => {
      const { payer } = await subscriber();
      const authority = await authorityOf(payer.payer, payer.mint);
      const closed = closeAuthorityAs(sponsor(), authority, sponsor());
      expect((await byService(closed)).failure).not.toBeNull();
      expect((await readAuthority(ground, payer))?.rentPayer).toBe(sponsor());
    });
  });
});
