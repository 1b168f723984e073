import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { rpcAt } from '../localnet/support.ts';
import { programsUnderTest, schemeSettings } from './scheme-under-test.ts';
import { airdrop } from './wallets.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
/** A loaded machine takes seconds to load the sources, and half a minute where several services start at once. */
const START_TIMEOUT_MS = 90_000;

/** The service as a separate process, which a test may kill like a machine would. */
export interface ChildService {
  pid: number;
  /** The API's address; empty for a worker. */
  url: string;
  /** The JSON-RPC of the chain that started with it, or null. */
  localnetUrl: string | null;
  /** SIGKILL: nothing in it runs any more, not even a finally. Resolves when it has ended. */
  kill(): Promise<void>;
  /** SIGTERM. Returns the exit code. */
  terminate(): Promise<number | null>;
}

/** A chain that outlives the service's processes, and the keys that they share. */
export class ChildDeployment {
  readonly localnet: Localnet;
  readonly #directory: string;
  readonly #env: Record<string, string>;
  readonly #children = new Set<ChildService>();

  private constructor(localnet: Localnet, directory: string, env: Record<string, string>) {
    this.localnet = localnet;
    this.#directory = directory;
    this.#env = env;
  }

  /**
   * A new chain, and keys with a funded fee payer. No process of the service yet. Slots of 100 ms make
   * confirmations quick; slower ones let a signature outlive a slow restart.
   */
  static async start({ slotMs = 100 } = {}): Promise<ChildDeployment> {
    const directory = await mkdtemp(join(tmpdir(), 'autopay-children-'));
    const [feePayer, delegate] = [join(directory, 'fee-payer.json'), join(directory, 'delegate.json')];
    await generateKeyFile(feePayer);
    await generateKeyFile(delegate);
    const localnet = await startLocalnet({ dataDir: null, slotMs, programs: programsUnderTest() });
    const { AUTOPAY_LOCALNET_PROGRAMS: _, ...scheme } = schemeSettings();
    const deployment = new ChildDeployment(localnet, directory, {
      ...scheme,
      AUTOPAY_DATA_DIR: join(directory, 'data'),
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_TEST_RPC_URL: localnet.rpcUrl,
      AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
      AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
    });
    await airdrop(deployment, (await fileSigner(feePayer)).address, 1_000_000_000_000);
    return deployment;
  }

  /** A process on the database at `databaseUrl`, ready for work. `env` adds to or replaces the settings; `main` is of other code. */
  async spawn(
    databaseUrl: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
    main = MAIN,
  ): Promise<ChildService> {
    const child = await spawnService({ ...this.#env, DATABASE_URL: databaseUrl, ...env }, args, main);
    this.#children.add(child);
    return child;
  }

  /** One JSON-RPC call to the chain, as anyone could make it. An error fails the test. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async rpc(method: string, params: unknown[] = []): Promise<any> {
    const { result, error } = await rpcAt(this.localnet.rpcUrl, method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  /** Faults of the chain from now on; none clears them. */
  setFaults(...faults: object[]): Promise<void> {
    return this.rpc('autopay_setFaults', [{ faults }]);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#children].map((child) => child.kill()));
    await this.localnet.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** `server/main.ts` as `npm start` runs it, with only these settings, once it reports that it is ready. */
export async function spawnService(
  env: Record<string, string>,
  args: readonly string[] = [],
  main = MAIN,
): Promise<ChildService> {
  const child = spawn(process.execPath, ['--conditions=autopay-source', main, ...args], {
    env: {
      PATH: process.env['PATH'],
      AUTOPAY_HOST: '127.0.0.1',
      AUTOPAY_PORT: '0',
      AUTOPAY_DRAIN_SECONDS: '0',
      AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
      AUTOPAY_RATE_KEY_PER_MINUTE: '1000000',
      AUTOPAY_RATE_ADDRESS_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await exited)[0];
  };
  const service = { kill: () => end('SIGKILL').then(() => {}), terminate: () => end('SIGTERM') };
  try {
    return { pid: child.pid!, ...service, ...(await untilReady(child)) };
  } catch (error) {
    await service.kill();
    throw error;
  }
}

/**
 * The contents of the log line `ready`. Throws with the output if the process ends or is not ready in time.
 */
function untilReady(child: ChildProcess): Promise<Pick<ChildService, 'url' | 'localnetUrl'>> {
  const said: string[] = [];
  child.stderr!.on('data', (chunk: Buffer) => {
    said.push(chunk.toString());
    if (process.env['AUTOPAY_TEST_LOG'] !== undefined) process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`The service did not start:\n${said.join('\n')}`));
    const deadline = setTimeout(fail, START_TIMEOUT_MS);
    child.once('exit', fail);
    createInterface(child.stdout!).on('line', (line) => {
      if (process.env['AUTOPAY_TEST_LOG'] !== undefined) process.stdout.write(`${line}\n`);
      said.push(line);
      const { msg, url, localnetUrl } = line.startsWith('{') ? JSON.parse(line) : {};
      if (msg !== 'ready') return;
      clearTimeout(deadline);
      child.off('exit', fail);
      resolve({ url: url ?? '', localnetUrl });
    });
  });
}
