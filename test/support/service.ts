import { newWallet } from './new-wallet.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Autopay, createMerchant } from '@autopay/sdk';
import { readConfig } from '../../server/config/config.ts';
import type { Sql } from '../../server/db/connect.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/log.ts';
import { type Running, startService } from '../../server/start/start-service.ts';
import { rpcAt } from '../localnet/support.ts';
import { freshDatabase } from './postgres.ts';
import { schemeSettings } from './scheme-under-test.ts';

/** A response of the API as received over the socket. */
export interface Answer {
  status: number;
  headers: Headers;
  // Tests read deep into responses of many shapes, and the service validates each against the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface CallOptions {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A merchant with its keys and an SDK client in test mode. */
export interface TestMerchant {
  id: string;
  testKey: string;
  liveKey: string;
  api: Autopay;
}

/** A wallet of the localnet with SOL and tokens. */
export interface TestWallet {
  address: string;
  secretKey: Uint8Array;
}

/**
 * The whole service in this process: real Postgres, the localnet, API and worker, every response validated
 * against the contract.
 */
export class TestService {
  readonly running: Running;
  readonly url: string;
  readonly #db: { sql: Sql; drop(): Promise<void> };
  readonly #dataDir: string;

  private constructor(running: Running, db: { sql: Sql; drop(): Promise<void> }, dataDir: string) {
    this.running = running;
    this.url = running.apiUrl!;
    this.#db = db;
    this.#dataDir = dataDir;
  }

  /**
   * `env` adds to or replaces the settings. Slots take 100 ms, so that a confirmation takes as long. With the role `api` nothing is
   * done in the background: what a test collects or resolves, nobody else takes up before it.
   */
  static async start(
    env: Record<string, string> = {},
    { role = 'all' }: { role?: 'all' | 'api' } = {},
  ): Promise<TestService> {
    const db = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'autopay-service-'));
    const config = readConfig(
      {
        DATABASE_URL: db.url,
        AUTOPAY_DATA_DIR: dataDir,
        AUTOPAY_PORT: '0',
        AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
        AUTOPAY_LOCALNET_SLOT_MS: '100',
        AUTOPAY_RATE_KEY_PER_MINUTE: '1000000',
        AUTOPAY_RATE_ADDRESS_PER_MINUTE: '1000000',
        ...schemeSettings(),
        ...env,
      },
      [],
    );
    const log = createLogger(process.env['AUTOPAY_TEST_LOG'] === undefined ? 'silent' : 'info');
    const running = await startService(
      { ...config, role },
      { clock: systemClock, log, validateResponses: true },
    );
    return new TestService(running, db, dataDir);
  }

  get db(): Sql {
    return this.#db.sql;
  }

  /** One request over a real socket. `path` begins with `/`; a body is sent as JSON. */
  async call(method: string, path: string, { key, body, headers = {} }: CallOptions = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  async merchant(name = 'Coffee Club'): Promise<TestMerchant> {
    const { id, keys } = await createMerchant({ name }, { baseUrl: this.url });
    return { id, testKey: keys.test, liveKey: keys.live, api: new Autopay(keys.test, { baseUrl: this.url }) };
  }

  /** A wallet with one SOL and `amount` atomic units of `mint` (default: 1000 of the floor token). */
  async wallet(
    merchant: TestMerchant,
    options: { mint?: string; amount?: string } = {},
  ): Promise<TestWallet> {
    const { address, secretKey } = await merchant.api.test.createWallet(options);
    return { address, secretKey: Buffer.from(secretKey, 'base64') };
  }

  /** The same of a key that the service has not seen, as a merchant's own wallet is: real money may be paid to it. */
  async ownWallet(merchant: TestMerchant): Promise<TestWallet> {
    const wallet = await newWallet();
    await merchant.api.test.fund({ address: wallet.address });
    return wallet;
  }

  /** The mint of the floor token, or with `token-2022` of the localnet's other one. */
  async mint(merchant: TestMerchant, program: 'token' | 'token-2022' = 'token'): Promise<string> {
    const { data } = await merchant.api.tokens.list();
    return data.find((token) => token.floor === (program === 'token'))!.mint;
  }

  /** One JSON-RPC call to the localnet, as anyone could make it. An error fails the test. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async rpc(method: string, params: unknown[] = []): Promise<any> {
    const { result, error } = await rpcAt(this.running.localnetUrl!, method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  /**
   * Makes the localnet skip `slots`, 0.4 s each on a real chain. A process signs with a blockhash that is up to half a second old,
   * which may expire by the jump, as it never does on a real chain: what is signed after this returns has a newer one.
   */
  async skipSlots(slots: number): Promise<void> {
    await this.rpc('autopay_advanceSlots', [slots]);
    await new Promise((resolve) => setTimeout(resolve, 501));
  }

  /** Faults of the localnet from now on; none clears them. */
  setFaults(...faults: object[]): Promise<void> {
    return this.rpc('autopay_setFaults', [{ faults }]);
  }

  /** The faults that are left: those with a number of times go when they were used. */
  async faults(): Promise<object[]> {
    return (await this.rpc('autopay_getFaults')).faults;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.#db.drop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
