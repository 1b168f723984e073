import { type JobHelpers, Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import { sleep } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';

/**
 * Runs a task. If it throws, it is retried with growing delays. `signal` aborts when the process should end.
 */
export type TaskHandlers = {
  [K in TaskName]: (payload: TaskPayloads[K], signal: AbortSignal) => Promise<void>;
};

export interface WorkerOptions {
  connectionString: string;
  /** Handlers for the tasks this process takes; others wait for a process that has them. */
  tasks: Partial<TaskHandlers>;
  /** How many jobs run at once. */
  concurrency: number;
  logger: Logger;
}

/** A running worker. */
export interface Worker {
  /** Takes no more jobs, aborts the signals of running ones, waits for them, and closes the connections. */
  stop(): Promise<void>;
  /** Resolves when the worker has ended, which only `stop` causes. */
  ended: Promise<void>;
}

/** Each running job uses one; completing and listening use one each. Idle ones close after 10 s. */
const EXTRA_CONNECTIONS = 2;
/** The most connections a worker of this concurrency opens. */
export function connectionsOfWorker(concurrency: number): number {
  return concurrency + EXTRA_CONNECTIONS;
}

/**
 * Jobs are told to end as soon as a stop is requested: unfinished work is in the rows, for the next process.
 */
const ABORT_AFTER_MS = 0;
/** A database that restarts is back within seconds. */
const RESTART_AFTER_MS = 1_000;
/** A broken worker sometimes waits for its database forever: it gets this long to end by itself. */
const BROKEN_MS = 5_000;

/**
 * Starts taking jobs from the queue in the database of `connectionString`, whose schema must be up to date.
 * graphile-worker gives up when Postgres goes down; it is then restarted until Postgres is back, or nothing
 * would be charged any more.
 */
export async function startWorker({
  connectionString,
  tasks,
  concurrency,
  logger,
}: WorkerOptions): Promise<Worker> {
  const pool = new Pool({
    connectionString,
    max: connectionsOfWorker(concurrency),
    application_name: 'autopay-worker',
  });
  // The pool replaces a connection that breaks while idle; without a listener it would end the process.
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection of the job queue broke');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const start = () =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, handler]) => [name, asTask(handler)]),
      ) as TaskList,
      parsedCronItems: [],
      gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
      logger: new WorkerLogger(
        () => (level, message) =>
          logger[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
      ),
      // Without batches a completion that fails is an unhandled rejection, and so is releasing a local queue
      // with jobs in it: either would end the process when Postgres goes down. One by one 3,000 jobs a second
      // are fetched, which is plenty for wake-ups.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  let runner: Runner | null = await start().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const stopped = new AbortController();
  const keepRunning = async () => {
    while (!stopped.signal.aborted) {
      if (runner !== null) await ending(runner, stopped.signal);
      runner = null;
      await sleep(RESTART_AFTER_MS, stopped.signal);
      if (stopped.signal.aborted) return;
      runner = await start().catch((error: unknown) => {
        logger.warn({ err: error }, 'the job queue cannot be reached');
        return null;
      });
    }
    // It started while the stop was requested.
    await runner?.stop().catch(() => {});
  };
  const ended = keepRunning();
  const stop = async () => {
    stopped.abort();
    // Throws for a worker that has just broken: it ends by itself.
    await runner?.stop().catch(() => {});
    await ended;
    await pool.end();
  };
  let stopping: Promise<void> | undefined;
  return { ended, stop: () => (stopping ??= stop()) };
}

/**
 * Resolves when `runner` has ended or, unless `stopped` aborts, some seconds after it began to end by itself.
 */
async function ending(runner: Runner, stopped: AbortSignal): Promise<void> {
  const ended = runner.promise.catch(() => {});
  const broken = new Promise<void>((resolve) => {
    runner.events.once('pool:gracefulShutdown', () => {
      if (!stopped.aborted) void sleep(BROKEN_MS, stopped).then(resolve);
    });
  });
  await Promise.race([ended, broken]);
  if (stopped.aborted) await ended;
}

function asTask(handler: unknown) {
  return async (payload: unknown, { abortSignal }: JobHelpers) => {
    await (handler as (payload: unknown, signal: AbortSignal) => Promise<void>)(payload, abortSignal);
  };
}
