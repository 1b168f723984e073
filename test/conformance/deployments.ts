import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { readConfig } from '../../server/config/config.ts';
import { type Clock, systemClock } from '../../server/lib/clock.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { createLogger } from '../../server/log.ts';
import { startService } from '../../server/start/start-service.ts';
import { chainAt, rpcAt } from '../localnet/support.ts';
import { spawnService } from '../support/child-service.ts';
import { airdrop } from '../support/wallets.ts';
import { Client } from './client.ts';

/** The key of the platform's owner on every deployment here. */
export const OWNER_KEY = randomBytes(24).toString('hex');

/** A deployment of its own database and chain, reached over HTTP. */
export interface Deployment extends Client {
  /** The JSON-RPC of its chain; null where it has none. */
  localnetUrl: string | null;
}

/** A deployment with a clock that `advance` moves by hand. */
export interface Clockwork extends Deployment {
  advance(seconds: number): void;
  stop(): Promise<void>;
}

/** The cluster that stands in for the live chain. */
export interface LiveChain {
  rpcUrl: string;
  /** A token of it, which the deployment's owner has registered. */
  mint: string;
}

/** Everything that the specification speaks of, running. */
export interface Deployments {
  /** As `npm start` runs it: everything embedded. */
  embedded: Deployment;
  /** Settles one-time purchases only. */
  onceOnly: Deployment;
  /** Without any chain. */
  chainless: Deployment;
  /** Embedded, with a clock of its own: retries of webhooks take 22 hours. */
  clockwork: Clockwork;
  /** Starts one more with such a clock, for what must not move the others'; a second time under a name, over the data of the first. */
  startClockwork(name: string): Promise<Clockwork>;
  /** Starts one with a live chain, which is another cluster of the same programs: to the service live is never a localnet. */
  startLive(): Promise<Deployment & { live: LiveChain }>;
  /** Starts one more under `name`: a second time, over the data of the first. */
  start(name: string, settings?: Record<string, string>): Promise<Deployment & { stop(): Promise<unknown> }>;
  stop(): Promise<void>;
}

/** Starts them all, each with a data directory of its own. */
export async function startDeployments(): Promise<Deployments> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-conformance-'));
  // As root Postgres runs as another user, who must pass through.
  await chmod(directory, 0o711);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
    await rm(directory, { recursive: true, force: true });
  };
  const start: Deployments['start'] = async (name, settings = {}) => {
    const service = await spawnService({
      AUTOPAY_DATA_DIR: join(directory, name),
      AUTOPAY_LOCALNET_SLOT_MS: '100',
      AUTOPAY_OWNER_KEY: OWNER_KEY,
      AUTOPAY_RATE_MERCHANTS_PER_MINUTE: '1000',
      ...settings,
    });
    stops.push(() => service.terminate());
    const { url, localnetUrl } = service;
    return Object.assign(new Client(url), { localnetUrl, stop: () => service.terminate() });
  };
  try {
    const [embedded, onceOnly, chainless, clockwork] = await Promise.all([
      // Many sign up here, from one address.
      start('embedded', {
        AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '1000',
        AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000',
      }),
      start('once-only', { AUTOPAY_SELL_MODE: 'once' }),
      start('chainless', { AUTOPAY_TEST_RPC_URL: 'none' }),
      startClockwork(join(directory, 'clockwork'), stops),
    ]);
    const another = (name: string) => startClockwork(join(directory, name), stops);
    const live = () => startLive(join(directory, 'live-keys'), start, stops);
    return {
      embedded,
      onceOnly,
      chainless,
      clockwork,
      startClockwork: another,
      startLive: live,
      start,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startLive(
  keys: string,
  start: Deployments['start'],
  stops: (() => Promise<unknown>)[],
): Promise<Deployment & { live: LiveChain }> {
  const chain = await startLocalnet({ dataDir: null, slotMs: 100 });
  stops.push(() => chain.stop());
  await mkdir(keys);
  const [feePayer, delegate] = [join(keys, 'fee-payer.json'), join(keys, 'delegate.json')];
  for (const file of [feePayer, delegate]) await generateKeyFile(file);
  const { address } = await fileSigner(feePayer);
  await airdrop(chainAt(chain.rpcUrl), address, 1_000_000_000_000);
  const at = await start('live', {
    AUTOPAY_LIVE_RPC_URL: chain.rpcUrl,
    AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: feePayer,
    AUTOPAY_LIVE_DELEGATE_KEY_FILE: delegate,
    AUTOPAY_SIGN_UP: 'open',
  });
  const { mint } = (await rpcAt(chain.rpcUrl, 'autopay_localnetInfo')).result.tokens[0];
  await at.ok('POST', '/v1/platform/tokens', {
    key: OWNER_KEY,
    headers: { 'svc-mode': 'live' },
    body: { mint, symbol: 'USDX', class: 'stable', floor: true },
  });
  return Object.assign(at, { live: { rpcUrl: chain.rpcUrl, mint } });
}

async function startClockwork(dataDir: string, stops: (() => Promise<unknown>)[]): Promise<Clockwork> {
  let aheadMs = 0;
  const clock: Clock = {
    ...systemClock,
    seconds: () => Math.floor((systemClock.milliseconds() + aheadMs) / 1000),
    milliseconds: () => systemClock.milliseconds() + aheadMs,
  };
  const settings = {
    AUTOPAY_DATA_DIR: dataDir,
    AUTOPAY_PORT: '0',
    AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
    AUTOPAY_LOCALNET_SLOT_MS: '100',
  };
  const running = await startService(readConfig(settings, []), {
    clock,
    log: createLogger('silent'),
    // Its clock is moved on purpose: held against another one, it would stop everything that is due.
    references: () => [],
  });
  stops.push(() => running.stop());
  return Object.assign(new Client(running.apiUrl!), {
    localnetUrl: running.localnetUrl,
    stop: () => running.stop(),
    advance: (seconds: number) => void (aheadMs += seconds * 1000),
  });
}
