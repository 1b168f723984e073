import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import type { TaskName, TaskPayloads } from './tasks.ts';
import type { TaskHandlers } from './worker.ts';

/** Runs tasks in this process, separately from the jobs that wake them. */
export interface Rounds {
  /** For a worker: each requests a round of its task, and returns at once. */
  wakeUps: TaskHandlers;
  /** Requests a round of `task`: immediately if its lane is free, otherwise after the running one. */
  wake<K extends TaskName>(task: K, payload: TaskPayloads[K]): void;
  /** Starts nothing more, aborts the signals of running rounds, and waits for them. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  clock: Clock;
  log: Logger;
  /** How many rounds of a task run at once per payload; 1 by default. */
  slots: Partial<Record<TaskName, number>>;
}

/**
 * After a fault of ours or while the database restarts: 1 s, doubling to 30 s. What is due stays in the rows
 * meanwhile.
 */
const PAUSE_MS = { first: 1_000, most: 30_000 };

/**
 * Gives each task, and each payload of it, its own lane: the two modes, collecting and resolving never wait
 * for each other or anything else. Any number of wake-ups for a full lane lead to one more round.
 */
export function createRounds(tasks: TaskHandlers, { clock, log, slots }: RoundsOptions): Rounds {
  const stopped = new AbortController();
  const { signal } = stopped;
  const lanes = new Map<string, () => void>();
  const running = new Set<Promise<void>>();

  function wake<K extends TaskName>(task: K, payload: TaskPayloads[K]): void {
    const key = `${task} ${JSON.stringify(payload)}`;
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = createLane(task, () => tasks[task](payload, signal));
      lanes.set(key, lane);
    }
    lane();
  }

  function createLane(task: TaskName, round: () => Promise<void>): () => void {
    let free = slots[task] ?? 1;
    let isWanted = false;
    let failures = 0;
    const run = async () => {
      free -= 1;
      try {
        await round();
        failures = 0;
      } catch (error) {
        log.error({ err: error, task }, 'a background task failed and is tried again');
        isWanted = true;
        failures += 1;
        await clock.sleep(Math.min(PAUSE_MS.first * 2 ** (failures - 1), PAUSE_MS.most), signal);
      }
      free += 1;
      if (isWanted) ask();
    };
    const ask = () => {
      isWanted = free === 0;
      if (isWanted || signal.aborted) return;
      const round = run();
      running.add(round);
      void round.then(() => running.delete(round));
    };
    return ask;
  }

  const names = Object.keys(tasks) as TaskName[];
  return {
    wakeUps: Object.fromEntries(
      names.map((name) => [name, async (payload: never) => wake(name, payload)]),
    ) as unknown as TaskHandlers,
    wake,
    stop: async () => {
      stopped.abort();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
