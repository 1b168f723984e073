import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate, requireSchema, schemaVersion } from '../db/migrate.ts';
import type { Deployment } from '../deployment.ts';
import { createApp } from '../http/app.ts';
import { exporters } from '../exports/exporters.ts';
import { operationHandlers } from '../http/operations.ts';
import { RateLimiter } from '../http/rate-limit.ts';
import type { RateStore } from '../http/rate-store.ts';
import { closeServer, createServer, drainServer, stopListening } from '../http/server.ts';
import { createRounds } from '../jobs/rounds.ts';
import { connectionsOfWorker, startWorker } from '../jobs/worker.ts';
import { loadOrCreateKeyRing } from '../config/key-ring.ts';
import type { Clock } from '../lib/clock.ts';
import { CODE_VERSION } from '../lib/code-version.ts';
import { checkMailServer } from '../mail/check-server.ts';
import { passCrashPoint } from '../lib/crash-points.ts';
import type { Logger } from '../log.ts';
import { tracedDb } from '../tracing/traced.ts';
import type { RunningTracer } from '../tracing/tracer.ts';
import { addFirstVisit, announceFirstVisit } from '../first-visit/routes.ts';
import type { Instruments } from '../monitoring/instruments.ts';
import { observedTasks } from '../monitoring/observe.ts';
import { addPageRoutes } from '../pages/routes.ts';
import { createFollower } from '../attempts/follow-sent.ts';
import { APPLIERS } from '../refunds/apply-outcome.ts';
import { registerLocalnetTokens } from '../tokens/register-localnet-tokens.ts';
import { createDispatcher } from '../webhooks/dispatcher.ts';
import { backgroundTasks, startSweeper } from './background.ts';
import { startChains } from './chains.ts';
import { byRightClock } from './by-the-clock.ts';
import { type ClockCheck, createClockCheck } from './clock-check.ts';
import { timeReferences } from './time-references.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createInstrumentsFor, type Measure, measureOf } from './monitor.ts';
import { startRateStore } from './rate-store.ts';
import { readinessOf } from './readiness.ts';
import { detectRecovery } from '../recovery/detect-recovery.ts';

/** A running service in this process. */
export interface Running {
  deployment: Deployment;
  /** The API's address; null for a worker. */
  apiUrl: string | null;
  databaseUrl: string;
  /** The JSON-RPC address of the localnet in this process, or null. */
  localnetUrl: string | null;
  /** Rejects when a part breaks that cannot be restarted here: the process must end. */
  broken: Promise<never>;
  /** Where this process serves its metrics; null if it does not. */
  metricsUrl: string | null;
  /** Its metrics, for whoever serves them; null if none are counted. */
  measure: Measure | null;
  /**
   * Reports on /readyz that it is about to stop, and keeps serving for the drain time. Resolves at once if
   * nothing listens.
   */
  drain(): Promise<void>;
  /**
   * Accepts no new connections, and serves those that there are for the drain time, telling clients to close them: another process of the
   * same port has taken over. Resolves at once if nothing listens.
   */
  retire(): Promise<void>;
  /** Finishes what was begun, accepts nothing new, and closes everything, the database last. */
  stop(): Promise<void>;
}

export interface StartOptions {
  clock: Clock;
  log: Logger;
  /** For tests: called between two durable effects. */
  crashPoint?: Deployment['crashPoint'];
  /** The clocks to compare with. For tests, whose clock may differ from Postgres'. */
  references?: typeof timeReferences;
  /** Counters that this process shares with others of its machine. */
  rateStore?: RateStore;
  /** What this process counts into, where another serves its metrics; null: nothing is counted. Default: its own, served as configured. */
  instruments?: Instruments | null;
  /** Validate every response against the contract. For tests. */
  validateResponses?: boolean;
}

/** Simultaneous jobs. Each only wakes a task up, so four run 3,000 a second. */
const WAKE_UPS = 4;
/** The response of /readyz before the listener closes, so that a load balancer sends nothing more. */
const DRAINING = { ok: false, checks: { stopping: true } };
/** Requests wait at most 8 s for a settlement; then clients are told to retry. */
const DRAIN_MS = 12_000;
/** A round's waits end with its signal; what is left is in the rows, so a hanging one is not waited for. */
const WORKER_STOP_MS = 15_000;

/**
 * Starts everything in the configuration, in order of dependency. If a part fails, stops what was started.
 */
export async function startService(
  config: Config,
  {
    clock,
    log,
    crashPoint = passCrashPoint,
    references = timeReferences,
    rateStore,
    instruments: given,
    validateResponses = false,
  }: StartOptions,
): Promise<Running> {
  const instruments = given === undefined ? await createInstrumentsFor(config, config.role) : given;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) {
      await one().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  };
  try {
    const embedded = await startDatabase(config, stops);
    const databaseUrl = config.databaseUrl ?? embedded!.url;
    if (config.migrateAtStart) {
      const applied = await migrate(databaseUrl);
      if (applied.length > 0) log.info({ applied }, 'database migrated');
    } else await requireSchema(databaseUrl);
    const tracer = await createTracer(config, log);
    // Last of all: what is stopped before is traced too.
    if (tracer !== null) stops.push(() => tracer.stop());
    const pool = connect(databaseUrl, {
      max: config.databaseConnections - (config.role === 'api' ? 0 : connectionsOfWorker(WAKE_UPS)),
      applicationName: `autopay-${config.role}`,
    });
    stops.push(() => pool.end({ timeout: 5 }));
    const db = tracer === null ? pool : tracedDb(pool, tracer);
    await detectRecovery(db, log, { recover: config.recover, now: clock.seconds() });
    const { localnet, ...chains } = await startChains(config, db, { clock, log, instruments, tracer });
    if (localnet !== null) stops.push(() => localnet.stop());
    const secretKeys =
      config.secretsKeys ?? (await loadOrCreateKeyRing(join(config.dataDir, 'keys', 'secrets')));
    const { sellMode, scheme, sponsorFees, quotas, signUp, testFaucet, webhookAllow, dnsServers } = config;
    let { publicUrl } = config;
    const clockCheck = createClockCheck({ clock, log }, references({ db, clock }, chains));
    await clockCheck.read();
    const deployment: Deployment = {
      name: config.name,
      db,
      clock,
      clockIsRight: clockCheck.isRight,
      log,
      ...(tracer === null ? {} : { tracer }),
      crashPoint,
      chains,
      sellMode,
      scheme,
      sponsorFees,
      quotas,
      signUp,
      testFaucet,
      secretKeys,
      webhookAllow,
      dnsServers,
      webhooksPerTarget: config.webhooksPerTarget,
      mail: config.mail,
      publicUrl: () => {
        if (publicUrl === null) throw new Error('Bug: nothing listens that people could reach.');
        return publicUrl;
      },
    };
    await registerLocalnetTokens(deployment);
    const heartbeat = startHeartbeat(deployment, {
      role: config.role,
      codeVersion: CODE_VERSION,
      schemaVersion: await schemaVersion(),
    });
    stops.push(() => heartbeat.stop());
    warnOfOpenRanges(config, log);
    if (config.role !== 'api') {
      stops.push(await startBackground(config, deployment, { connectionString: databaseUrl, instruments }));
    }
    const listen = (url: string) => (publicUrl ??= url);
    const api =
      config.role === 'worker'
        ? null
        : await startApi(config, deployment, {
            databaseUrl,
            clockCheck,
            rateStore,
            instruments,
            validateResponses,
            stops,
            listen,
          });
    const measure = instruments && measureOf(deployment, instruments, clockCheck.read);
    const metricsUrl =
      given === undefined && measure !== null
        ? await startMetrics(config, deployment, { measure, stops })
        : null;
    return {
      deployment,
      apiUrl: api?.url ?? null,
      databaseUrl,
      localnetUrl: localnet?.rpcUrl ?? null,
      broken: brokenOf(embedded, stops),
      metricsUrl,
      measure,
      drain: async () => api?.drain(),
      retire: async () => api?.retire(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  config: Config,
  stops: (() => Promise<unknown>)[],
): Promise<EmbeddedPostgres | null> {
  if (config.databaseUrl !== null) return null;
  const embedded = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    settings: { max_connections: String(maxConnections(config)) },
  });
  stops.push(() => embedded.stop());
  return embedded;
}

/** Enough for this process and all of the API, and one more of them while they are replaced. */
function maxConnections({ processes, databaseConnections }: Config): number {
  return Math.max(100, (processes + 2) * databaseConnections + 10);
}

function brokenOf(embedded: EmbeddedPostgres | null, stops: readonly unknown[]): Promise<never> {
  return new Promise((_, reject) => {
    // While stopping, the list is empty, and its end is expected.
    embedded?.exited.then(() => {
      if (stops.length > 0)
        reject(new Error('The embedded PostgreSQL ended by itself. Its log is in the data directory.'));
    }, reject);
  });
}

async function startBackground(
  config: Config,
  deployment: Deployment,
  { connectionString, instruments }: { connectionString: string; instruments: Instruments | null },
): Promise<() => Promise<unknown>> {
  const { clock, log } = deployment;
  const dispatcher = createDispatcher(deployment);
  const follower = createFollower(deployment, APPLIERS);
  const tasks = backgroundTasks(deployment, dispatcher, {
    onSent: follower.follow,
    room: follower.room,
    onMoreDue: (livemode) => rounds.wake('charges:collect', { livemode }),
    databaseDir: config.databaseUrl === null ? config.dataDir : null,
  });
  const slots = { 'charges:collect': Math.ceil(config.workerConcurrency / 2) };
  const observed = instruments === null ? tasks : observedTasks(tasks, clock, instruments);
  const rounds = createRounds(observed, { clock, log, slots });
  const worker = await startWorker({
    connectionString,
    tasks: byRightClock(rounds.wakeUps, deployment),
    concurrency: WAKE_UPS,
    logger: log,
  });
  const sweeper = startSweeper(deployment);
  void checkMailServer(deployment);
  return async () => {
    sweeper.stop();
    const stopped = new AbortController();
    await Promise.race([
      Promise.all([worker.stop(), rounds.stop(), follower.stop()]),
      clock.sleep(WORKER_STOP_MS, stopped.signal),
    ]);
    stopped.abort();
    await dispatcher.drain();
  };
}

async function startApi(
  config: Config,
  deployment: Deployment,
  {
    databaseUrl,
    clockCheck,
    rateStore: shared,
    instruments,
    validateResponses,
    stops,
    listen,
  }: {
    databaseUrl: string;
    clockCheck: ClockCheck;
    rateStore: RateStore | undefined;
    instruments: Instruments | null;
    validateResponses: boolean;
    stops: (() => Promise<unknown>)[];
    /** Called with the listening address before the first request; returns the public address. */
    listen: (url: string) => string;
  },
): Promise<{ url: string } & Pick<Running, 'drain' | 'retire'>> {
  const { db, clock, log, secretKeys } = deployment;
  const rateStore = await startRateStore(config, deployment, stops, shared);
  const rateLimiter = new RateLimiter(rateStore, config.ratesPerMinute);
  const handlers = operationHandlers(deployment);
  const { trustedProxies } = config;
  const look = readinessOf(deployment, { isShared: rateStore.isShared, readClock: clockCheck.read });
  let isDraining = false;
  const ready = () => (isDraining ? Promise.resolve(DRAINING) : look());
  const app = await createApp({
    db,
    clock,
    log,
    secretKeys,
    rateLimiter,
    handlers,
    exporters: exporters(deployment),
    ready,
    trustedProxies,
    ownerKey: config.ownerKey,
    publicUrl: deployment.publicUrl,
    onServed: instruments?.served,
    tracer: deployment.tracer,
    addPages: (app) => {
      addFirstVisit(app, deployment, { config, databaseUrl, rateLimiter });
      addPageRoutes(app, deployment, rateLimiter, { ownerKey: config.ownerKey, ready: look });
    },
    validateResponses,
  });
  const server = createServer(app, { log, rateLimiter });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  stops.push(() => closeServer(server, { drainMs: DRAIN_MS }));
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = listen(`http://${host}:${port}`);
  await announceFirstVisit(deployment, config.setupToken);
  return {
    url,
    drain: async () => {
      isDraining = true;
      drainServer(server);
      await clock.sleep(config.drainSeconds * 1000);
    },
    retire: async () => {
      stopListening(server);
      drainServer(server);
      await clock.sleep(config.drainSeconds * 1000);
    },
  };
}

/** A tracer, loaded only where a collector is configured. */
async function createTracer({ traces, role }: Config, log: Logger): Promise<RunningTracer | null> {
  if (traces === null) return null;
  const { startTracer } = await import('../tracing/tracer.ts');
  return startTracer({ ...traces, role, log });
}

/** Serves the metrics of this process and the deployment, and returns where. */
async function startMetrics(
  config: Config,
  { log }: Deployment,
  { measure, stops }: { measure: Measure; stops: (() => Promise<unknown>)[] },
): Promise<string> {
  const { serveMetrics } = await import('../monitoring/serve-metrics.ts');
  const listener = await serveMetrics(config.metrics!, { log, gather: () => measure({ whole: true }) });
  stops.push(() => listener.close());
  log.info({ url: listener.url }, 'metrics');
  return listener.url;
}

function warnOfOpenRanges({ webhookAllow }: Config, log: Logger): void {
  if (webhookAllow.length === 0) return;
  const ranges = webhookAllow.map(({ text }) => text).join(', ');
  log.warn(
    { ranges },
    'AUTOPAY_WEBHOOK_ALLOW lets webhooks reach addresses that are not public: for development only',
  );
}
