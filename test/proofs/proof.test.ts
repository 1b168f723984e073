import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyProof } from '@autopay/sdk/proof';
import type { ChargeProof } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../sdk/src/cli/run.ts';
import { newestCharge, subscribe } from '../schedule/support.ts';
import { makeSale, type Sale } from '../refunds/support.ts';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { describeUnless } from '../support/requires.ts';
import {
  createPlanMandate,
  startPlanService,
  subscribe as subscribeOnPlan,
} from '../support/plan-checkout.ts';
import { TestService } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { alterations } from './alter.ts';

/** Every field that is changed is refused, and the sentence is about that field or what contains it; but for the labels. */
async function expectAdversariesToFail(proof: ChargeProof): Promise<void> {
  const { labels } = await verifyProof(proof);
  for (const { field, file } of alterations(proof)) {
    const { ok, checks } = await verifyProof(file);
    const isLabel = labels.includes(field);
    expect([field, ok]).toEqual([field, isLabel]);
    if (isLabel) continue;
    const named = checks.filter((check) => !check.ok).map((check) => check.field);
    const about = new Set([field, field.split('.')[0], field.split('.').slice(0, 2).join('.')]);
    const related = ALSO[field.split('.').at(-1)!] ?? [];
    expect([
      field,
      named.some((each) => about.has(each) || related.includes(each.split('.').at(-1)!)),
    ]).toEqual([field, true]);
  }
}

/** What depends on a field besides itself: a key that is not derived from it any more. */
const ALSO: Record<string, readonly string[]> = {
  reference: ['terms', 'chargeReference'],
  chargeReference: ['instructionIndex'],
  instructionIndex: ['kind', 'transaction'],
  periodIndex: ['chargeReference'],
};

describe('the proof of a charge under an approval', () => {
  let service: TestService;
  let sale: Sale;
  let proof: ChargeProof;
  beforeAll(async () => {
    service = await TestService.start();
    sale = await makeSale(service);
    proof = await sale.merchant.api.charges.getProof(sale.charge.id);
  });
  afterAll(() => service.stop());

  test('holds by itself, and says what only a node can add', async () => {
    const verdict = await verifyProof(JSON.parse(JSON.stringify(proof)));
    expect(verdict.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, labels: ['livemode', 'createdAt', 'chargeId'] });
    expect(verdict.onlyANode.join(' ')).toContain(proof.settlement.signature);
    expect(proof.reference).toBe(sale.mandate.reference);
    expect(proof.settlement.kind).toBe('pull');
    expect(proof.authorizations).toHaveLength(1);
  });

  test('is refused with any field altered, with a sentence about it', () => expectAdversariesToFail(proof));

  test("is refused with another charge's transfer, or another payer's signature", async () => {
    const other = await makeSale(service);
    const theirs = await other.merchant.api.charges.getProof(other.charge.id);
    const swapped = await verifyProof({ ...proof, settlement: theirs.settlement });
    expect(swapped.ok).toBe(false);
    expect(swapped.checks.filter(({ ok }) => !ok).map(({ field }) => field)).toContain(
      'settlement.instructionIndex',
    );
    const signed = await verifyProof({ ...proof, authorizations: theirs.authorizations });
    expect(signed.checks.filter(({ ok }) => !ok).map(({ says }) => says)).toContain(
      'The payer of the terms has not signed this authorization: it proves nothing about them.',
    );
  });

  test('names which of several pulls in one transaction is meant', async () => {
    const { merchant } = sale;
    const payee = await service.wallet(merchant);
    const mandates = [];
    for (let n = 0; n < 3; n += 1) {
      const payer = await service.wallet(merchant);
      const mandate = await createMandate(service, merchant, payer, payee, { trialSeconds: 86_400 });
      await authorizeMandate(service, mandate, payer);
      mandates.push(mandate);
    }
    // The clock stops at every due charge, and so at these once.
    const ids = mandates.map(({ id }) => id);
    const [at] = await service.db<{ due: number; wake: number }[]>`
      select max(due_at) as due, max(wake_at) as wake from charges where mandate_id = any(${ids}::text[])`;
    await service.db`
      update charges set due_at = ${at!.due}, next_attempt_at = ${at!.due}, wake_at = ${at!.wake}
      where mandate_id = any(${ids}::text[])`;
    await service.db`update mandates set anchor_at = ${at!.due} where id = any(${ids}::text[])`;
    await merchant.api.test.advanceClock({ seconds: 86_410 });
    const proofs: ChargeProof[] = [];
    for (const { id } of mandates) {
      const { data } = await merchant.api.charges.list({ mandate: id, status: 'succeeded' });
      proofs.push(await merchant.api.charges.getProof(data[0]!.id));
    }
    for (const each of proofs) expect((await verifyProof(each)).checks.filter(({ ok }) => !ok)).toEqual([]);
    const shared = proofs.filter(
      ({ settlement }) => settlement.signature === proofs[0]!.settlement.signature,
    );
    expect(new Set(shared.map(({ settlement }) => settlement.instructionIndex)).size).toBe(shared.length);
    expect(shared.length).toBeGreaterThan(1);
    const [first, second] = shared as [ChargeProof, ChargeProof];
    const { ok } = await verifyProof({ ...first, settlement: second.settlement });
    expect(ok).toBe(false);
  });

  test('reads from the chain what was not kept, and keeps it', async () => {
    await service.db`update authorizations set wire = null where mandate_id = ${sale.mandate.id}`;
    expect(await sale.merchant.api.charges.getProof(sale.charge.id)).toEqual(proof);
    const [row] = await service.db`select wire from authorizations where mandate_id = ${sale.mandate.id}`;
    expect(Buffer.from(row!['wire']).toString('base64')).toBe(proof.authorizations[0]!.transaction);
  });

  test('of a payment that the payer made holds too', async () => {
    const { merchant, payer, payee } = sale;
    const order = await createMandate(service, merchant, payer, payee, { sellMode: 'once', maxPeriods: 1 });
    await authorizeMandate(service, order, payer);
    const { data } = await merchant.api.charges.list({ mandate: order.id });
    const paid = await merchant.api.charges.getProof(data[0]!.id);
    expect(paid.settlement.kind).toBe('payment');
    expect((await verifyProof(paid)).checks.filter(({ ok }) => !ok)).toEqual([]);
    await expectAdversariesToFail(paid);
  });

  test('of a mandate that test mode authorized by itself does not hold: nobody agreed to it', async () => {
    const { id } = await subscribe(service, sale.merchant);
    const { data } = await sale.merchant.api.charges.list({ mandate: id, status: 'succeeded' });
    const { ok, checks } = await verifyProof(await sale.merchant.api.charges.getProof(data[0]!.id));
    expect([ok, checks.find((check) => !check.ok)?.field]).toEqual([false, 'authorizations']);
  });

  test("is not there before a charge has settled, nor for another merchant's", async () => {
    const scheduled = await newestCharge(sale.merchant, sale.mandate.id);
    await expect(sale.merchant.api.charges.getProof(scheduled.id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
    const stranger = await service.merchant();
    await expect(stranger.api.charges.getProof(sale.charge.id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  test('what is no proof gets a verdict that says so', async () => {
    for (const file of [null, 7, 'x', [], {}, { ...proof, terms: null }, { ...proof, authorizations: {} }]) {
      expect((await verifyProof(file)).ok).toBe(false);
    }
    expect((await verifyProof({ ...proof, settlement: { ...proof.settlement, transaction: '' } })).ok).toBe(
      false,
    );
  });

  test('the command line says what holds, ends with 1 otherwise, and needs neither key nor network', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-proof-'));
    const call = async (name: string, file: unknown) => {
      await writeFile(join(directory, name), typeof file === 'string' ? file : JSON.stringify(file));
      let said = '';
      const take = (text: string) => void (said += text);
      const signal = new AbortController().signal;
      const streams = { out: take, err: take, pour: async () => {} };
      const code = await run(['verify-proof', join(directory, name)], { env: {}, signal, ...streams });
      return { code, said };
    };
    expect(await call('good.json', proof)).toMatchObject({
      code: 0,
      said: expect.stringContaining('The proof holds'),
    });
    const bad = await call('bad.json', { ...proof, amount: '1000001' });
    expect(bad).toMatchObject({
      code: 1,
      said: expect.stringContaining('FAILS  It moves 1000000, and the charge says 1000001.'),
    });
    expect((await call('none.json', 'no')).code).toBe(2);
    const error = {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'There is no such object.',
    };
    expect(await call('refused.json', { error })).toMatchObject({
      code: 2,
      said: expect.stringContaining(
        "is no proof of a charge, but the service's refusal of one: There is no such object. (resource_missing)",
      ),
    });
    const other = await call('charge.json', { object: 'charge', amount: '1000000' });
    expect(other.code).toBe(1);
    expect(other.said.match(/FAILS/g)).toHaveLength(1);
    expect(other.said).toContain('This is no proof of a charge.');
    await rm(directory, { recursive: true });
  });
});

describeUnless(missingBuilds(), 'the proof of a charge on a plan', () => {
  test.each(SUBSCRIPTIONS_BUILDS)('holds by itself, and no field can be altered: %s', async (build) => {
    const service = await startPlanService(build);
    try {
      const merchant = await service.merchant();
      const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
      const mandate = await createPlanMandate(service, merchant, payer, payee, {
        periodSeconds: 30 * 86_400,
      });
      await subscribeOnPlan(service, mandate, payer);
      await merchant.api.test.advanceClock({ seconds: 1 });
      const { data } = await merchant.api.charges.list({ mandate: mandate.id, status: 'succeeded' });
      const proof = await merchant.api.charges.getProof(data[0]!.id);
      expect(proof.authorizations.map(({ kind }) => kind)).toEqual(['subscription']);
      expect((await verifyProof(proof)).checks.filter(({ ok }) => !ok)).toEqual([]);
      await expectAdversariesToFail(proof);
    } finally {
      await service.stop();
    }
  });
});
