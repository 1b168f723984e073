import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { createFollower } from '../../server/attempts/follow-sent.ts';
import { resolveDueAttempts, resolveOnce } from '../../server/attempts/resolve-attempts.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { DAY, look, newestCharge, type Subscribed, subscribe } from '../schedule/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(() => service.stop());
beforeEach(() => service.setFaults());

const UNKNOWN = { method: 'getSignatureStatuses', kind: 'refuse' };

async function dueNow(merchant: TestMerchant, { id }: Subscribed): Promise<void> {
  await service.db`
    update merchants set clock_offset_seconds = clock_offset_seconds + ${DAY + 10} where id = ${merchant.id}`;
  await service.db`
    update charges set wake_at = 0 where mandate_id = ${id} and status = 'scheduled'`;
}

function attemptsOf({ id }: Subscribed): Promise<{ id: string; state: string }[]> {
  return service.db`select id, state from attempts where mandate_id = ${id} order by id offset 1`;
}

test('collecting ends once a charge is sent, and its outcome is recorded within 15 s of the node responding', async () => {
  const merchant = await service.merchant();
  const subscribed = await subscribe(service, merchant, { terms: { periodSeconds: DAY } });
  await service.setFaults(UNKNOWN);
  await dueNow(merchant, subscribed);
  await look(service, 'charges:collect');
  expect(await attemptsOf(subscribed)).toMatchObject([{ state: 'signed' }]);
  await service.setFaults();
  await eventually(async () => {
    await resolveDueAttempts(service.running.deployment, APPLIERS, false);
    return (await attemptsOf(subscribed)).every(({ state }) => state === 'landed');
  });
});

test('what was sent is recorded as soon as it lands, without the resolver', async () => {
  const merchant = await service.merchant();
  const subscribed = await subscribe(service, merchant, { terms: { periodSeconds: DAY } });
  const { deployment } = service.running;
  const follower = createFollower(deployment, APPLIERS);
  await dueNow(merchant, subscribed);
  const sent = await collectDueCharges(deployment, { livemode: false, mandateId: subscribed.id });
  expect(sent).toHaveLength(1);
  // As if no other process looked at it for a minute.
  await service.db`update attempts set check_at = check_at + 60 where id = any(${sent})`;
  follower.follow(
    false,
    sent.map((id) => ({ id, merchantId: merchant.id })),
  );
  await eventually(async () => (await attemptsOf(subscribed)).every(({ state }) => state === 'landed'));
  expect((await newestCharge(merchant, subscribed.id)).periodIndex).toBe(2);
  await follower.stop();
});

test('what is on chain is neither sent again nor checked before it can be final', async () => {
  const merchant = await service.merchant();
  const subscribed = await subscribe(service, merchant, { terms: { periodSeconds: DAY } });
  const { deployment } = service.running;
  const chain = deployment.chains.test!;
  // As in live mode, on a cluster.
  const strict = {
    ...deployment,
    chains: { test: { ...chain, commitment: 'finalized' as const, isLocalnet: false }, live: null },
  };
  const [node] = chain.nodes;
  const { transport } = node!;
  let sends = 0;
  node!.transport = (config) => {
    if ((config.payload as { method: string }).method === 'sendTransaction') sends += 1;
    return transport(config);
  };
  await dueNow(merchant, subscribed);
  const sent = await collectDueCharges(strict, { livemode: false, mandateId: subscribed.id });
  // The service itself, for which confirmed is enough, records no outcome meanwhile.
  await service.db`
    update attempts set backoff_until = ${deployment.clock.seconds() + 60} where id = any(${sent})`;
  const waits = await eventually(async () => {
    const found = await resolveOnce(strict, APPLIERS, strict.chains.test, sent);
    const [waitMs] = found.values();
    return waitMs !== undefined && waitMs > 1_000 && found;
  });
  // 32 slots of 0.4 s.
  expect([...waits.values()].every((ms) => ms <= 12_800)).toBe(true);
  const [{ checkAt }] = await service.db<[{ checkAt: number }]>`
    select check_at from attempts where id = any(${sent})`;
  expect(checkAt).toBeGreaterThan(deployment.clock.seconds() + 3);
  await service.db`update attempts set check_at = 0 where id = any(${sent})`;
  await resolveDueAttempts(strict, APPLIERS, false);
  expect(sends).toBe(1);
  node!.transport = transport;
});
