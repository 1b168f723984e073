import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readTransaction } from '../../server/chain/read-transaction.ts';
import { sleep } from '../../server/lib/clock.ts';
import { enqueue } from '../../server/jobs/enqueue.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { expectBooksToMatchChain, landedPulls, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';
import { ofApprovals } from '../support/scheme-under-test.ts';

/** A blockhash lives for 150 blocks, and 32 more pass before a transaction on the localnet may be called expired. */
const PAST_EXPIRY_SLOTS = 190;

let service: TestService;
const rpc: Rpc = (method, params) => service.rpc(method, params);

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
afterEach(() => service.setFaults());

interface Attempt {
  id: string;
  signature: string;
  wire: Buffer;
  state: string;
}

function listAttempts(mandateId: string, periodIndex: number): Promise<Attempt[]> {
  return service.db<Attempt[]>`
    select a.id, a.signature, a.wire, a.state from attempts a join charges c on c.id = a.charge_id
    where a.mandate_id = ${mandateId} and c.period_index = ${periodIndex} order by a.id`;
}

/** What a transaction bids per compute unit, in micro-lamports: SetComputeUnitPrice is number 3 of its program. */
function bidOf(wire: Uint8Array): bigint | null {
  const price = readTransaction(new Uint8Array(wire))!.instructions.find(
    ({ program, data }) => program === 'ComputeBudget111111111111111111111111111111' && data[0] === 3,
  );
  return price === undefined ? null : Buffer.from(price.data).readBigUInt64LE(1);
}

function signedAttempt(mandateId: string, periodIndex: number): Promise<Attempt> {
  return eventually(async () => (await listAttempts(mandateId, periodIndex))[0]);
}

/** Looks at every attempt now, which the background does every few seconds to a minute. */
async function lookAgain(): Promise<void> {
  await service.db`update attempts set check_at = 0 where check_at is not null`;
  await enqueue(service.db, 'attempts:resolve', { livemode: false });
}

/** A subscription whose second charge was signed and committed, and which no node has taken. */
async function withUnsentCharge(fault: object) {
  const { api } = await service.merchant();
  const subscription = await subscribe(api);
  await service.setFaults(fault);
  const advance = api.test.advanceClock({ seconds: PERIOD_SECONDS });
  const attempt = await signedAttempt(subscription.mandate.id, 1);
  const charge = () =>
    api.mandates
      .listCharges(subscription.mandate.id)
      .then(({ data }) => data.find((one) => one.periodIndex === 1)!);
  return { api, subscription, id: subscription.mandate.id, attempt, charge, advance };
}

const DROP = { method: 'sendTransaction', kind: 'drop' };

test('a transaction that nobody took is followed by another only once it cannot land, and counts as no failed attempt', async () => {
  const { api, subscription, id, attempt, charge, advance } = await withUnsentCharge(DROP);
  await service.skipSlots(150);
  await lookAgain();
  await lookAgain();
  expect((await listAttempts(id, 1)).map(({ state }) => state)).toEqual(['signed']);
  await service.skipSlots(PAST_EXPIRY_SLOTS - 150);
  await eventually(async () => (await listAttempts(id, 1))[0]!.state === 'expired');
  await service.setFaults();
  await advance;
  const settled = await eventually(async () => (await charge()).status === 'succeeded' && charge());
  expect(settled).toMatchObject({ attempts: 1, failure: null });
  const attempts = await listAttempts(id, 1);
  expect(attempts.map(({ state }) => state)).toEqual(['expired', 'landed']);
  expect(attempts.map(({ signature }) => signature)).toEqual([attempt.signature, settled.txSignature]);
  // It was outbid, for all that is known: the next one bids twice as much.
  expect(attempts.map(({ wire }) => bidOf(wire))).toEqual([50_000n, 100_000n]);
  const types = (await api.events.list({ limit: 50, mandate: id })).data.map(({ type }) => type);
  expect(types).not.toContain('charge.failed');
  await expectBooksToMatchChain(rpc, api, subscription);
});

test('a dropped transaction that somebody else brings to the chain late is the charge', async () => {
  const { api, subscription, id, attempt, charge, advance } = await withUnsentCharge(DROP);
  await service.skipSlots(100);
  await service.setFaults();
  await service.rpc('sendTransaction', [
    attempt.wire.toString('base64'),
    { encoding: 'base64', skipPreflight: true },
  ]);
  await advance;
  const settled = await eventually(async () => (await charge()).status === 'succeeded' && charge());
  expect(settled.txSignature).toBe(attempt.signature);
  expect((await listAttempts(id, 1)).map(({ state }) => state)).toEqual(['landed']);
  await expectBooksToMatchChain(rpc, api, subscription);
});

test('revoked while a charge is in flight: nothing more is sent or signed, and the charge is skipped once it cannot land', async () => {
  const { api, subscription, id, charge, advance } = await withUnsentCharge({
    method: 'sendTransaction',
    kind: 'hang',
  });
  expect((await api.mandates.revoke(id)).status).toBe('revoked');
  await service.setFaults();
  await lookAgain();
  await lookAgain();
  expect((await charge()).status).toBe('processing');
  await service.skipSlots(PAST_EXPIRY_SLOTS);
  await lookAgain();
  await eventually(async () => (await charge()).status === 'skipped');
  await advance;
  expect(await listAttempts(id, 1)).toHaveLength(1);
  expect(await landedPulls(rpc, id, 1)).toEqual([]);
  await api.test.advanceClock({ seconds: 2 * PERIOD_SECONDS });
  const charges = await expectBooksToMatchChain(rpc, api, subscription);
  expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'skipped']);
});

test('revoked while a charge is in flight that lands: it succeeded, and nothing follows', async () => {
  const { api, subscription, id, attempt, charge, advance } = await withUnsentCharge({
    method: 'sendTransaction',
    kind: 'hang',
  });
  await api.mandates.revoke(id);
  await service.setFaults();
  await service.rpc('sendTransaction', [
    attempt.wire.toString('base64'),
    { encoding: 'base64', skipPreflight: true },
  ]);
  await advance;
  await lookAgain();
  const settled = await eventually(async () => (await charge()).status === 'succeeded' && charge());
  expect(settled.txSignature).toBe(attempt.signature);
  await api.test.advanceClock({ seconds: 2 * PERIOD_SECONDS });
  const charges = await expectBooksToMatchChain(rpc, api, subscription);
  expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  expect(await listAttempts(id, 1)).toHaveLength(1);
});

test('a charge that was given up is settled by its transaction that lands after all, and its mandate stays ended', async () => {
  const { api, subscription, id, attempt, charge, advance } = await withUnsentCharge(DROP);
  await api.mandates.revoke(id);
  // As if every node had said too early that it cannot land any more, and the next attempt had found the payer gone.
  await service.db`update attempts set state = 'expired', resolved_at = 0 where id = ${attempt.id}`;
  await service.db`
    update charges set status = 'abandoned', wake_at = null, next_attempt_at = null, lease_token = null
    where mandate_id = ${id} and period_index = 1`;
  expect((await charge()).status).toBe('abandoned');
  await service.setFaults();
  await service.rpc('sendTransaction', [
    attempt.wire.toString('base64'),
    { encoding: 'base64', skipPreflight: true },
  ]);
  const settled = await eventually(async () => {
    await lookAgain();
    const now = await charge();
    return now.status === 'succeeded' && now;
  });
  expect(settled.txSignature).toBe(attempt.signature);
  await advance;
  expect((await api.mandates.get(id)).status).toBe('revoked');
  await api.test.advanceClock({ seconds: 2 * PERIOD_SECONDS });
  const charges = await expectBooksToMatchChain(rpc, api, subscription);
  expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
});

// The last one: it stops the chain.
ofApprovals(
  'a second landing of one charge stops the pulls of its chain, and readiness says so',
  async () => {
    const { api, subscription, id, attempt, charge, advance } = await withUnsentCharge(DROP);
    // Only a node that lied about the expiry could bring this about. Past the half second for which a blockhash is reused:
    // under the same one the next transaction would be the same.
    await sleep(600);
    await service.db`update attempts set state = 'expired', resolved_at = signed_at where id = ${attempt.id}`;
    await service.db`
    update charges set status = 'scheduled', wake_at = 0, lease_token = null where id = ${(await charge()).id}`;
    await service.setFaults();
    await enqueue(service.db, 'charges:collect', { livemode: false });
    await advance;
    const settled = await eventually(async () => (await charge()).status === 'succeeded' && charge());
    expect(settled.txSignature).not.toBe(attempt.signature);
    await service.rpc('sendTransaction', [
      attempt.wire.toString('base64'),
      { encoding: 'base64', skipPreflight: true },
    ]);
    await eventually(async () => (await landedPulls(rpc, id, 1)).length === 2);
    await lookAgain();
    await eventually(async () => (await listAttempts(id, 1))[0]!.state === 'duplicate');

    const { checks } = await eventually(async () => {
      const { body } = await service.call('GET', '/readyz');
      return body.checks.chains.test.haltedReason !== null && body;
    });
    expect(checks.chains.test).toMatchObject({
      ok: false,
      haltedReason: expect.stringContaining(attempt.signature),
    });
    await api.test.advanceClock({ seconds: PERIOD_SECONDS });
    const next = (await api.mandates.listCharges(subscription.mandate.id)).data[0]!;
    expect(next).toMatchObject({ periodIndex: 2, attempts: 0 });
    expect(await listAttempts(id, 2)).toEqual([]);
    expect(await landedPulls(rpc, id, 2)).toEqual([]);
  },
);
