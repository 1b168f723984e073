import { openApi, runWorker, wakeWorkers } from './background.ts';
import { openTransactions, watchDatabaseSockets, type DatabaseControl } from './database-socket.ts';
import { deeds } from './deeds.ts';
import { makeDeterministic } from './determinism.ts';
import { isExpected } from './expected.ts';
import { faults } from './faults.ts';
import type { PlayInput } from './play-plan.ts';
import { CALM_MS, MONTH_MS, type Plan, type Step } from './plan.ts';
import { Random } from './random.ts';
import { checkDelivered, startSenders } from './senders.ts';
import { Trace } from './trace.ts';
import { checkTwins } from './twins.ts';
import { VirtualTime } from './virtual-time.ts';
import { Violation } from './violation.ts';
import { SignerRefuses, World } from './world.ts';

/** 1 January 2030, so that no clock of the machine is near. */
const START_MS = 1_893_456_000_000;
const STAGGER_MS = 10_000;

/** How a run ended. */
export interface RunResult {
  seed: number;
  /** Null where nothing was wrong. */
  violation: { kind: string; message: string } | null;
  /** Virtual time at the end, from the start of the world. */
  atMs: number;
  digest: string;
  steps: number;
  counters: Record<string, number>;
  tail: string[];
}

/** Plays a plan to its end, or to the first violation. Once per process: it replaces what time and chance are. */
export async function runWorld(plan: Plan, options: Omit<PlayInput, 'plan'>): Promise<RunResult> {
  const time = new VirtualTime(START_MS, Random.of(plan.seed, 'time'));
  const trace = new Trace(START_MS, options);
  makeDeterministic(plan.seed, time);
  const control: DatabaseControl = {
    isDown: false,
    heldUntil: null,
    commitFaults: new Map(),
    onCommitFault: (name, fault) => {
      trace.count(`commit ${fault}`);
      trace.add(time.nowMs, `a commit of ${name} is ${fault}`);
    },
  };
  watchDatabaseSockets(control);
  const world = new World(plan, { time, trace, names: options.database, database: control });
  let violation: Violation | null = null;
  try {
    await world.settle();
    begin(world);
    await time.run(START_MS + plan.months * MONTH_MS + CALM_MS, () => lookAfterStep(world));
    const last = await world.books.check({ final: true });
    if (plan.twins) checkTwins(world, last);
    await checkDelivered(world);
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation('unexpected', describe(error));
  }
  return {
    seed: plan.seed,
    violation: violation && { kind: violation.kind, message: violation.message },
    atMs: time.nowMs - START_MS,
    digest: trace.digest(),
    steps: time.steps,
    counters: Object.fromEntries([...trace.counters].sort(([a], [b]) => (a < b ? -1 : 1))),
    tail: trace.tail,
  };
}

function begin(world: World): void {
  const { time, plan } = world;
  time.at(time.nowMs, null, () => void openShop(world));
  for (const step of plan.steps) time.at(START_MS + step.atMs, null, () => void perform(world, step));
}

async function openShop(world: World): Promise<void> {
  await openApi(world);
  // One after the other: two processes in one step would run in whatever order Postgres responds.
  for (let index = 0; index < world.plan.workers; index += 1) {
    world.time.at(world.time.nowMs + (index + 1) * STAGGER_MS, null, () => void runWorker(world, index));
  }
  startSenders(world);
}

/** A fault in which nothing works at all lasts three hours. */
const TWIN_TRIES = 30;
const TWIN_PAUSE_MS = 10 * 60_000;

async function perform(world: World, step: Step, again = 0): Promise<void> {
  const { do: name } = step;
  world.note(`begins: ${JSON.stringify(step)}`);
  const act = { ...deeds, ...faults }[name] as (world: World, step: Step) => Promise<void>;
  try {
    await act(world, step);
    world.trace.count(`did ${name}`);
  } catch (error) {
    world.trace.count(`refused ${name}`);
    world.note(`${name} refused: ${error instanceof Error ? error.message : String(error)}`);
    if (!isExpected(error) && !(error instanceof SignerRefuses)) world.unexpected ??= error as Error;
    // Both of a pair must get to do it in the end, and a fault may meet one of them.
    if (world.plan.twins && name in deeds && again < TWIN_TRIES)
      world.time.at(world.time.nowMs + TWIN_PAUSE_MS, null, () => void perform(world, step, again + 1));
  }
  world.isCheckDue = true;
  wakeWorkers(world);
}

/** Ten times what the busiest hour of a world takes. */
const MOST_STEPS_AN_HOUR = 20_000;

function requireRest(world: World): void {
  const hour = Math.floor(world.time.nowMs / 3_600_000);
  if (hour !== world.hour) Object.assign(world, { hour, stepsBefore: world.time.steps });
  if (world.time.steps - world.stepsBefore > MOST_STEPS_AN_HOUR)
    throw new Violation('never at rest', `${MOST_STEPS_AN_HOUR} steps within an hour`);
}

async function lookAfterStep(world: World): Promise<boolean> {
  requireRest(world);
  if (world.unexpected instanceof Violation) throw world.unexpected;
  if (world.unexpected !== null) throw new Violation('unexpected', describe(world.unexpected));
  const open = openTransactions();
  if (open > 0) throw new Violation('open transaction', `${open} transactions are open while nothing runs`);
  if (!world.isCheckDue || world.database.isDown) return true;
  world.isCheckDue = false;
  await world.books.check();
  return true;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
