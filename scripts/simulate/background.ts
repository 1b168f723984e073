import type { TaskHandlers } from '../../server/jobs/worker.ts';
import { backgroundTasks } from '../../server/start/background.ts';
import { isExpected } from './expected.ts';
import { Random } from './random.ts';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

const TASKS = [
  'charges:collect',
  'attempts:resolve',
  'mandates:watch',
  'mandates:expire',
  'accounts:watch',
  'refunds:watch',
  'plans:publish',
  'chains:note',
] as const;
/** Production sweeps every 15 s. Here a worker sleeps until something is due, or for about a day: virtual months are cheap then. */
const IDLE_MS = 20 * 3_600_000;
/** What may wait a little is looked at no more often than this. */
const LAZY_SECONDS = 900;
const RESTART_MS = 5_000;
const WAKE_MS = 3_000;

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
  for (;;) {
    await round(world, process, tasks, random);
    const pause = await pauseMs(world, random);
    await sleepUntilWoken(world, process, pause);
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

async function startProcess(
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

/** Every task once or twice, in an order that the seed chose, now and then two side by side. */
async function round(
  world: World,
  process: SimulatedProcess,
  tasks: TaskHandlers,
  random: Random,
): Promise<void> {
  const order = random.shuffle(TASKS);
  for (let at = 0; at < order.length;) {
    const together = random.chance(0.2) ? 2 : 1;
    const chosen = order.slice(at, at + together);
    if (random.chance(0.05)) chosen.push(random.pick(TASKS));
    await Promise.all(chosen.map((task) => runTask(world, process, tasks, task)));
    at += together;
  }
}

async function runTask(
  world: World,
  process: SimulatedProcess,
  tasks: TaskHandlers,
  task: (typeof TASKS)[number],
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

/** A deed may leave something to do: its jobs wake the workers. */
async function sleepUntilWoken(world: World, process: SimulatedProcess, ms: number): Promise<void> {
  const woken = new AbortController();
  process.wake = () => woken.abort();
  await world.time.sleep(ms, process, woken.signal);
  process.wake = () => {};
}

/** Has each worker look a few seconds from now, one after the other. */
export function wakeWorkers(world: World): void {
  for (const [index, worker] of world.workers.entries())
    world.time.at(world.time.nowMs + (index + 1) * WAKE_MS, worker, () => worker.wake());
}

/** Until the next row is due, or a good while. */
async function pauseMs(world: World, random: Random): Promise<number> {
  const idleMs = random.between(IDLE_MS / 2, IDLE_MS);
  if (world.database.isDown) return RESTART_MS;
  const nowSeconds = Math.floor(world.time.nowMs / 1000);
  const due = await nextDue(world, nowSeconds + LAZY_SECONDS);
  if (due === null) return idleMs;
  return Math.min(idleMs, Math.max(2_000, due * 1000 - world.time.nowMs) + random.between(0, 1_500));
}

async function nextDue(world: World, lazySeconds: number): Promise<number | null> {
  const [row] = await world.observer<{ at: number | null }[]>`
    select min(at) as at from (
      select greatest(wake_at, backoff_until) as at from charges where wake_at is not null
      union all select check_at from attempts where state = 'signed'
      union all select expire_wake_at from mandates
      union all select gone_seen_at + 61 from mandates where status = 'active'
      union all select greatest(plan_publish_at, ${lazySeconds}) from mandates where plan_publish_at is not null
      union all select greatest(watch_at, ${lazySeconds}) from mandates where status = 'pending' and watch_at is not null
      union all select greatest(watch_at, ${lazySeconds}) from top_ups where watch_at is not null
      union all select greatest(wake_at, ${lazySeconds}) from refunds where signer = 'delegate' and wake_at is not null
    ) due`;
  return row!.at;
}
