import type { Address, Instruction, KeyPairSigner } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { getApproveInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  findSubscribeConsent,
  matchSubscription,
  type SubscriptionTerms,
} from '../../../server/chain/subscriptions/consent.ts';
import { initAuthority, subscribe } from '../../../server/chain/subscriptions/instructions.ts';
import { subscriptionsOn } from '../../../server/chain/subscriptions/probe.ts';
import { readSubscription } from '../../../server/chain/subscriptions/read-subscription.ts';
import { acceptedSteps, nextStep, type Signing } from '../../../server/chain/subscriptions/signing-steps.ts';
import { standingOf } from '../../../server/chain/subscriptions/standing.ts';
import { verifySignedStep } from '../../../server/chain/subscriptions/verify-signed.ts';
import { fromBase64, readTransaction } from '../../../server/chain/read-transaction.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { lookupTable, randomAddress } from '../support.ts';
import {
  type MadePlan,
  makePlan,
  must,
  newPayer,
  type Payer,
  type PlanGround,
  readAuthority,
  startPlanGround,
} from './support.ts';

describeUnless(missingBuilds(), 'subscribing to the plan of a mandate', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    let ground: PlanGround;
    const canOpenAtOnce = build === 'subscriptions-head.so';
    beforeAll(async () => {
      ground = await startPlanGround(build);
    });
    afterAll(() => ground.stop());

    async function termsOf(payer: Payer, plan: MadePlan): Promise<SubscriptionTerms> {
      return {
        ...payer,
        payee: plan.payee,
        amountPerPeriod: plan.amountAtomic,
        periodSeconds: Number(plan.periodHours) * 3600,
        delegate: ground.delegate.address,
        planAccount: plan.plan,
        planOwner: plan.owner,
        subscriptionAccount: await subscriptionOf(plan.plan, payer.payer),
        reference: await randomAddress(),
      };
    }

    async function newMandate() {
      const [plan, payer] = [await makePlan(ground), await newPayer(ground)];
      return { plan, payer, terms: await termsOf(payer, plan) };
    }

    async function signingOf(terms: SubscriptionTerms, plan: MadePlan, isConsented = false) {
      const reads = await readSubscription(ground.chain, terms, { commitment: 'confirmed' });
      const program = (await subscriptionsOn(ground.chain))!;
      return { terms, planId: plan.planId, reads, isConsented, program } satisfies Signing;
    }

    const land = (payer: Payer, instructions: readonly Instruction[]) =>
      must(ground, instructions, [payer.wallet], payer.wallet);
    const consents = async (terms: SubscriptionTerms) =>
      (await findSubscribeConsent(ground.chain, terms, { examined: new Set() })).consents;
    const standing = async (terms: SubscriptionTerms) =>
      standingOf(terms, await readSubscription(ground.chain, terms, { commitment: 'confirmed' }));

    async function signsAll(payer: Payer, terms: SubscriptionTerms, plan: MadePlan): Promise<number> {
      for (let signatures = 1; ; signatures += 1) {
        const { instructions, remaining } = await nextStep(await signingOf(terms, plan));
        await land(payer, instructions);
        if (remaining === 0) return signatures;
      }
    }

    it('takes a first-time payer one signature where the program can open at once, else two, and is their consent', async () => {
      const { plan, payer, terms } = await newMandate();
      expect(await signsAll(payer, terms, plan)).toBe(canOpenAtOnce ? 1 : 2);
      expect(await consents(terms)).toHaveLength(1);
      expect(await standing(terms)).toBe('works');
    });

    it('takes one signature of a payer with another plan, and of one whose delegate was replaced, who gets it back', async () => {
      const { plan, payer, terms } = await newMandate();
      await signsAll(payer, terms, plan);
      const second = await makePlan(ground);
      const secondTerms = await termsOf(payer, second);
      expect((await nextStep(await signingOf(secondTerms, second))).instructions).toHaveLength(1);
      expect(await signsAll(payer, secondTerms, second)).toBe(1);
      await land(payer, [await replaceDelegate(payer)]);
      const third = await makePlan(ground);
      const thirdTerms = await termsOf(payer, third);
      expect((await nextStep(await signingOf(thirdTerms, third))).instructions).toHaveLength(2);
      expect(await signsAll(payer, thirdTerms, third)).toBe(1);
      for (const each of [terms, secondTerms, thirdTerms]) expect(await standing(each)).toBe('works');
    });

    it('needs one more signature where the payer subscribed and another delegate came after', async () => {
      const { plan, payer, terms } = await newMandate();
      await signsAll(payer, terms, plan);
      await land(payer, [await replaceDelegate(payer)]);
      expect(await standing(terms)).toBe('displaced');
      const step = await nextStep(await signingOf(terms, plan, true));
      expect(step).toMatchObject({ remaining: 0, instructions: [{ data: Uint8Array.of(0) }] });
      await land(payer, step.instructions);
      expect(await standing(terms)).toBe('works');
    });

    it('is no consent under other terms, to another plan, with another reference, or beside another subscription', async () => {
      const { plan, payer, terms } = await newMandate();
      const other = await makePlan(ground, { amountAtomic: 20_000_000n });
      await land(payer, [await initAuthority(payer, { rentPayer: payer.payer })]);
      const { initId } = (await readAuthority(ground, payer))!;
      const subscribing = (to: MadePlan, references: readonly Address[]) =>
        subscribe({ ...to, payer: payer.payer, initId }, { rentPayer: payer.payer, references });
      await land(payer, [
        await subscribing(plan, [terms.reference]),
        await subscribing(other, [terms.reference]),
      ]);
      expect(await consents(terms)).toEqual([]);
      expect(await consents(await matching(terms, other))).toEqual([]);

      const third = await makePlan(ground, { amountAtomic: 20_000_000n });
      await land(payer, [await subscribing(third, [terms.reference])]);
      expect(await consents(terms)).toEqual([]);
      // Its own amount, so that only the plan's terms differ from the mandate's.
      const atAnother = { ...(await matching(terms, third)), amountPerPeriod: 10_000_000n };
      expect(await consents(atAnother)).toEqual([]);
      const longer = { ...(await matching(terms, third)), periodSeconds: 7200 };
      expect(await consents(longer)).toEqual([]);
      expect(await consents(await matching(terms, third))).toHaveLength(1);

      const fourth = await makePlan(ground);
      const stranger = await randomAddress();
      await land(payer, [await subscribing(fourth, [terms.reference, stranger])]);
      expect(await consents(await matching(terms, fourth))).toEqual([]);
      expect(await consents({ ...(await matching(terms, fourth)), reference: stranger })).toEqual([]);

      async function matching(like: SubscriptionTerms, to: MadePlan) {
        return { ...like, ...(await termsOf(payer, to)), reference: like.reference };
      }
    });

    it('counts only with the signature of the payer', async () => {
      const { plan, payer, terms } = await newMandate();
      const { instructions } = await nextStep(await signingOf(terms, plan));
      const read = readTransaction(fromBase64((await ground.net.sign(payer.wallet, instructions)).wire))!;
      const authority = await authorityOf(terms.payer, terms.mint);
      const forged = {
        instructions: read.instructions.map((one) => ({
          ...one,
          accounts: one.accounts.map((account) => ({ ...account, isSigner: false })),
        })),
      };
      expect(matchSubscription(read, { ...terms, authority })).toBe(canOpenAtOnce ? 1 : null);
      expect(matchSubscription(forged, { ...terms, authority })).toBeNull();
    });

    describe('a signed step', () => {
      const wire = async (wallet: KeyPairSigner, instructions: readonly Instruction[], options = {}) =>
        fromBase64((await ground.net.sign(wallet, [...instructions], options)).wire);

      it('is accepted as issued and with what wallets add, at each step', async () => {
        const { plan, payer, terms } = await newMandate();
        for (;;) {
          const signing = await signingOf(terms, plan);
          const { instructions, remaining } = await nextStep(signing);
          const steps = await acceptedSteps(signing);
          const guarded = [...instructions, guard];
          for (const each of [instructions, guarded]) {
            const verdict = await verifySignedStep(await wire(payer.wallet, each), terms.payer, steps);
            expect(verdict).toMatchObject({ ok: true });
          }
          await land(payer, instructions);
          if (remaining === 0) break;
        }
      });

      it('is refused once the authority is another, and where anything of it is', async () => {
        const { plan, payer, terms } = await newMandate();
        await land(payer, [await initAuthority(payer, { rentPayer: payer.payer })]);
        const signing = await signingOf(terms, plan);
        const { instructions } = await nextStep(signing);
        const [subscribing] = instructions as [Instruction];
        const [other, stranger] = [await makePlan(ground), await ground.net.wallet()];
        const otherStep = (await nextStep(await signingOf(await termsOf(payer, other), other))).instructions;
        const approve = getApproveInstruction({
          source: payer.source,
          delegate: stranger.address,
          owner: payer.wallet,
          amount: 1n,
        });
        const tables = await lookupTable(ground.net, payer.wallet, [plan.plan]);
        const altered: Record<string, Uint8Array> = {
          'two of them': await wire(payer.wallet, [subscribing, ...otherStep]),
          'another plan': await wire(payer.wallet, otherStep),
          nothing: await wire(payer.wallet, [guard]),
          'an approval beside it': await wire(payer.wallet, [subscribing, approve]),
          'an account in a lookup table': await wire(payer.wallet, [subscribing], { tables }),
          'no reference': await wire(payer.wallet, [
            { ...subscribing, accounts: subscribing.accounts!.slice(0, -1) },
          ]),
          'another number': await wire(payer.wallet, [withByte(subscribing, 66)]),
          'another amount': await wire(payer.wallet, [withByte(subscribing, 42)]),
          unsigned: fromBase64((await ground.net.sign(payer.wallet, instructions)).wire).fill(0, 1, 65),
          'paid by another': await wire(stranger, instructions.map(withSigner(payer.wallet))),
        };
        const steps = await acceptedSteps(signing);
        for (const [how, bytes] of Object.entries(altered)) {
          const { ok } = await verifySignedStep(bytes, terms.payer, steps);
          expect([how, ok]).toEqual([how, false]);
        }
        const signed = await wire(payer.wallet, instructions);
        const rotated = {
          ...signing,
          reads: {
            ...signing.reads,
            authority: { ...signing.reads.authority!, initId: signing.reads.authority!.initId + 1n },
          },
        };
        expect(await verifySignedStep(signed, terms.payer, steps)).toMatchObject({ ok: true });
        expect(await verifySignedStep(signed, terms.payer, await acceptedSteps(rotated))).toMatchObject({
          ok: false,
        });
      });
    });

    async function replaceDelegate(payer: Payer): Promise<Instruction> {
      return getApproveInstruction({
        source: payer.source,
        delegate: await randomAddress(),
        owner: payer.wallet,
        amount: 5n,
      });
    }
  });
});

/** As wallets add them: of a program that has nothing to do with tokens. */
const guard = getAddMemoInstruction({ memo: 'guard' }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });

function withByte(instruction: Instruction, at: number): Instruction {
  const data = Uint8Array.from(instruction.data!);
  data[at]! ^= 1;
  return { ...instruction, data };
}

/** Signed by a wallet that does not pay the fee. */
function withSigner(signer: KeyPairSigner) {
  return (instruction: Instruction): Instruction => ({
    ...instruction,
    accounts: instruction.accounts!.map((account) =>
      account.address === signer.address ? { ...account, signer } : account,
    ),
  });
}
