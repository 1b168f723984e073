import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeAutopay } from '@autopay/sdk/testing';
import { spawnService } from '../support/child-service.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import type { Case } from './corpus.ts';
import type { Side } from './run-case.ts';

/** A side that is running. */
export interface RunningSide extends Side {
  stop(): Promise<void>;
}

type Deployment = Case['deployment'];

const OWNER_KEY = 'the-owner-of-this-platform-in-the-corpus';
const ENVIRONMENT: Record<Deployment, Record<string, string>> = {
  usual: {},
  once: { AUTOPAY_SELL_MODE: 'once' },
};

/** The service itself, in a process of its own: real sockets, Postgres and its localnet. */
export async function startReal(deployment: Deployment): Promise<RunningSide> {
  const dataDir = await mkdtemp(join(tmpdir(), 'autopay-corpus-'));
  const database = await freshDatabase();
  const receiver = await startReceiver();
  receiver.answer = ({ response }) => void response.writeHead(200).end();
  const clear = async () => {
    await receiver.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const service = await spawnService({
    DATABASE_URL: database.url,
    AUTOPAY_DATA_DIR: dataDir,
    AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    AUTOPAY_LOCALNET_SLOT_MS: '100',
    // Terms are published when the chain comes to it: versions would depend on how fast this machine is.
    AUTOPAY_PUBLISH_PLANS: 'off',
    AUTOPAY_OWNER_KEY: OWNER_KEY,
    // Every case signs up anew, all from one address.
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000',
    AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '100000',
    ...ENVIRONMENT[deployment],
  }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    name: 'the service',
    url: service.url,
    fetch: (...args) => fetch(...args),
    given: { owner: OWNER_KEY, receiver: `${receiver.url}/hook` },
    stop: async () => {
      await service.terminate();
      await clear();
    },
  };
}

/** The fake, in this process, without sockets; whatever it sends is taken. */
export async function startFake(deployment: Deployment): Promise<RunningSide> {
  const fake = fakeAutopay({
    // As the service: on its own machine, without https, so that both call the same things missing.
    baseUrl: 'http://127.0.0.1:3000',
    ownerKey: OWNER_KEY,
    sellMode: deployment === 'once' ? 'once' : 'all',
    receiver: () => new Response(),
  });
  return {
    name: 'the fake',
    url: fake.baseUrl,
    fetch: fake.fetch,
    given: { owner: OWNER_KEY, receiver: 'https://shop.example.com/hook' },
    stop: () => fake.delivered(),
  };
}
