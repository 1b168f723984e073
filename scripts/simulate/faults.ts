import { breakConnections } from './database-socket.ts';
import type { Step } from './plan.ts';
import type { World } from './world.ts';

type Fault<K extends Step['do']> = Extract<Step, { do: K }>;

const SETTLED_MS = 60_000;

/** What goes wrong around the service. */
export const faults = {
  node: async (world: World, { node: index, fault, forMs }: Fault<'node'>) => {
    const node = world.nodes[index % world.nodes.length]!;
    const over = world.trouble();
    node.faults = [...node.faults, fault];
    world.time.at(world.time.nowMs + forMs, null, () => {
      node.faults = node.faults.filter((one) => one !== fault);
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
};

function recoverAfter(world: World, forMs: number): void {
  const over = world.trouble();
  world.time.at(world.time.nowMs + forMs + SETTLED_MS, null, over);
}
