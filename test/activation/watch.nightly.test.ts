import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { watchMandates } from '../../server/activation/watch-mandates.ts';
import { checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { randomAddress } from '../support/deployment.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A mandate that its payer authorized past the service: only the watch can find it. */
async function signedUnnoticed(merchant: TestMerchant): Promise<string> {
  const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
  const mandate = await createMandate(service, merchant, payer, payee, { trialSeconds: 3600 });
  const { body } = await checkout(service, mandate, 'instruction');
  await broadcast(service, await signIssued(payer, body.transaction));
  return mandate.id;
}

/** Copies of a pending mandate that nobody signed. None is due for a look. */
async function decoys(merchant: TestMerchant, count: number): Promise<string[]> {
  const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
  const mandate = await createMandate(service, merchant, payer, payee, {});
  await checkout(service, mandate, 'instruction');
  const ids = Array.from({ length: count }, () => newId('mandate'));
  const references = ids.map(() => randomAddress());
  await service.db`
    insert into mandates
    select copy.* from mandates m, unnest(${ids}::text[], ${references}::text[]) as fresh (id, reference),
      jsonb_populate_record(m, jsonb_build_object('id', fresh.id, 'reference', fresh.reference, 'watch_at', null::bigint)) copy
    where m.id = ${mandate.id}`;
  return ids;
}

/** The decoys fall due for a look in 1970, the other one a second later. */
async function fallDue(ids: readonly string[], id: string): Promise<void> {
  await service.db`
    update mandates set watch_at = case id when ${id} then 1 when ${ids[0]!} then -1 else 0 end
    where id = any(${[...ids, id]})`;
}

const watch = () => watchMandates(service.running.deployment, false);

describe('one look at the pending mandates', () => {
  test('goes on until nothing is due, whatever fails for one of them', async () => {
    const [many, few] = [await service.merchant(), await service.merchant('Tea Club')];
    const ids = await decoys(many, 300);
    await service.db`update mandates set payer = 'nobody' where id = ${ids[0]!}`;
    const id = await signedUnnoticed(few);
    await fallDue(ids, id);
    await watch();
    // A sweep of the background may have taken it just before.
    await eventually(async () => (await few.api.mandates.get(id)).status === 'active');
    const left = await service.db`select 1 from mandates where id = any(${ids}) and watch_at = 0`;
    expect(left).toHaveLength(0);
    await service.db`update mandates set watch_at = null where id = any(${ids})`;
  }, 60_000);

  test('takes the first of each merchant before the second of any', async () => {
    const [many, few] = [await service.merchant(), await service.merchant('Tea Club')];
    const ids = await decoys(many, 300);
    const id = await signedUnnoticed(few);
    await fallDue(ids, id);
    // A node so slow that one look takes as long as a whole sweep may: what comes first is all that there is.
    await service.setFaults({ method: 'getSignaturesForAddress', kind: 'delay', delayMs: 3_000 });
    await watch().finally(() => service.setFaults());
    await eventually(async () => (await few.api.mandates.get(id)).status === 'active');
    const left = await service.db`select 1 from mandates where id = any(${ids}) and watch_at = 0`;
    expect(left.length).toBeGreaterThan(100);
  }, 60_000);
});
