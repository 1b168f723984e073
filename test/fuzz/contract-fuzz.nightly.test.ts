import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as endpoints from '../conformance/checks/endpoints.ts';
import { COMMERCE } from '../conformance/checks/errors/commerce.ts';
import { REQUEST } from '../conformance/checks/errors/request.ts';
import { SETTLEMENT } from '../conformance/checks/errors/settlement.ts';
import { IMPLIED } from '../conformance/checks/implied.ts';
import { Client } from '../conformance/client.ts';
import { type Deployments, OWNER_KEY } from '../conformance/deployments.ts';
import { World } from '../conformance/world.ts';
import { TestService } from '../support/service.ts';
import { operationsOf, readContract } from './contract.ts';
import { conflicts } from './conflicts.ts';
import { allCredentials } from './credentials.ts';
import { Pools } from './pools.ts';
import { probesOf } from './probes.ts';
import { type Credentials, type FuzzRequest, requestsOf } from './requests.ts';
import { agent, send } from './send.ts';

/** How many requests are made at random, after those that are sure to go far. `AUTOPAY_FUZZ_SEED` repeats a run. */
const REQUESTS = 10_000;
const LANES = 8;
const SEED = Number(process.env['AUTOPAY_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Two have tests of their own: http/rate-limit and http/server. */
const ELSEWHERE = new Set(['429', '500']);
/**
 * Only where the chain has the program: of a payer who subscribed to a plan and holds too little (plan-scheme/checkout), and of merchants' own plans
 * (merchant-plans). And of a payer who spent their SOL after the transaction was issued: payer-wallet/cancel.
 */
const WITH_OTHERS = new Set([
  'submitWalletTransaction 402',
  'createCheckoutInstruction 402',
  'createSolanaPayTransaction 402',
  'createSubscriptionPlan 201',
  'adoptSubscriptionPlan 200',
  'getSubscriptionPlan 200',
  'createSubscriptionPlanTransaction 200',
  'setSubscriptionPlanPuller 200',
  'closeSubscriptionPlan 200',
  'submitSubscriptionPlan 200',
]);

/**
 * What people do for themselves and their team at the dashboard: each is in need of something that only a person has, such as a code or a passkey,
 * and has its responses in test/accounts, test/team, test/notices and test/audit. Here they get any request, and must answer as documented.
 */
const OF_PEOPLE = new Set(
  Object.values(readContract().paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-dashboard'])
    .map(({ operationId }) => operationId),
);

const CONTRACT = readContract();

let service: TestService;
let world: World;
let client: Client;
/** Of the service above, and of those that some checks need beside it. */
const clients: Client[] = [];
const stops: (() => Promise<void>)[] = [];

async function start(settings: Record<string, string>) {
  const one = await TestService.start({ AUTOPAY_OWNER_KEY: OWNER_KEY, ...settings });
  stops.push(() => one.stop());
  const at = Object.assign(new Client(one.url), { localnetUrl: one.running.localnetUrl });
  clients.push(at);
  return { one, at };
}

beforeAll(async () => {
  const { one, at } = await start({
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '1000000',
    AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000',
    // Each operation that takes an Idempotency-Key is held up on one, all at once.
    AUTOPAY_DATABASE_CONNECTIONS: '80',
  });
  service = one;
  client = at;
  world = new World({
    embedded: at,
    chainless: (await start({ AUTOPAY_TEST_RPC_URL: 'none' })).at,
    start: async (_name: string, settings: Record<string, string>) =>
      Object.assign((await start(settings)).at, { stop: async () => {} }),
    stop: () => Promise.all(stops.map((stop) => stop())),
  } as unknown as Deployments);
});
afterAll(async () => {
  agent.destroy();
  await world.close();
});

/** What was seen of an operation: `createMandate 201`. */
const seen = new Map<string, number>();
const note = (operationId: string, status: number) => {
  const key = `${operationId} ${status}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
};

/** Every way that the contract documents an operation to end. */
const documented = Object.values(CONTRACT.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => ({ key: `${operationId} ${status}`, operationId, status })),
  ),
);

test(
  'any request gets a response that the contract documents, and every documented response can occur',
  { timeout: 400_000 },
  async () => {
    console.log(`fuzz seed ${SEED}: AUTOPAY_FUZZ_SEED=${SEED} repeats this run`);
    await goFar();
    const credentials = await allCredentials(world, OWNER_KEY);
    for (const { operationId, status } of await conflicts(service, CONTRACT, credentials))
      note(operationId, status);

    const pools = new Pools();
    for (const { body } of client.exchanges) pools.harvest(body);
    const random = fc.sample(requestsOf({ contract: CONTRACT, pools, credentials }), {
      numRuns: REQUESTS,
      seed: SEED,
    });
    const requests = [...probesOf(CONTRACT, credentials), ...random];
    const failures: string[] = [];
    const queue = requests.entries();
    const lane = async () => {
      for (const [at, request] of queue) {
        const problem = await ask(request, credentials);
        if (problem !== null) failures.push(`request ${at} of seed ${SEED}: ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(failures.slice(0, 5), `${failures.length} requests were answered wrongly`).toEqual([]);

    const unseen = documented.filter(
      ({ key, operationId, status }) =>
        !ELSEWHERE.has(status) && !WITH_OTHERS.has(key) && !OF_PEOPLE.has(operationId) && !seen.has(key),
    );
    expect(unseen.map(({ key }) => key)).toEqual([]);
  },
);

/** Walks the paths on which everything works, or is rejected late, and records the responses. */
async function goFar(): Promise<void> {
  // That check also waits for a challenge to expire, on a clock that nothing has here.
  const { 'POST /v1/payout_wallet': _, ...payoutWallet } = endpoints.PAYOUT_WALLET;
  const walks = [
    endpoints.MERCHANTS,
    endpoints.MANDATES,
    endpoints.CHECKOUT,
    endpoints.WEBHOOKS_AND_EVENTS,
    endpoints.TOKENS,
    endpoints.PAYMENT_LINKS,
    endpoints.PRODUCTS,
    endpoints.CUSTOMERS_AND_METRICS,
    payoutWallet,
    endpoints.WALLET_BALANCE,
    IMPLIED,
  ].flatMap((checks) => Object.values(checks));
  const { verification_failed, mandate_not_pending, already_revoked, refund_failed } = SETTLEMENT;
  walks.push(verification_failed!, mandate_not_pending!, already_revoked!, refund_failed!);
  walks.push(
    endpoints.setPayoutWallet,
    REQUEST['email_taken']!,
    COMMERCE['not_for_sale_once']!,
    walkToConflicts,
  );
  for (const walk of walks) await walk(world);
  const closed = await start({ AUTOPAY_SIGN_UP: 'closed', AUTOPAY_TEST_RPC_URL: 'none' });
  await closed.at.call('POST', '/v1/merchants', { body: { name: 'Coffee Club' } });
  for (const { method, path, status } of clients.flatMap(({ exchanges }) => exchanges)) {
    const operation = operationAt(method, path);
    if (operation !== null) note(operation.operationId, status);
  }
}

/** Payers without funds, and what comes too late. */
async function walkToConflicts(): Promise<never> {
  const shop = await world.shop();
  const poor = await world.wallet(shop, '1');
  const terms = {
    payer: poor.address,
    payee: shop.payee.address,
    mint: shop.mint,
    amountPerPeriod: '5',
    periodSeconds: 60,
  };
  await shop.call('POST', '/v1/mandates', { body: { ...terms, autoAuthorize: true } });
  const opened = await world.open(shop, {}, poor);
  const { transaction } = (await world.checkout(shop, opened, 'instruction')).body;
  const signedTransaction = await poor.signTransaction(transaction);
  await world.checkout(shop, opened, 'submit', { signedTransaction });
  const { shop: other, ...revoked } = await world.revoked();
  await world.checkout(other, revoked, 'instruction');
  await world.checkout(other, revoked, 'submit', { signedTransaction });
  await world.checkout(other, revoked, 'solana_pay', { account: revoked.payer.address });
  const { token } = await world.signIn(shop.at, revoked.payer);
  await shop.at.call('POST', `/v1/wallet/mandates/${revoked.id}/top_up`, { key: token });
  return undefined as never;
}

/** The session of a person who may sign out, leave or be shut out by what they do: the next one does it after them. */
let passer: Promise<Record<string, string>> | null = null;
const newcomer = async () => (await world.signUp()).headers;

/** Headers of whoever sends this request. Whoever may end their session by it has one that nobody else uses, or only such requests do. */
async function headersFor({
  operationId,
  credential,
}: FuzzRequest): Promise<Record<string, string> | undefined> {
  if (operationId === 'deleteCurrentWalletSession' && credential === 'walletSession') {
    const { token } = await world.signIn(world.embedded, (await world.shop()).payee);
    return { authorization: `Bearer ${token}` };
  }
  if (credential !== 'session of its own') return undefined;
  if (operationId === 'deleteCurrentSession') return newcomer();
  return OF_PEOPLE.has(operationId) ? (passer ??= newcomer()) : undefined;
}

/** The problem with the response to a request, or null. */
async function ask(request: FuzzRequest, credentials: Credentials): Promise<string | null> {
  const shown = `${request.method} ${request.path.slice(0, 200)} ${request.body?.slice(0, 300) ?? ''}`;
  try {
    const own = await headersFor(request);
    const headers = { ...request.headers, ...credentials[request.credential], ...own };
    const { status, text } = await send(service.url, { ...request, headers });
    JSON.parse(text);
    if (own !== undefined && (status === 401 || text.includes('second_factor_required'))) passer = null;
    // A path of another form is another route, or none.
    const operationId = operationAt(request.method, request.path)?.operationId ?? null;
    if (operationId !== null) note(operationId, status);
    const known = operationId === null ? status === 404 : documentedKeys.has(`${operationId} ${status}`);
    return known && status !== 500 && status !== 429 ? null : `${status} ${text.slice(0, 300)} to ${shown}`;
  } catch (error) {
    return `${String(error)} to ${shown}`;
  }
}

const documentedKeys = new Set(documented.map(({ key }) => key));

const operationAt = operationsOf(CONTRACT);
