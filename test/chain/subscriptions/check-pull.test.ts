import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkPull, type PullTerms, readPullAccounts } from '../../../server/chain/check-pull.ts';
import { timingOf } from '../../../server/chain/check-subscription.ts';
import { classifyFailure, type Failure } from '../../../server/chain/failure.ts';
import { subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import { subscriptionAddresses } from '../../../server/chain/subscriptions/standing.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { chainOver, lyingNode, randomAddress } from '../support.ts';
import {
  type Build,
  makePlan,
  type MadePlan,
  newPayer,
  open,
  type Payer,
  type PlanGround,
  pull,
  REFUSED,
  startPlanGround,
  subscribedPayer,
} from './support.ts';

const HOUR = 3600;
const codeOf = (failure: Failure | null) =>
  failure?.kind === 'account' ? failure.code : (failure?.kind ?? null);
const refused = (code: number) =>
  codeOf(classifyFailure({ InstructionError: [2, { Custom: code }] } as never, 2));

describe('what the program refuses', () => {
  test.each([
    ['the allowance of this period, or its time', [400, 407, REFUSED.planEnded], 'ours'],
    ['our key', [REFUSED.stranger], 'ours'],
    ['a subscription that is over', [103, REFUSED.stale, REFUSED.cancelled, 519], 'allowance_gone'],
    ['whom the destination belongs to', [REFUSED.destination], 'payee_account_invalid'],
    ['token accounts', [110, 132, 125], 'account_invalid'],
    ['what the token began to do', [121, 122], 'mint_refused'],
    ['what the token program refuses inside of it: a balance', [1], 'insufficient_funds'],
    ['what the token program refuses inside of it: a delegate', [4], 'allowance_gone'],
    ['what nobody has met', [9_999], 'ours'],
  ])('of %s', (_, codes, expected) => {
    expect(codes.map(refused)).toEqual(codes.map(() => expected));
  });

  test('is no failure of the charge if another instruction failed', () => {
    const elsewhere = { InstructionError: [1, { Custom: 508 }] } as never;
    expect(codeOf(classifyFailure(elsewhere, 2))).toBe('ours');
  });
});

describeUnless(missingBuilds(), 'the accounts of a pull through a subscription', () => {
  for (const build of SUBSCRIPTIONS_BUILDS) describe(build, () => tests(build));
});

function tests(build: Build) {
  let ground: PlanGround;
  beforeAll(async () => {
    ground = await startPlanGround(build);
  });
  afterAll(() => ground.stop());

  async function termsOf(payer: Payer, plan: MadePlan, window = 0): Promise<PullTerms> {
    const subscribedAt = ground.clock.seconds();
    const agreed = {
      payer: payer.payer,
      payee: plan.payee,
      mint: payer.mint,
      tokenProgram: payer.tokenProgram,
      amountPerPeriod: plan.amountAtomic,
      periodSeconds: HOUR,
      delegate: ground.delegate.address,
      planAccount: plan.plan,
      subscriptionAccount: await subscriptionOf(plan.plan, payer.payer),
    };
    const opensAt = subscribedAt + window * HOUR;
    return {
      payer: payer.payer,
      payee: plan.payee,
      source: payer.source,
      destination: ground.payee.account,
      mint: payer.mint,
      tokenProgram: payer.tokenProgram,
      decimals: 6,
      amountAtomic: plan.amountAtomic,
      delegate: ground.delegate.address,
      issuerControls: false,
      subscription: {
        terms: agreed,
        addresses: await subscriptionAddresses(agreed),
        window: { opensAt, endsAt: opensAt + HOUR },
        subscribedAt,
        aheadSeconds: 0,
      },
    };
  }

  const look = async (terms: PullTerms) => {
    const [accounts] = await readPullAccounts(ground.chain, [terms], { commitment: 'confirmed' });
    return codeOf(checkPull(accounts!, terms));
  };

  it('are read once each for all pulls of a batch, and the chain’s clock with them', async () => {
    const plan = await makePlan(ground);
    const terms: PullTerms[] = [];
    for (let n = 0; n < 5; n += 1) terms.push(await termsOf(await subscribedPayer(ground, plan), plan));
    const wanted: string[][] = [];
    const node = await lyingNode(ground.net.localnet.rpcUrl, {
      getMultipleAccounts: (truth, [addresses]) => {
        wanted.push(addresses);
        return truth();
      },
    });
    const chain = await chainOver(ground, [node.url]);
    const read = await readPullAccounts(chain, terms, { commitment: 'confirmed' });
    await node.stop();
    expect(wanted).toHaveLength(1);
    // Source, subscription and authority of each; plan, destination, mint, clock and fee payer of all.
    expect(wanted[0]).toHaveLength(5 * 3 + 5);
    expect(new Set(wanted[0]).size).toBe(20);
    expect(read.map((accounts, at) => codeOf(checkPull(accounts, terms[at]!)))).toEqual(
      terms.map(() => null),
    );
    expect(read[0]!.subscription!.now).toBe(ground.clock.seconds());
    expect(timingOf(terms[0]!.subscription!, read[0]!.subscription!)).toEqual({ kind: 'open' });
    const unknown = { ...read[0]!.subscription!, now: null };
    expect(timingOf(terms[0]!.subscription!, unknown)).toBeNull();
  });

  it('show what of this window was pulled already, and not what of the one before', async () => {
    const plan = await makePlan(ground);
    const payer = await subscribedPayer(ground, plan);
    const terms = await termsOf(payer, plan);
    expect(await look(terms)).toBeNull();
    expect(await pull(ground, payer, plan, { amountAtomic: 1n })).toBeNull();
    expect(await look(terms)).toBe('allowance_short');
    const window = {
      opensAt: terms.subscription!.window.endsAt,
      endsAt: terms.subscription!.window.endsAt + HOUR,
    };
    expect(await look({ ...terms, subscription: { ...terms.subscription!, window } })).toBeNull();
  });

  it('are not those of another plan, another payee or nobody’s subscription', async () => {
    const [plan, other] = [await makePlan(ground), await makePlan(ground)];
    const payer = await subscribedPayer(ground, plan);
    const terms = await termsOf(payer, plan);
    const elsewhere = await termsOf(payer, other);
    expect(await look(elsewhere)).toBe('allowance_gone');
    const agreed = { ...terms.subscription!.terms, payee: await randomAddress() };
    expect(await look({ ...terms, subscription: { ...terms.subscription!, terms: agreed } })).toBe(
      'allowance_gone',
    );
    const moved = { ...terms.subscription!, subscribedAt: terms.subscription!.subscribedAt + 1 };
    expect(await look({ ...terms, subscription: moved })).toBe('allowance_gone');
    const stranger = await newPayer(ground);
    await open(ground, stranger);
    expect(await look(await termsOf(stranger, plan))).toBe('allowance_gone');
  });
}
