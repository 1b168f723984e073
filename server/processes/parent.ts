import cluster, { type Worker } from 'node:cluster';
import { createServer, type AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import { memoryRateStore } from '../http/rate-store.ts';
import type { Clock } from '../lib/clock.ts';
import { StartError } from '../lib/start-error.ts';
import type { Logger } from '../log.ts';
import { type Running, startService } from '../start/start-service.ts';
import type { Instruments } from '../monitoring/instruments.ts';
import type { MetricsListener, Snapshot } from '../monitoring/serve-metrics.ts';
import { createInstrumentsFor } from '../start/monitor.ts';
import { countFor } from './counted-together.ts';
import type { StartMessage, ToChild, ToParent } from './messages.ts';

/** What `main.ts` needs of a service, in one process or in several. */
export type Service = Pick<Running, 'apiUrl' | 'localnetUrl' | 'broken' | 'drain' | 'stop'>;

/** Between two replacements of a child that ended by itself: one that always does must not keep the machine busy. */
const RESPAWN_MS = 1_000;
/** Longer than a child takes to finish its requests and close. */
const STOP_MS = 30_000;
/** A child reads the tables for a second at most. */
const MEASURE_MS = 2_000;

/**
 * The API in `config.processes` processes on one port, and with the role `all` the background work in this one. A child that ends by itself
 * is replaced; SIGHUP replaces all, one by one, without refusing a request. Requests are counted together, here or in Redis. Throws if the
 * first children do not start.
 */
export async function startProcesses(
  config: Config,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<Service> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${port}`;
  const publicUrl = config.publicUrl ?? url;
  const own = await createInstrumentsFor(config, config.role === 'all' ? 'worker' : 'parent');
  const background =
    config.role === 'all'
      ? await startService({ ...config, role: 'worker', publicUrl }, { clock, log, instruments: own })
      : null;
  const children = new Children(
    {
      kind: 'start',
      databaseUrl: background?.databaseUrl ?? config.databaseUrl!,
      localnetUrl: background?.localnetUrl ?? null,
      port,
      publicUrl,
    },
    { clock, log },
  );
  let metrics: MetricsListener | null = null;
  const stop = async () => {
    await metrics?.close();
    process.off('SIGHUP', children.replaceAll);
    await children.stop();
    await background?.stop();
  };
  try {
    await children.start(config.processes);
    if (own !== null) metrics = await startMetrics(config, { log, own, background, children });
  } catch (error) {
    await stop();
    throw error;
  }
  process.on('SIGHUP', children.replaceAll);
  return {
    apiUrl: url,
    localnetUrl: background?.localnetUrl ?? null,
    broken: background?.broken ?? new Promise<never>(() => {}),
    drain: () => children.drain(),
    stop,
  };
}

/** Serves the metrics of all processes. Those of the deployment are read by the background work, or else by one child. */
async function startMetrics(
  config: Config,
  {
    log,
    own,
    background,
    children,
  }: { log: Logger; own: Instruments; background: Running | null; children: Children },
): Promise<MetricsListener> {
  const { serveMetrics } = await import('../monitoring/serve-metrics.ts');
  const measureOwn = async () =>
    background?.measure?.({ whole: true }) ?? [await own.registry.getMetricsAsJSON()];
  const listener = await serveMetrics(config.metrics!, {
    log,
    gather: async () =>
      (await Promise.all([measureOwn(), children.measure({ whole: background === null })])).flat(),
  });
  log.info({ url: listener.url }, 'metrics');
  return listener;
}

class Children {
  readonly #start: Omit<StartMessage, 'place'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #counters;
  readonly #stopped = new AbortController();
  /** Those that are to run. One that is being replaced or stopped is no longer here. */
  readonly #running = new Set<Worker>();
  readonly #places = new Map<Worker, number>();
  #replacing: Promise<void> = Promise.resolve();
  #measured = 0;

  constructor(start: Omit<StartMessage, 'place'>, { clock, log }: { clock: Clock; log: Logger }) {
    this.#start = start;
    this.#clock = clock;
    this.#log = log;
    this.#counters = memoryRateStore(clock);
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#add()));
  }

  /** Starts a child, and resolves once it serves requests. Throws if it ends before. */
  async #add(): Promise<void> {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<void>();
    worker.on('message', (message: ToParent) => {
      if (message.kind === 'count') {
        void countFor(this.#counters, message).then((counted) => send(worker, counted));
      } else if (message.kind === 'ready') ready.resolve();
    });
    const ended = () => ready.reject(new StartError('A process of the API ended before it was ready.'));
    worker.once('exit', ended);
    worker.once('exit', () => this.#places.delete(worker));
    send(worker, { ...this.#start, place: this.#take(worker) });
    await ready.promise;
    worker.off('exit', ended);
    this.#running.add(worker);
    worker.once('exit', (code, signal) => {
      if (!this.#running.delete(worker)) return;
      this.#log.error(
        { pid: worker.process.pid, code, signal },
        'a process of the API ended: it is replaced',
      );
      void this.#replaceEnded();
    });
  }

  /** The first place that is free: places are few, however often children are replaced. */
  #take(worker: Worker): number {
    const taken = new Set(this.#places.values());
    let place = 1;
    while (taken.has(place)) place += 1;
    this.#places.set(worker, place);
    return place;
  }

  /** The metrics of all children, and with `whole` those of the deployment from the first. One that is silent for a second is left out. */
  async measure({ whole }: { whole: boolean }): Promise<Snapshot[]> {
    const asked = [...this.#running].map((worker, at) => this.#measureOne(worker, whole && at === 0));
    return (await Promise.all(asked)).flat();
  }

  async #measureOne(worker: Worker, whole: boolean): Promise<Snapshot[]> {
    const id = (this.#measured += 1);
    const over = new AbortController();
    const answered = Promise.withResolvers<Snapshot[]>();
    const listen = (message: ToParent) => {
      if (message.kind === 'measured' && message.id === id) answered.resolve(message.snapshots);
    };
    const ended = () => answered.resolve([]);
    worker.on('message', listen);
    worker.once('exit', ended);
    send(worker, { kind: 'measure', id, whole });
    const late = this.#clock.sleep(MEASURE_MS, over.signal).then(() => []);
    const snapshots = await Promise.race([answered.promise, late]);
    over.abort();
    worker.off('message', listen);
    worker.off('exit', ended);
    return snapshots;
  }

  /** Tries until a child has started, or all are stopped. */
  async #replaceEnded(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        return await this.#add();
      } catch (error) {
        this.#log.error({ err: error }, 'a process of the API did not start');
        await this.#clock.sleep(RESPAWN_MS, this.#stopped.signal);
      }
    }
  }

  /** Replaces each child that is running now, once its successor serves requests. */
  readonly replaceAll = (): void => {
    this.#replacing = this.#replacing.then(async () => {
      this.#log.info('the processes of the API are replaced one by one');
      const before = [...this.#running];
      for (const worker of before) {
        if (this.#stopped.signal.aborted) return;
        await this.#add();
        this.#running.delete(worker);
        await askAndWait(worker, 'retire', 'retired');
        await stopOne(worker);
      }
      this.#log.info('the processes of the API are replaced');
    });
    this.#replacing = this.#replacing.catch((error: unknown) =>
      this.#log.error({ err: error }, 'the processes of the API are not replaced: those before go on'),
    );
  };

  /** Resolves when every child has drained. */
  async drain(): Promise<void> {
    await Promise.all([...this.#running].map((worker) => askAndWait(worker, 'drain', 'drained')));
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#running.clear();
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => stopOne(worker!)));
  }
}

/** Resolves when the child has done it, or has ended. */
async function askAndWait(
  worker: Worker,
  kind: 'drain' | 'retire',
  done: 'drained' | 'retired',
): Promise<void> {
  if (worker.isDead()) return;
  const answered = new Promise<void>((resolve) => {
    worker.on('message', (message: ToParent) => {
      if (message.kind === done) resolve();
    });
    worker.once('exit', () => resolve());
  });
  send(worker, { kind });
  await answered;
}

/** Lets a child finish what it has begun. Resolves when it has ended, which does not take forever. */
async function stopOne(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
  send(worker, { kind: 'stop' });
  await ended;
  clearTimeout(deadline);
}

function send(worker: Worker, message: ToChild): void {
  // One that has ended is told nothing; its end is handled where it is noticed.
  if (worker.isConnected()) worker.send(message);
}

/** Each child must listen on the same port, also one that starts later. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
