import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Autopay } from '@autopay/sdk';
import { sleep } from '../../../server/lib/clock.ts';
import type { Findings } from '../../chaos/findings.ts';
import { receiveWebhooks } from '../../demo/receive-webhooks.ts';
import { newWallet } from '../../bench/wallets.ts';
import { type Field, newAttacker } from '../field.ts';
import { attackOn, percentile } from '../part.ts';

/** Merchants with as many endpoints as they may have. */
const MERCHANTS = 6;
const ENDPOINTS = 100;
/** Of each merchant, every one to all its endpoints. */
const EVENTS = 5;
/** Of the bystander, one each second: several times the 15 s that an attempt may take. */
const DELIVERIES = 45;
const EVERY_MS = 1_000;
/** What a merchant notices: payments are confirmed by webhook while somebody waits at a checkout. */
const DELIVERED_MS = 2_000;

/** Endpoints that accept a connection and never answer, while the bystander's own are prompt. */
export const hangingEndpoints = attackOn('floods: hanging endpoints', {}, async (field, findings) => {
  const hanging = createServer((socket) => void socket.on('error', () => {}).resume());
  await once(hanging.listen(0, '127.0.0.1'), 'listening');
  const hook = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  try {
    for (let n = 0; n < MERCHANTS; n += 1) await sendTo(field.url, hook);
    await measureDeliveries(field, findings);
  } finally {
    hanging.close();
  }
  return MERCHANTS * ENDPOINTS * EVENTS;
});

async function sendTo(url: string, hook: string): Promise<void> {
  const api = new Autopay((await newAttacker(url)).key, { baseUrl: url });
  const mint = (await api.tokens.list()).data.find(({ floor }) => floor)!.mint;
  for (let n = 0; n < ENDPOINTS; n += 1) await api.webhookEndpoints.create({ url: `${hook}${n}` });
  const terms = { payee: newWallet(), mint, amountPerPeriod: '1', periodSeconds: 86_400 };
  for (let n = 0; n < EVENTS; n += 1) await api.mandates.create({ payer: newWallet(), ...terms });
}

async function measureDeliveries({ url, bystander }: Field, findings: Findings): Promise<void> {
  const api = new Autopay(bystander.merchant.key, { baseUrl: url });
  const receiver = await receiveWebhooks();
  receiver.useSecret((await api.webhookEndpoints.create({ url: receiver.url })).secret);
  const arrived = new Map<string, number>();
  receiver.onEvent(({ id }) => void arrived.set(id, performance.now()));
  const sent = new Map<string, number>();
  for (let n = 0; n < DELIVERIES; n += 1) {
    const startedMs = performance.now();
    sent.set((await api.test.createEvent({ type: 'mandate.created' })).id, startedMs);
    await sleep(EVERY_MS);
  }
  await sleep(DELIVERED_MS);
  receiver.close();
  const took = [...sent].map(([id, startedMs]) => (arrived.get(id) ?? Infinity) - startedMs);
  const [p95, slowest] = [percentile(took, 0.95), Math.max(...took)];
  findings.expect(p95 < DELIVERED_MS, `the bystander's webhooks took ${p95.toFixed(0)} ms (p95)`);
  findings.expect(slowest !== Infinity, "some of the bystander's webhooks did not arrive");
  console.log(`  webhooks meanwhile: p95 ${p95.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`);
}
