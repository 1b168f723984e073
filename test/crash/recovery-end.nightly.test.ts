import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay } from '@autopay/sdk';
import { generateKeyFile } from '../../server/chain/signer.ts';
import { collectDueCharges } from '../../server/collection/collect-due.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { startRecovery } from '../../server/recovery/chain-state.ts';
import { lyingNode } from '../chain/support.ts';
import { authorizeMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, type TestWallet } from '../support/service.ts';
import { airdrop, fundedWallet } from '../support/wallets.ts';
import { landedPulls } from './books.ts';

const HOUR = 3_600;
let chain: Localnet;
let node: Awaited<ReturnType<typeof lyingNode>>;
let keys: string;
let service: TestService;
let api: Autopay;
let payee: TestWallet;
let mint: string;

beforeAll(async () => {
  chain = await startLocalnet({ dataDir: null, slotMs: 100 });
  // It tells the truth, and what it was asked.
  node = await lyingNode(chain.rpcUrl, {});
  keys = await mkdtemp(join(tmpdir(), 'autopay-recovery-keys-'));
  const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  service = await TestService.start({
    AUTOPAY_TEST_RPC_URL: 'none',
    AUTOPAY_LIVE_RPC_URL: node.url,
    AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
    AUTOPAY_SIGN_UP: 'open',
  });
  service.running.localnetUrl = chain.rpcUrl;
  const { address } = service.running.deployment.chains.live!.feePayer;
  await airdrop(service, address, 10_000_000_000);
  ({ mint } = (await service.rpc('autopay_localnetInfo')).tokens[0]);
  await service.db`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (true, ${mint}, 'USD', 6, 'token', 'stable', true, true, 0)`;
  const merchant = await service.merchant();
  api = new Autopay(merchant.liveKey, { baseUrl: service.url });
  payee = await wallet();
  await service.db`
    update merchants set payout_wallet = ${payee.address}, payout_wallet_verified_at = 1 where id = ${merchant.id}`;
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await node.stop();
  await chain.stop();
  await rm(keys, { recursive: true, force: true });
});

/** A wallet with one SOL and a thousand tokens. */
function wallet(): Promise<TestWallet> {
  return fundedWallet(service, { lamports: 1_000_000_000, mint, amount: '1000000000' });
}

/** A live mandate that is charged every hour, whose first charge has settled. */
async function subscribe(): Promise<string> {
  const payer = await wallet();
  const body = {
    payer: payer.address,
    payee: payee.address,
    mint,
    amountPerPeriod: '1000000',
    periodSeconds: HOUR,
    maxPeriods: 12,
  };
  const mandate = await eventually(() => api.mandates.create(body).catch(() => null));
  await authorizeMandate(service, mandate, payer);
  await eventually(() => isCharged(mandate.id, 0), 30_000);
  return mandate.id;
}

async function isCharged(id: string, period: number): Promise<boolean> {
  const { data } = await api.mandates.listCharges(id);
  return data.some(({ periodIndex, status }) => periodIndex === period && status === 'succeeded');
}

/** As if an hour had passed: the next charge is due. */
async function anHourLater(id: string): Promise<void> {
  await service.db`
    update mandates set activated_at = activated_at - ${HOUR}, anchor_at = anchor_at - ${HOUR} where id = ${id}`;
  await service.db`
    update charges set due_at = due_at - ${HOUR}, next_attempt_at = next_attempt_at - ${HOUR}, wake_at = wake_at - ${HOUR}
    where mandate_id = ${id} and status = 'scheduled'`;
}

/**
 * Collects the mandate's charge of that period, and returns whether the chain was searched for a forgotten
 * one.
 */
async function charge(id: string, period: number): Promise<{ searched: boolean }> {
  await anHourLater(id);
  node.asked.length = 0;
  await eventually(async () => {
    await collectDueCharges(service.running.deployment, { livemode: true, mandateId: id });
    return isCharged(id, period);
  }, 90_000);
  return { searched: node.asked.includes('getFirstAvailableBlock') };
}

async function recover(): Promise<void> {
  await startRecovery(service.db, Math.floor(Date.now() / 1000));
}

/** Nothing that was signed before the recovery can land any more: a blockhash's life, a margin, and finality. */
async function outlive(id: string): Promise<void> {
  await anHourLater(id);
  await eventually(async () => {
    await collectDueCharges(service.running.deployment, { livemode: true, mandateId: id });
    const rows = await service.db`select 1 from recoveries where livemode and height is null`;
    return rows.length === 0;
  }, 90_000);
  await service.skipSlots(340);
}

async function recoveredThrough(...ids: string[]): Promise<number[]> {
  const rows = await service.db<{ id: string; recoveredThrough: number }[]>`
    select id, recovered_through from mandates where id = any(${ids}::text[])`;
  return ids.map((id) => rows.find((row) => row.id === id)!.recoveredThrough);
}

test(
  'a recovery ends mandate by mandate, with the proof that its first charge takes, and begins anew with the next one',
  { timeout: 240_000 },
  async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    expect(await charge(one, 1)).toEqual({ searched: false });

    await recover();
    await outlive(one);
    await eventually(() => isCharged(one, 2), 40_000);
    expect(await recoveredThrough(one, other)).toEqual([1, 0]);
    expect(await charge(one, 3)).toEqual({ searched: false });
    expect(await charge(other, 1)).toEqual({ searched: true });
    expect(await recoveredThrough(one, other)).toEqual([1, 1]);
    expect(await charge(other, 2)).toEqual({ searched: false });

    await recover();
    await outlive(other);
    await eventually(() => isCharged(other, 3), 40_000);
    expect(await recoveredThrough(one, other)).toEqual([1, 2]);
    for (const period of [0, 1, 2, 3])
      expect(await landedPulls((...args) => service.rpc(...args), other, period)).toHaveLength(1);
  },
);
