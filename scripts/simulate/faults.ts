import type { CrashPoint } from '../../server/lib/crash-points.ts';
import { generateKeypair } from '../../server/localnet/keypair.ts';
import { EXCUSE_MS } from './blame.ts';
import { openApi, runWorker } from './background.ts';
import { dumpDatabase, swapDatabase } from './database.ts';
import { breakConnections } from './database-socket.ts';
import { beginRealWork, endRealWork } from './real-io.ts';
import type { Step } from './plan.ts';
import { startSenders } from './senders.ts';
import type { World } from './world.ts';

type Fault<K extends Step['do']> = Extract<Step, { do: K }>;

const SETTLED_MS = 60_000;

/** What goes wrong around the service. */
export const faults = {
  node: async (world: World, { node: index, fault, forMs }: Fault<'node'>) => {
    const node = world.nodes[index % world.nodes.length]!;
    const over = world.trouble();
    node.setFaults([...node.faults, fault], world.time.nowMs);
    world.time.at(world.time.nowMs + forMs, null, () => {
      const left = node.faults.filter((one) => one !== fault);
      node.setFaults(left, world.time.nowMs);
      world.note(`${node.name} no longer has ${fault.kind}`);
      over();
    });
  },

  crash: async (world: World, { worker, point }: Fault<'crash'>) => {
    world.crashes.set(worker % world.plan.workers, point);
  },

  kill: async (world: World, { worker }: Fault<'kill'>) => {
    world.workers[worker % world.plan.workers]?.kill();
  },

  freeze: async (world: World, { worker, forMs }: Fault<'freeze'>) => {
    const process = world.workers[worker % world.plan.workers];
    if (process === undefined) return;
    process.frozenUntilMs = world.time.nowMs + forMs;
    excuse(world, forMs);
    recoverAfter(world, forMs);
  },

  skew: async (world: World, { worker, ms }: Fault<'skew'>) => {
    const process = world.workers[worker % world.plan.workers];
    if (process !== undefined) process.skewMs = ms;
  },

  'lose-commit': async (world: World, { worker, when }: Fault<'lose-commit'>) => {
    const process = world.workers[worker % world.plan.workers];
    if (process !== undefined) world.database.commitFaults.set(process.name, when);
  },

  /** As an immediate stop: every connection breaks, and for a while none is taken. */
  'postgres-stop': async (world: World, { forMs }: Fault<'postgres-stop'>) => {
    if (world.database.isDown) return;
    const over = world.trouble();
    world.database.isDown = true;
    await breakConnections();
    world.time.at(world.time.nowMs + forMs, null, () => {
      world.database.isDown = false;
      world.note('postgres is back');
      over();
    });
  },

  dump: async (world: World, { point }: Fault<'dump'>) => {
    await nowOrAt(world, point, async () => {
      await alone(world, () => dumpDatabase(world.names));
      world.dumpedAtMs = world.time.nowMs;
      world.note('a copy of the database is taken');
    });
  },

  'set-back': async (world: World, { point, how }: Fault<'set-back'>) => {
    await nowOrAt(world, point, async () => {
      if (world.dumpedAtMs === null) return;
      world.blame.setBackTo(world.dumpedAtMs);
      await world.books.remember();
      world.trace.count(`set back by ${how}`);
      world.note(`the database is set back by ${how}`);
      if (how === 'failover') world.timeline += 1;
      else for (const process of world.processes) process.kill({ forGood: true });
      await alone(world, () => swapDatabase(world.names, world.timeline));
      world.books.setBack();
      excuse(world, RECOVERED_MS);
      recoverAfter(world, RECOVERED_MS);
      if (how === 'restore') restart(world);
    });
  },

  /** The operator puts a new key before the old one, and starts every process anew. */
  'rotate-delegate': async (world: World) => {
    const key = generateKeypair();
    world.delegates.unshift(key);
    world.knownDelegates.push(key.address);
    for (const process of world.processes) process.kill({ forGood: true });
    recoverAfter(world, 0);
    restart(world, { recover: false });
  },
};

/** A recovery waits until nothing that was forgotten can land, and then looks at every charge. */
const RECOVERED_MS = 3_600_000;
const STAGGER_MS = 2_000;

function restart(world: World, options = { recover: true }): void {
  const { time } = world;
  time.at(time.nowMs + STAGGER_MS, null, () => void openApi(world, options));
  for (let index = 0; index < world.plan.workers; index += 1) {
    const atMs = time.nowMs + STAGGER_MS * (index + 2);
    time.at(atMs, null, () => void runWorker(world, index));
  }
  startSenders(world);
}

async function nowOrAt(world: World, point: CrashPoint | null, act: () => Promise<void>): Promise<void> {
  if (point === null) await act();
  else world.atPoint.set(point, act);
}

/** Nobody is connected, or Postgres would refuse; who asks for a connection gets it afterwards, and nothing else happens. */
async function alone({ database }: World, act: () => Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  beginRealWork();
  database.heldUntil = over.promise;
  try {
    await breakConnections();
    await act();
  } finally {
    database.heldUntil = null;
    over.resolve();
    endRealWork();
  }
}

function excuse(world: World, forMs: number): void {
  const untilMs = world.time.nowMs + forMs + EXCUSE_MS;
  world.blame.excusedUntilMs = Math.max(world.blame.excusedUntilMs, untilMs);
}

function recoverAfter(world: World, forMs: number): void {
  const over = world.trouble();
  world.time.at(world.time.nowMs + forMs + SETTLED_MS, null, over);
}
