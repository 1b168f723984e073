import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { connect, type Sql } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { until } from '../bench/until.ts';
import { listStruck, prepare } from './armed.ts';
import { Forwarder } from './forwarder.ts';
import { SupervisedProcess } from './process.ts';
import { programsOf, schemeSettings } from './scheme.ts';

/**
 * A deployment on one machine: Postgres, a chain, an API and workers, each in its own process except the
 * chain.
 */
export interface Stage {
  directory: string;
  /** Of all its subscriptions. */
  scheme: Scheme;
  /** Where crash points are armed. */
  armed: string;
  /** The current server; a part that stops or replaces it updates this. */
  postgres: EmbeddedPostgres;
  /** Forwards the service's connections to Postgres. */
  forwarder: Forwarder;
  /** The test's own connections, through the forwarder like all others. */
  sql: Sql;
  localnet: Localnet;
  /** Forwards the service's calls to the chain. */
  node: Forwarder;
  api: SupervisedProcess;
  workers: SupervisedProcess[];
  apiUrl: string;
  /** Where its processes serve their metrics. */
  metrics: string[];
  /** One JSON-RPC call to the chain. Throws the error it returns. */
  // oxlint-disable-next-line typescript/no-explicit-any
  rpc(method: string, params?: unknown[]): Promise<any>;
  stop(): Promise<void>;
}

/** More than any load here: the limits are counted, but reject nothing. */
const NO_LIMIT = '1000000';
/** 1,000 SOL, far more than the fees of a run. */
const FEE_PAYER_LAMPORTS = 1_000_000_000_000;
/** Of a process: five of them and what is left of killed ones stay below 200. */
const POOL = '16';
/** Killed and frozen processes leave connections behind. */
export const POSTGRES_SETTINGS = { max_connections: '200' };

/** Starts everything and resolves when the API and the workers are ready. Slots take 400 ms, as on mainnet. */
export async function startStage(workers: number, scheme: Scheme): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-chaos-'));
  // When this runs as root, the database runs as another user, who needs to traverse this directory.
  await chmod(directory, 0o711);
  const armed = join(directory, 'armed');
  prepare(armed);
  const [postgres, localnet] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings: POSTGRES_SETTINGS }),
    startLocalnet({ dataDir: null, programs: programsOf(scheme) }),
  ]);
  const forwarder = await Forwarder.start(Number(new URL(postgres.url).port));
  const node = await Forwarder.start(Number(new URL(localnet.rpcUrl).port));
  const databaseUrl = Object.assign(new URL(postgres.url), { port: String(forwarder.port) }).href;
  const rpc = (method: string, params: unknown[] = []) => callChain(localnet.rpcUrl, method, params);
  const port = await freePort();
  const env = {
    ...(await keys(directory, rpc)),
    DATABASE_URL: databaseUrl,
    CHAOS_ARMED: armed,
    AUTOPAY_PORT: String(port),
    AUTOPAY_TEST_RPC_URL: Object.assign(new URL(localnet.rpcUrl), { port: String(node.port) }).href,
    AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
    // Payers of half an hour get more than a merchant does on a day.
    AUTOPAY_TEST_TOKENS_PER_DAY: '1000000000',
    AUTOPAY_RATE_KEY_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_ADDRESS_PER_MINUTE: NO_LIMIT,
    AUTOPAY_QUOTA_MANDATES_PER_DAY: NO_LIMIT,
    AUTOPAY_QUOTA_PENDING_MANDATES: NO_LIMIT,
    AUTOPAY_DATABASE_CONNECTIONS: POOL,
    ...schemeSettings(scheme),
  };
  const struck = (pid: number) => listStruck(armed).some((one) => one.pid === pid);
  const metrics = await Promise.all(
    Array.from({ length: workers + 1 }, async () => `http://127.0.0.1:${await freePort()}/metrics`),
  );
  const supervised = (name: string, role: string, place: number) => {
    const own = { ...env, AUTOPAY_METRICS_PORT: new URL(metrics[place]!).port };
    return new SupervisedProcess(name, [`--role=${role}`], own, {
      logFile: join(directory, `${name}.log`),
      struck,
    });
  };
  const api = supervised('api', 'api', 0);
  const stage: Stage = {
    directory,
    scheme,
    armed,
    postgres,
    forwarder,
    localnet,
    node,
    api,
    workers: Array.from({ length: workers }, (_, n) => supervised(`worker-${n + 1}`, 'worker', n + 1)),
    sql: connect(databaseUrl, { max: 4, applicationName: 'chaos' }),
    apiUrl: `http://127.0.0.1:${port}`,
    metrics,
    rpc,
    stop: () => stop(stage),
  };
  try {
    for (const process of [api, ...stage.workers]) process.start();
    await untilReady(stage);
    return stage;
  } catch (error) {
    await stop(stage);
    throw error;
  }
}

/** Resolves when every process of the service is ready. */
export async function untilReady({ api, workers }: Stage): Promise<void> {
  const all = [api, ...workers];
  await until('the service to be ready', async () => all.every(({ isReady }) => isReady));
}

async function stop(stage: Stage): Promise<void> {
  await Promise.all([stage.api, ...stage.workers].map((process) => process.stop()));
  await stage.sql.end({ timeout: 5 });
  await stage.forwarder.stop();
  await stage.node.stop();
  await stage.postgres.stop();
  await stage.localnet.stop();
  if (process.env['CHAOS_KEEP'] === undefined) await rm(stage.directory, { recursive: true, force: true });
  else console.log(`Kept: ${stage.directory}`);
}

async function keys(directory: string, rpc: Stage['rpc']): Promise<Record<string, string>> {
  const [feePayer, delegate] = [join(directory, 'fee-payer.json'), join(directory, 'delegate.json')];
  await mkdir(join(directory, 'data'));
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  await rpc('requestAirdrop', [(await fileSigner(feePayer)).address, FEE_PAYER_LAMPORTS]);
  return {
    AUTOPAY_DATA_DIR: join(directory, 'data'),
    AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
    AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
}

async function callChain(url: string, method: string, params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const { result, error } = (await response.json()) as { result: unknown; error?: unknown };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** A free port, so that the API comes back at the same address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
