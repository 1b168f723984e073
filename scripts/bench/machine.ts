import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeyFile, fileSigner } from '../../server/chain/signer.ts';
import { connect } from '../../server/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { findSubscriptionsProgram } from '../subscriptions-program.ts';
import { type Child, startChild } from './children.ts';

/** A database server with the settings of a deployment, a localnet, and servers as processes of their own. */
export interface Machine {
  /** A new, empty database; its URL. */
  createDatabase(name: string): Promise<string>;
  /** The chain's JSON-RPC. */
  rpcUrl: string;
  /** Whether the chain has the Subscriptions program. */
  hasPlans: boolean;
  /** Another chain, whose finality trails by so many slots; its JSON-RPC. */
  startLocalnet(finalizedSlots: number): Promise<string>;
  /** What the fee payer of all services holds on the chain behind `rpcUrl`. */
  feePayerLamports(rpcUrl: string): Promise<bigint>;
  /** Starts the API or a worker on a database. `settings` adds to or replaces the machine's. */
  startService(
    role: 'api' | 'worker',
    databaseUrl: string,
    settings?: Record<string, string>,
    args?: readonly string[],
  ): Promise<Child>;
  startBare(databaseUrl: string): Promise<Child>;
  /** What creating a mandate cannot do without, on a database of its own. */
  startFloor(databaseUrl: string): Promise<Child>;
  /** Ends every process that was started here, and removes their data. */
  stop(): Promise<void>;
}

/** More than any load here: the limits are counted, but reject nothing. */
const NO_LIMIT = '1000000';
/** 1,000 SOL, far more than the fees of a run. */
const FEE_PAYER_LAMPORTS = 1_000_000_000_000;

/** Starts the database and the localnet in a directory of the run's own. */
export async function startMachine(): Promise<Machine> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-bench-'));
  // When this runs as root, the database runs as another user, who needs to traverse this directory.
  await chmod(directory, 0o711);
  const stops: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true })];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
    stops.push(() => postgres.stop());
    const start = async (...child: Parameters<typeof startChild>) => {
      const started = await startChild(...child);
      stops.push(started.stop);
      return started;
    };
    const { feePayer, ...env } = await settings(directory);
    const startLocalnet = async (args: readonly string[]) => {
      const localnet = await start('server/localnet/main.ts', args, {}, /"rpcUrl":"([^"]+)"/);
      const rpcUrl = localnet.ready[1]!;
      await callRpc(rpcUrl, 'requestAirdrop', [feePayer, FEE_PAYER_LAMPORTS]);
      return rpcUrl;
    };
    const program = findSubscriptionsProgram();
    const rpcUrl = await startLocalnet(
      program === null ? [] : [`--program=${program.address}=${program.path}`],
    );
    return {
      rpcUrl,
      hasPlans: program !== null,
      startLocalnet: (finalizedSlots) => startLocalnet([`--finalized-slots=${finalizedSlots}`]),
      feePayerLamports: async (url) => {
        const { value } = await callRpc<{ value: number }>(url, 'getBalance', [
          feePayer,
          { commitment: 'processed' },
        ]);
        return BigInt(value);
      },
      createDatabase: (name) => createDatabase(postgres.url, name),
      startService: (role, databaseUrl, more = {}, args = []) =>
        start(
          'server/main.ts',
          [`--role=${role}`, ...args],
          { ...env, AUTOPAY_TEST_RPC_URL: rpcUrl, DATABASE_URL: databaseUrl, ...more },
          role === 'api' ? /ready at (http\S+)/ : /"msg":"ready"/,
        ),
      startBare: (databaseUrl) =>
        start('scripts/bench/bare-server.ts', [], { DATABASE_URL: databaseUrl }, /at (http\S+)/),
      startFloor: (databaseUrl) =>
        start(
          'scripts/bench/floor-server.ts',
          [],
          { ...env, AUTOPAY_TEST_RPC_URL: rpcUrl, DATABASE_URL: databaseUrl },
          /at (http\S+)/,
        ),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The settings of every service, and the address of its fee payer. */
async function settings(directory: string): Promise<Record<string, string> & { feePayer: string }> {
  const [feePayer, delegate] = [join(directory, 'fee-payer.json'), join(directory, 'delegate.json')];
  await generateKeyFile(feePayer);
  await generateKeyFile(delegate);
  const { address } = await fileSigner(feePayer);
  return {
    feePayer: address,
    NODE_OPTIONS: await nodeOptions(),
    AUTOPAY_PORT: '0',
    AUTOPAY_DRAIN_SECONDS: '0',
    AUTOPAY_DATA_DIR: join(directory, 'data'),
    AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
    AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
    AUTOPAY_WEBHOOK_TARGET_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_KEY_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_ADDRESS_PER_MINUTE: NO_LIMIT,
    AUTOPAY_QUOTA_MANDATES_PER_DAY: NO_LIMIT,
    AUTOPAY_QUOTA_PENDING_MANDATES: NO_LIMIT,
  };
}

/** As `npm start` sets them: they bound the heap. */
async function nodeOptions(): Promise<string> {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { scripts } = JSON.parse(await readFile(file, 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/NODE_OPTIONS="([^$"]+)/)![1]!.trim();
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const sql = connect(serverUrl, { max: 1, applicationName: 'autopay-bench' });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** Calls a method of a JSON-RPC. */
export async function callRpc<T>(rpcUrl: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await response.json()) as { result: T };
  return result;
}
