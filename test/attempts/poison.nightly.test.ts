import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import { closeHours } from '../../server/metrics/close-hours.ts';
import { watchRefunds } from '../../server/refunds/watch-refunds.ts';
import { APPLIERS } from '../../server/refunds/apply-outcome.ts';
import { resolveDueAttempts, resolveUntilSettled } from '../../server/attempts/resolve-attempts.ts';
import { createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, type TestMerchant } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { askRefund, makeSale } from '../refunds/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(() => service.stop());

/** Postgres refuses such a change from now on, as if a rule of ours forbade it. Returns how to allow it again. */
async function refuse(table: string, when: string): Promise<() => Promise<void>> {
  const name = `poison_${table}`;
  await service.db.unsafe(`
    create or replace function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'a poison row'; end $$;
    create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}();`);
  return async () => void (await service.db.unsafe(`drop trigger ${name} on ${table}`));
}

/** Three mandates whose second charge is scheduled; the first of them will be the poisonous one. */
async function threeMandates(merchant: TestMerchant) {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const payer = await service.wallet(merchant);
    const payee = await service.wallet(merchant);
    const mandate = await createMandate(service, merchant, payer, payee, { autoAuthorize: true });
    ids.push(mandate.id);
  }
  await merchant.api.test.advanceClock({ seconds: 1 });
  return ids;
}

/** Makes the second charges due and collects them together, in one batch. */
async function collect(merchant: TestMerchant, mandates: readonly string[]) {
  const { deployment } = service.running;
  await service.db`
    update charges set wake_at = ${deployment.clock.seconds()}, backoff_until = null
    where mandate_id = any(${mandates as string[]}) and period_index = 1 and status <> 'succeeded'`;
  const scope = { livemode: false, merchantId: merchant.id };
  const sent = await collectDueCharges(deployment, scope);
  await resolveUntilSettled(deployment, APPLIERS, deployment.chains.test!, sent, { timeoutMs: 3_000 });
}

const second = async (mandates: readonly string[]) =>
  service.db<{ id: string; status: string; setbacks: number }[]>`
    select id, status, setbacks from charges
    where mandate_id = any(${mandates as string[]}) and period_index = 1 order by mandate_id`;
const statesOf = async (mandates: readonly string[]) => (await second(mandates)).map(({ status }) => status);
/** The charges get these states, at the latest by the background: on a slow machine the wait of `collect` may be over before. */
const become = (mandates: readonly string[], states: readonly string[]) =>
  expect.poll(() => statesOf(mandates)).toEqual(states);

test('a charge whose attempt cannot be committed waits alone', async () => {
  const merchant = await service.merchant();
  const mandates = await threeMandates(merchant);
  const allow = await refuse('attempts', `new.mandate_id = '${mandates[0]}'`);
  await collect(merchant, mandates);
  await become(mandates, ['scheduled', 'succeeded', 'succeeded']);
  expect((await second(mandates))[0]!.setbacks).toBeGreaterThan(0);
  await allow();
  await collect(merchant, mandates);
  await become(mandates, ['succeeded', 'succeeded', 'succeeded']);
});

test('a charge that cannot be passed over waits alone', async () => {
  const merchant = await service.merchant();
  const mandates = await threeMandates(merchant);
  await merchant.api.mandates.revoke(mandates[0]!);
  const allow = await refuse('charges', `new.mandate_id = '${mandates[0]}' and new.status = 'skipped'`);
  await collect(merchant, mandates);
  await become(mandates, ['scheduled', 'succeeded', 'succeeded']);
  await allow();
  await collect(merchant, mandates);
  await become(mandates, ['skipped', 'succeeded', 'succeeded']);
});

test('a charge of an authorization that no node has reached waits alone', async () => {
  const merchant = await service.merchant();
  const mandates = await threeMandates(merchant);
  const [before] =
    await service.db`select authorization_slot as slot from mandates where id = ${mandates[0]!}`;
  await service.db`update mandates set authorization_slot = 1000000000 where id = ${mandates[0]!}`;
  await collect(merchant, mandates);
  await become(mandates, ['scheduled', 'succeeded', 'succeeded']);
  await service.db`update mandates set authorization_slot = ${before!.slot} where id = ${mandates[0]!}`;
  await collect(merchant, mandates);
  await become(mandates, ['succeeded', 'succeeded', 'succeeded']);
});

test('an attempt whose outcome cannot be recorded waits alone, longer each time', async () => {
  const merchant = await service.merchant();
  const mandates = await threeMandates(merchant);
  const allow = await refuse('attempts', `new.mandate_id = '${mandates[0]}' and new.state = 'landed'`);
  await collect(merchant, mandates);
  await become(mandates, ['processing', 'succeeded', 'succeeded']);
  const [attempt] = await service.db`
    select setbacks from attempts
    where mandate_id = ${mandates[0]!} and state = 'signed'`;
  // Looked at ten times a second meanwhile, and tried once or twice.
  expect(attempt!.setbacks).toBeLessThan(4);
  await allow();
  await eventually(async () => {
    await resolveDueAttempts(service.running.deployment, APPLIERS, false);
    return (await statesOf(mandates))[0] === 'succeeded';
  });
});

test('a refund that cannot be carried on holds up no other', async () => {
  const sale = await makeSale(service);
  const { body: broken } = await askRefund(service, sale, { amount: '100000' });
  const { body: refund } = await askRefund(service, sale, { amount: '300000' });
  await broadcast(service, await signIssued(sale.payee, refund.transaction));
  await broadcast(service, await signIssued(sale.payee, broken.transaction));
  const allow = await refuse('refunds', `new.id = '${broken.id}' and new.status = 'succeeded'`);
  const look = async () => {
    await service.db`update refunds set wake_at = 0 where status = 'pending'`;
    await watchRefunds(service.running.deployment, false);
    const both = await Promise.all([broken.id, refund.id].map((id) => sale.merchant.api.refunds.get(id)));
    return both.map(({ status }) => status);
  };
  await eventually(async () => (await look())[1] === 'succeeded');
  expect((await look())[0]).toBe('pending');
  await allow();
  expect(await look()).toEqual(['succeeded', 'succeeded']);
});

test('hours that cannot be summed for one merchant are summed for the others', async () => {
  const { deployment } = service.running;
  const merchants = [await service.merchant(), await service.merchant()];
  for (const merchant of merchants) await threeMandates(merchant);
  for (const { id } of merchants) {
    await service.db`update charges set settled_at = settled_at - 86400 where merchant_id = ${id} and status = 'succeeded'`;
  }
  const allow = await refuse('settled_hours', `new.merchant_id = '${merchants[0]!.id}'`);
  await closeHours(deployment, false);
  const closed = await service.db<{ merchantId: string }[]>`
    select distinct merchant_id from settled_hours where merchant_id = any(${merchants.map(({ id }) => id)})`;
  expect(closed.map(({ merchantId }) => merchantId)).toEqual([merchants[1]!.id]);
  await allow();
});
