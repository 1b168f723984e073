import type { TaskHandlers } from '../../server/jobs/worker.ts';
import { backgroundTasks, SWEPT_TASKS } from '../../server/start/background.ts';
import { dueTimes, type SweptTask } from './due.ts';
import { isExpected } from './expected.ts';
import { Random } from './random.ts';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** Production sweeps every 15 s. Here all workers together look at everything once in about that time, unless something is due. */
const IDLE_MS = 30 * 3_600_000;
/** A sweep comes up to 15 s after a row falls due, and a pause between two rounds is no shorter than this. */
const LEAST_PAUSE_MS = 2_000;
export const RESTART_MS = 5_000;
const WAKE_MS = 3_000;
/** What people do on chain is finalized after 13 s. */
const FINALIZED_MS = 20_000;
/** How often a worker looks at what is not due, and at what another has taken up meanwhile. */
const IN_VAIN = 0.15;

/** Runs a worker's tasks whenever something is due, until it dies; then another takes its place. */
export async function runWorker(
  world: World,
  index: number,
  { recover = false }: { recover?: boolean } = {},
): Promise<void> {
  const name = `worker${index + 1}x${(world.workerGenerations += 1)}`;
  const process = world.newProcess(name, world.workers[index]?.skewMs ?? 0);
  world.workers[index] = process;
  const random = Random.of(world.plan.seed, name);
  process.onDeath = () => {
    world.time.at(world.time.nowMs + RESTART_MS, null, () => void runWorker(world, index));
  };
  await startProcess(world, process, { recover });
  const nudges = { nudge: () => {}, drain: async () => {} };
  const tasks = backgroundTasks(process.deployment, nudges);
  let chosen: readonly SweptTask[] = SWEPT_TASKS;
  for (;;) {
    await round(world, process, { tasks, chosen, random });
    chosen = await sleepUntilDue(world, process, random);
  }
}

/** Starts the process that serves merchants and payers; again after a restore. */
export async function openApi(world: World, options: { recover?: boolean } = {}): Promise<void> {
  const process = world.newProcess(`apix${(world.apiGenerations += 1)}`);
  world.api = process;
  process.onDeath = () => {
    world.time.at(world.time.nowMs + RESTART_MS, null, () => void openApi(world));
  };
  await startProcess(world, process, options);
}

/** Starts a process, again until its surroundings let it. */
export async function startProcess(
  world: World,
  process: SimulatedProcess,
  options: { recover?: boolean },
): Promise<void> {
  for (;;) {
    try {
      await process.start(options);
      break;
    } catch (error) {
      if (!isExpected(error)) world.unexpected ??= error as Error;
      world.note(`${process.name} cannot start: ${String(error)}`);
      await world.time.sleep(RESTART_MS, process);
    }
  }
  world.note(`${process.name} runs`);
}

/** Sweeps enqueue it apart from the rest, and nothing waits for it. */
const CLOSE = 'metrics:close';

/** The chosen tasks once or twice, in an order that the seed chose, now and then two side by side. */
async function round(
  world: World,
  process: SimulatedProcess,
  { tasks, chosen, random }: { tasks: TaskHandlers; chosen: readonly SweptTask[]; random: Random },
): Promise<void> {
  const isWhole = chosen.length === SWEPT_TASKS.length;
  const order = random.shuffle<SweptTask | typeof CLOSE>(isWhole ? [...chosen, CLOSE] : chosen);
  for (let at = 0; at < order.length;) {
    const together = random.chance(0.2) ? 2 : 1;
    const next: (SweptTask | typeof CLOSE)[] = order.slice(at, at + together);
    if (random.chance(0.05)) next.push(random.pick(SWEPT_TASKS));
    await Promise.all(next.map((task) => runTask(world, process, tasks, task)));
    at += together;
  }
}

async function runTask(
  world: World,
  process: SimulatedProcess,
  tasks: TaskHandlers,
  task: SweptTask | typeof CLOSE,
): Promise<void> {
  try {
    await tasks[task]({ livemode: true }, new AbortController().signal);
  } catch (error) {
    world.trace.count(`task failed: ${task}`);
    world.note(`${process.name} ${task} failed: ${error instanceof Error ? error.message : String(error)}`);
    if (!isExpected(error)) world.unexpected ??= error as Error;
  }
  world.isCheckDue = true;
}

/** Sleeps until something is due, a deed wakes the process, or a good while. Returns the tasks to run then. */
async function sleepUntilDue(
  world: World,
  process: SimulatedProcess,
  random: Random,
): Promise<readonly SweptTask[]> {
  const idleMs = random.between(IDLE_MS / 2, (IDLE_MS * 3) / 2) * world.plan.workers;
  const planned = await due(world, idleMs);
  const first = Math.min(idleMs, ...planned.map(({ inMs }) => inMs));
  const pause = first === idleMs ? idleMs : Math.max(LEAST_PAUSE_MS, first) + random.between(0, 1_500);
  const woken = await process.sleepUntilWoken(pause);
  if (woken === 'for all' || (woken === 'never' && first === idleMs)) return SWEPT_TASKS;
  const now = await due(world, 0);
  const isDue = new Set(
    [...now, ...(random.chance(IN_VAIN) ? planned.filter(({ inMs }) => inMs <= pause) : [])].map(
      ({ task }) => task,
    ),
  );
  return SWEPT_TASKS.filter((task) => isDue.has(task) || random.chance(IN_VAIN));
}

/** What falls due within that time. While Postgres is down nobody knows: all of it may be. */
async function due(world: World, withinMs: number): Promise<{ task: SweptTask; inMs: number }[]> {
  if (world.database.isDown) return SWEPT_TASKS.map((task) => ({ task, inMs: RESTART_MS }));
  const times = await dueTimes(world.observer);
  return SWEPT_TASKS.flatMap((task) => {
    const at = times[task];
    const inMs = at === null ? Infinity : at * 1000 - world.time.nowMs;
    return inMs <= withinMs ? [{ task, inMs }] : [];
  });
}

/** A deed may leave something to do: its jobs wake the workers, one after the other, and one looks again at what is finalized by then. */
export function wakeWorkers(world: World): void {
  const { time, random, workers } = world;
  if (workers.length === 0) return;
  const chosen = random.pick(workers);
  for (const [index, worker] of workers.entries())
    time.at(time.nowMs + (index + 1) * WAKE_MS, worker, () => worker.wake(worker === chosen));
  time.at(time.nowMs + FINALIZED_MS + random.between(0, 15_000), null, () =>
    random.pick(world.workers).wake(true),
  );
}
