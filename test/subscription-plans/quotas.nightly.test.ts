import { generateKeyPairSigner } from '@solana/kit';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { getMandate, type MandateRow } from '../../server/mandates/queries.ts';
import { alarmingLoss, watchFeePayer } from '../../server/fee-payers/watch-fee-payer.ts';
import { readinessOf } from '../../server/start/readiness.ts';
import { ensurePlan } from '../../server/subscription-plans/ensure-plan.ts';
import { sumPlanRent } from '../../server/subscription-plans/queries.ts';
import { RENT } from '../chain/subscriptions/support.ts';
import { signerOf } from '../chain/support.ts';
import { testTenant } from '../support/deployment.ts';
import { pastMidnight } from '../support/midnight.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';
import { planAt, type PlanField, planMandate, startPlanField } from './support.ts';

let field: PlanField;
afterEach(() => field.stop());

const ensure = (mandate: MandateRow) => ensurePlan(field.deployment, field.ground.chain, mandate);

beforeAll(pastMidnight);

describeUnless(missingBuilds(), 'the plans that are made', () => {
  it('are so many of one merchant and day, and plans that exist go on serving', async () => {
    field = await startPlanField('subscriptions-head.so');
    field.deployment.quotas.subscriptionPlansPerDay = 2;
    const [first, second] = [
      await ensure(await planMandate(field)),
      await ensure(await planMandate(field, { maxPeriods: 3 })),
    ];
    const third = await planMandate(field);
    await expect(ensure(third)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    const kept = await getMandate(field.deployment.db, third, third.id);
    expect(kept.planAccount).toBeNull();
    expect((await field.deployment.db`select 1 from subscription_plans`).length).toBe(2);
    const shared = await ensure(await planMandate(field, { payee: first.mandate.payee }));
    expect(shared.row.address).toBe(first.row.address);
    expect((await ensure(second.mandate)).row.address).toBe(second.row.address);
    // Another merchant has a quota of its own, and this one has the next day's.
    const other = { ...field, tenant: await testTenant(field.deployment) };
    await ensure(await planMandate(other));
    field.ahead.seconds += 86_400;
    await ensure(third);
  });

  it('hold so much rent together, whoever’s they are', async () => {
    field = await startPlanField('subscriptions-head.so');
    field.deployment.quotas.planRentLamports = 2n * RENT.plan;
    await ensure(await planMandate(field));
    const crashing = { ...field.deployment, crashPoint: () => Promise.reject(new Error('crashed')) };
    const wanted = await planMandate(field);
    await expect(ensurePlan(crashing, field.ground.chain, wanted)).rejects.toThrow('crashed');
    // One that may be made any moment counts.
    expect(await sumPlanRent(field.deployment.db, false)).toEqual({
      plans: 1,
      held: RENT.plan,
      wanted: RENT.plan,
    });
    const other = { ...field, tenant: await testTenant(field.deployment) };
    const third = await planMandate(other);
    await expect(ensure(third)).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 3_600,
    });
    expect(field.lines.join('')).toContain('Rent of plans');
    expect((await ensure(wanted)).row.status).toBe('open');
    field.deployment.quotas.planRentLamports = 3n * RENT.plan;
    await ensure(third);
  });

  it('hold no more rent where many are wanted at once', async () => {
    field = await startPlanField('subscriptions-head.so');
    field.deployment.quotas.planRentLamports = 3n * RENT.plan;
    const one = async () => planMandate({ ...field, tenant: await testTenant(field.deployment) });
    const mandates = await Promise.all(Array.from({ length: 6 }, one));
    const asked = await Promise.allSettled(mandates.map(ensure));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await sumPlanRent(field.deployment.db, false)).held).toBe(3n * RENT.plan);
  });
});

describeUnless(missingBuilds(), 'the rent that plans hold', () => {
  it('is shown by /readyz, and explains what the fee payer spent', async () => {
    field = await startPlanField('subscriptions-head.so');
    const { deployment, ground } = field;
    const readClock = async () => ({ ok: true }) as never;
    const ready = async () =>
      (await readinessOf(deployment, { isShared: () => null, readClock })()).checks['chains'] as {
        test: Record<string, unknown>;
      };
    await watchFeePayer(deployment, false);
    expect((await ready()).test).toMatchObject({ ok: true, plans: 0, planRentLamports: '0' });
    await ensure(await planMandate(field));
    await ensure(await planMandate(field));
    field.ahead.seconds += 60;
    await watchFeePayer(deployment, false);
    expect(await alarmingLoss(deployment.db, ground.chain, deployment.clock.seconds())).toBeNull();
    expect((await ready()).test).toMatchObject({
      ok: true,
      plans: 2,
      planRentLamports: String(2n * RENT.plan),
    });
    expect((await ready()).test).not.toHaveProperty('planOwner');
  });

  it('is that of an owner with a key of its own, whose SOL runs out apart', async () => {
    const owner = await generateKeyPairSigner();
    field = await startPlanField('subscriptions-head.so', { planOwner: signerOf(owner) });
    const readClock = async () => ({ ok: true }) as never;
    const { checks } = await readinessOf(field.deployment, { isShared: () => null, readClock })();
    expect(checks['chains']).toMatchObject({
      test: { ok: false, planOwner: owner.address, planOwnerLamports: '0' },
    });
  });
});

describeUnless(missingBuilds(), 'an owner of plans with a key of its own', () => {
  it('pays the rent, and without SOL the log says so and the payer is asked to come back', async () => {
    const owner = await generateKeyPairSigner();
    field = await startPlanField('subscriptions-v0.4.0.so', { planOwner: signerOf(owner) });
    const { net } = field.ground;
    const mandate = await planMandate(field);
    await expect(ensure(mandate)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('Nothing was charged'),
    });
    const said = () => field.lines.filter((line) => line.includes('a plan cannot be made'));
    expect(said().join('')).toContain(`The owner of plans ${owner.address} of test mode holds only 0 SOL`);
    // Enough for the rent, and too little for the owner to go on existing.
    await net.call('requestAirdrop', [owner.address, Number(RENT.plan) + 100_000]);
    await net.advance(6);
    await expect(ensure(mandate)).rejects.toMatchObject({ code: 'internal_error' });
    expect(said()).toHaveLength(2);
    expect(said()[1]).toContain("cannot pay a plan's rent");
    await net.call('requestAirdrop', [owner.address, 1_000_000_000]);
    await net.advance(6);
    const fees = await net.balance(field.ground.feePayer.address, 'confirmed');
    const held = await net.balance(owner.address, 'confirmed');
    const { row } = await ensure(mandate);
    expect((await planAt(field, row.address)).plan).toMatchObject({ owner: owner.address });
    expect(held - (await net.balance(owner.address, 'confirmed'))).toBe(Number(RENT.plan));
    // Two signatures.
    expect(fees - (await net.balance(field.ground.feePayer.address, 'confirmed'))).toBe(10_000);
  });

  it('leaves plans of the owner before it in use, and makes new ones of its own', async () => {
    field = await startPlanField('subscriptions-v0.4.0.so');
    const before = await ensure(await planMandate(field));
    const next = await field.ground.net.wallet();
    const chain = { ...field.ground.chain, planOwner: signerOf(next) };
    const kept = await ensurePlan(field.deployment, chain, before.mandate);
    expect(kept.row.address).toBe(before.row.address);
    const { payee } = before.mandate;
    const after = await ensurePlan(field.deployment, chain, await planMandate(field, { payee }));
    expect(after.plan.owner).toBe(next.address);
    expect(after.mandate.planOwner).toBe(next.address);
  });
});
