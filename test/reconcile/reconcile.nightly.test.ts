import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import type { Finding } from '../../server/reconcile/finding.ts';
import { reconcile } from '../../server/reconcile/reconcile.ts';
import { reconcileLastDay } from '../../server/reconcile/reconcile-last-day.ts';
import { runReconcile } from '../../server/start/run-reconcile.ts';
import { PERIOD_SECONDS, subscribe } from '../crash/books.ts';
import { askRefund, delegateRefunds, makeSale, type Sale } from '../refunds/support.ts';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let dataDir: string;
let sale: Sale;
let subscription: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'autopay-reconcile-'));
  service = await TestService.start({ AUTOPAY_DATA_DIR: dataDir });
  sale = await makeSale(service);
  await delegateRefunds(service, sale, 400_000n);
  expect((await askRefund(service, sale, { amount: '400000' })).body.status).toBe('succeeded');
  const { mandate } = await subscribe(sale.merchant.api);
  await sale.merchant.api.test.advanceClock({ seconds: PERIOD_SECONDS });
  subscription = mandate.id;
  const order = await createMandate(service, sale.merchant, sale.payer, sale.payee, {
    mint: sale.mint,
    sellMode: 'once',
    maxPeriods: 1,
  });
  await authorizeMandate(service, order, sale.payer);
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The whole time of the test, and what the chain's clock may be apart from ours. */
function today() {
  const now = Math.floor(Date.now() / 1000);
  return { from: now - 3_600, to: now + 3_600 };
}

async function look(range = today()): Promise<{ checked: number; findings: Finding[] }> {
  const { db, chains } = service.running.deployment;
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => void findings.push(finding);
  const { checked } = await reconcile({ db, chain: chains.test! }, range, { onFinding });
  return { checked, findings };
}

/** What is found while the books are wrong. `spoil` and `mend` are statements on them. */
async function whileSpoilt(spoil: () => Promise<unknown>, mend: () => Promise<unknown>) {
  await spoil();
  try {
    return (await look()).findings;
  } finally {
    await mend();
  }
}

it('books and chain match: charges, a refund, a subscription and a one-time order', async () => {
  const { checked, findings } = await look();
  expect(findings).toEqual([]);
  // Two charges and a refund of the sale, two charges of the subscription, the order; and each transaction of the delegate.
  const [{ count }] = await service.db<[{ count: number }]>`select count(*) as count from settlements`;
  expect(count).toBe(6);
  expect(checked).toBeGreaterThanOrEqual(2 * count - 1);
});

it('an earlier range has nothing of it', async () => {
  const { from } = today();
  expect((await look({ from: from - 7_200, to: from })).checked).toBe(0);
});

it('a transfer at another place of the transaction differs, and what is at that place is in no books', async () => {
  const found = await whileSpoilt(
    () => service.db`update settlements set instruction_index = 90 where charge_id = ${sale.charge.id}`,
    () =>
      service.db`update settlements set instruction_index = (
        select s.instruction_index from settlements s join charges c on c.id = s.charge_id
        where c.mandate_id = ${subscription} limit 1) where charge_id = ${sale.charge.id}`,
  );
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['differs', 'not_in_books']);
  expect(found.find(({ kind }) => kind === 'differs')).toMatchObject({
    objectId: sale.charge.id,
    signature: sale.charge.txSignature,
    merchantId: sale.merchant.id,
  });
  expect((await look()).findings).toEqual([]);
});

it('an amount that the chain did not move differs', async () => {
  const set = (amount: number) => () =>
    service.db`update charges set amount = ${amount} where id = ${sale.charge.id}`;
  const [finding, ...others] = await whileSpoilt(set(1_000_001), set(1_000_000));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'differs', objectId: sale.charge.id });
  expect(finding!.message).toContain('1000001 atomic units');
  expect(finding!.message).toContain('the chain has 1000000 atomic units');
});

it('another payee than the chain paid differs', async () => {
  const set = (payee: string) => () =>
    service.db`update mandates set payee = ${payee} where id = ${sale.mandate.id}`;
  const found = await whileSpoilt(
    set(service.running.deployment.chains.test!.feePayer.address),
    set(sale.payee.address),
  );
  // Both charges, and the refund, which went back from another account too.
  expect(found.map(({ kind }) => kind)).toEqual(['differs', 'differs', 'differs']);
});

it('a transaction that no node has is not on chain', async () => {
  const signature = '5'.repeat(88);
  const [finding, ...others] = await whileSpoilt(
    async () => {
      await service.db`update settlements set signature = ${signature} where charge_id = ${sale.charge.id}`;
      await service.db`update charges set tx_signature = ${signature} where id = ${sale.charge.id}`;
    },
    async () => {
      const { txSignature } = sale.charge;
      await service.db`update settlements set signature = ${txSignature} where charge_id = ${sale.charge.id}`;
      await service.db`update charges set tx_signature = ${txSignature} where id = ${sale.charge.id}`;
    },
  );
  expect(finding).toMatchObject({ kind: 'not_on_chain', objectId: sale.charge.id, signature });
  // The real one was signed by our key, and now settles nothing.
  expect(others).toMatchObject([{ kind: 'not_in_books', signature: sale.charge.txSignature }]);
});

it('what moved on chain and was forgotten is not in the books, whoever signed it', async () => {
  const rows = await service.db`select * from settlements`;
  const charges = await service.db`select id, status, tx_signature from charges`;
  const found = await whileSpoilt(
    () => service.db`delete from settlements`,
    async () => {
      for (const row of rows) await service.db`insert into settlements ${service.db(row as never)}`;
    },
  );
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  // Four pulls and a refund by the delegate, and the order that its payer paid.
  expect(kinds.get('not_in_books')).toHaveLength(6);
  // Each charge, and each landed attempt, and the refund.
  expect(kinds.get('not_settled')!.length).toBeGreaterThanOrEqual(charges.length);
});

it('a settlement of a charge that does not count as paid is a contradiction', async () => {
  const [second] = await service.db<[{ id: string; txSignature: string }]>`
    select id, tx_signature from charges where mandate_id = ${subscription} and status = 'succeeded' order by period_index desc limit 1`;
  const set = (signature: string) => () =>
    service.db`update charges set tx_signature = ${signature} where id = ${second.id}`;
  const found = await whileSpoilt(set(sale.charge.txSignature!), set(second.txSignature));
  expect(found).toMatchObject([{ kind: 'contradiction', objectId: second.id }]);
});

it('a node that answers nothing stops it: nothing is called a mismatch', async () => {
  await service.setFaults({ method: 'getTransaction', kind: 'refuse' });
  try {
    await expect(look()).rejects.toThrow(/node/i);
  } finally {
    await service.setFaults();
  }
});

it('the worker holds a day against the chain once, and keeps the result', async () => {
  const { deployment } = service.running;
  const tomorrow = Math.ceil(Date.now() / 86_400_000) * 86_400 + 1_800;
  const clock = { ...deployment.clock, seconds: () => tomorrow };
  const run = () => reconcileLastDay({ ...deployment, clock }, false, new AbortController().signal);
  const [before] = await service.db<[{ settled: number }]>`
    select count(*) as settled from settlements where recorded_at >= ${tomorrow - 1_800 - 86_400}`;
  await run();
  const find = () =>
    service.db`select checked, mismatches, findings, lease_until, begun_at from reconciliations where to_at = ${tomorrow - 1_800}`;
  const [done] = await find();
  expect(done).toMatchObject({ mismatches: 0, findings: [], leaseUntil: null });
  expect(done!['checked']).toBeGreaterThanOrEqual(before.settled);
  await service.db`update settlements set instruction_index = 90 where charge_id = ${sale.charge.id}`;
  await run();
  expect(await find()).toEqual([done]);
  // A day whose process died before it had finished is begun again once its lease is over.
  await service.db`update reconciliations set finished_at = null, lease_until = ${tomorrow - 1}`;
  await run();
  const [again] = await find();
  expect(again!['mismatches']).toBeGreaterThan(0);
  await service.db`delete from reconciliations where to_at = ${tomorrow - 1_800}`;
  await service.db`
    update settlements set instruction_index = (
      select min(s.instruction_index) from settlements s join charges c on c.id = s.charge_id where c.mandate_id = ${subscription})
    where charge_id = ${sale.charge.id}`;
});

it('each worker asks for it again and again', async () => {
  await eventually(async () => {
    const rows = await service.db`select 1 from graphile_worker.jobs where key = 'books/false'`;
    return rows.length > 0;
  });
});

it('the command prints what does not match, and exits with 1', async () => {
  const { deployment } = service.running;
  const keys = join(dataDir, 'keys');
  const config = (...args: string[]) =>
    readConfig(
      {
        DATABASE_URL: service.running.databaseUrl,
        AUTOPAY_SECRETS_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
        AUTOPAY_TEST_RPC_URL: service.running.localnetUrl!,
        AUTOPAY_TEST_FEE_PAYER_KEY_FILE: join(keys, 'fee-payer.json'),
        AUTOPAY_TEST_DELEGATE_KEY_FILE: join(keys, 'delegate.json'),
      },
      ['reconcile', '--from', String(today().from), '--to', String(today().to), ...args],
    );
  expect(deployment.chains.test!.delegates).toHaveLength(1);
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  expect(await runReconcile(config(), print)).toBe(0);
  expect(printed.at(-1)).toBe('Books and chain match.');
  printed.length = 0;
  await service.db`update charges set amount = 1000002 where id = ${sale.charge.id}`;
  try {
    expect(await runReconcile(config('--json', '--mode', 'test'), print)).toBe(1);
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { mode: 'test', kind: 'differs', objectId: sale.charge.id as Address },
    ]);
  } finally {
    await service.db`update charges set amount = 1000000 where id = ${sale.charge.id}`;
  }
});
