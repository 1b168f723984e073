import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { lyingNode } from '../chain/support.ts';
import { chainAt } from '../localnet/support.ts';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { FailoverPostgres } from '../support/failover.ts';
import { broadcast } from '../support/wallet-signing.ts';
import { askRefund, delegateRefunds, makeSale } from '../refunds/support.ts';
import { TestService } from '../support/service.ts';
import { airdrop } from '../support/wallets.ts';
import { expectBooksToMatchChain, landedPulls, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let postgres: FailoverPostgres;
let localnet: Localnet;
let service: TestService;
let keys: string;
/** Whether the first node has lost its history. It knows nothing older, and only its first block says so. */
let isPruned = false;
let node: Awaited<ReturnType<typeof lyingNode>>;
const rpc: Rpc = (method, params) => service.rpc(method, params);

beforeAll(async () => {
  keys = await mkdtemp(join(tmpdir(), 'autopay-failover-keys-'));
  [postgres, localnet] = await Promise.all([
    FailoverPostgres.start(),
    startLocalnet({ dataDir: null, slotMs: 300 }),
  ]);
  node = await lyingNode(localnet.rpcUrl, {
    getSignaturesForAddress: (truth) => (isPruned ? [] : truth()),
    getFirstAvailableBlock: (truth) => (isPruned ? 1_000_000_000 : truth()),
  });
  const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  await airdrop(chainAt(localnet.rpcUrl), (await fileSigner(feePayer)).address, 10_000_000_000);
  service = await TestService.start({
    DATABASE_URL: postgres.url,
    AUTOPAY_TEST_RPC_URL: `${node.url},${localnet.rpcUrl}`,
    AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
  });
  service.running.localnetUrl = localnet.rpcUrl;
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await node.stop();
  await localnet.stop();
  await postgres.stop();
  await rm(keys, { recursive: true, force: true });
});

/** Promotes the copy, and returns once the service works on it. */
async function failOver(): Promise<void> {
  await postgres.failOver();
  const { db } = service.running.deployment;
  // All connections of its pool.
  const all = () => Promise.all(Array.from({ length: 40 }, () => db`select pg_sleep(0.02)`));
  await eventually(() => all().catch(() => null));
}

/** Resolves once somebody acted on the last recovery. */
async function heightNoted(): Promise<void> {
  const { db } = service.running.deployment;
  const last = () => db`select height from recoveries where not livemode order by number desc limit 1`;
  await eventually(async () => (await last().catch(() => []))[0]?.['height'] ?? null);
}

test(
  'a replica that lags is promoted under a running process: what was charged on the lost side is not charged again, though the first node has no history',
  { timeout: 240_000 },
  async () => {
    const { api } = await service.merchant();
    const subscription = await subscribe(api);
    const { id } = subscription.mandate;
    await postgres.copy();
    await api.test.advanceClock({ seconds: PERIOD_SECONDS });
    const charged = await expectBooksToMatchChain(rpc, api, subscription);
    expect(charged.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'scheduled']);

    // The node that is asked first has forgotten as much as the replica has, and the second one knows.
    isPruned = true;
    await failOver();
    void api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null);
    await heightNoted();
    // Nothing that was signed before can land any more: a blockhash's life, and a margin.
    await service.skipSlots(250);
    await eventually(async () => {
      const { data } = await api.mandates.listCharges(id);
      return data.some(({ periodIndex, status }) => periodIndex === 1 && status === 'succeeded');
    }, 90_000);
    isPruned = false;
    const charges = await expectBooksToMatchChain(rpc, api, subscription);
    expect(charges[1]!.txSignature).toBe(charged[1]!.txSignature);
    expect(await landedPulls(rpc, id, 1)).toHaveLength(1);
  },
);

test('a failover between signing and committing drops the signature', { timeout: 240_000 }, async () => {
  const { deployment } = service.running;
  const sql = deployment.db;
  const merchant = await service.merchant();
  const subscription = await subscribe(merchant.api);
  const seen: string[] = [];
  deployment.crashPoint = async (name) => {
    if (name === 'attempt:signed' && seen.length === 0) {
      seen.push(name);
      // As it reads in a promoted replica: the row names an earlier timeline.
      await sql`update postgres_identity set timeline_id = 0`;
    }
  };
  const [{ number }] = await sql<[{ number: number }]>`select max(number) as number from recoveries`;
  // The clock waits for what is due, longer than its client does for the clock.
  const advanced = merchant.api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null);
  const rows = () => sql`
    select a.state from attempts a join charges c on c.id = a.charge_id
    where c.mandate_id = ${subscription.mandate.id} and c.period_index = 1`;
  await eventually(async () => {
    const [after] = await sql`select max(number) as number from recoveries where not livemode`;
    return after!.number === number + 1;
  });
  expect(await rows()).toEqual([]);
  expect(await sql`select 1 from postgres_identity where timeline_id = 0`).toEqual([]);

  await eventually(async () => (await sql`select 1 from recoveries where height is null`).length === 0);
  await service.skipSlots(250);
  await advanced;
  await eventually(async () => (await rows()).some(({ state }) => state === 'landed'));
  await expectBooksToMatchChain(rpc, merchant.api, subscription);
});

test(
  'a refund that a failover forgot is not paid again: nothing is signed while its first signature may land',
  { timeout: 240_000 },
  async () => {
    const { deployment } = service.running;
    const sale = await makeSale(service);
    const { payer, mint } = sale;
    await delegateRefunds(service, sale, 1_000_000n);
    deployment.crashPoint = async (name) => {
      // The replica receives the refund, and nothing of its signature.
      if (name === 'refund:signed') await postgres.copy();
    };
    const before = await balanceOnChain(service, payer.address, mint);
    await service.setFaults({ method: 'sendTransaction', kind: 'drop' });
    const asked = askRefund(service, sale, { amount: '400000' }).catch(() => null);
    const refundAttempts = () => deployment.db<{ wire: Buffer; signature: string }[]>`
      select a.wire, a.signature from attempts a join refunds r on r.id = a.refund_id where r.charge_id = ${sale.charge.id}`;
    const [forgotten] = await eventually(async () => {
      const rows = await refundAttempts();
      return rows.length > 0 && rows;
    }, 90_000);
    deployment.crashPoint = async () => {};
    await failOver();
    await asked;
    await service.setFaults();
    // The watch has looked at it, and waits: not the lease of a look that is under way.
    await eventually(async () => {
      const [row] = await deployment.db<{ wakeAt: number; recordedAt: number }[]>`
        select wake_at, recorded_at from refunds where charge_id = ${sale.charge.id}`;
      const { wakeAt, recordedAt } = row!;
      return wakeAt > recordedAt + 5 && wakeAt < Date.now() / 1000 + 30;
    }, 90_000);
    expect(await refundAttempts()).toEqual([]);
    // What was signed on the lost side is on its way for a minute or two.
    await broadcast(service, forgotten!.wire.toString('base64'));
    await service.skipSlots(250);
    // The next look is up to half a minute away.
    await deployment.db`update refunds set wake_at = 0 where charge_id = ${sale.charge.id} and wake_at is not null`;
    const [refund] = await eventually(async () => {
      const rows =
        await deployment.db`select tx_signature from refunds where charge_id = ${sale.charge.id} and status = 'succeeded'`;
      return rows.length > 0 && rows;
    }, 90_000);
    expect(refund!['txSignature']).toBe(forgotten!.signature);
    expect(await refundAttempts()).toEqual([]);
    expect((await balanceOnChain(service, payer.address, mint)) - before).toBe(400_000n);
  },
);
