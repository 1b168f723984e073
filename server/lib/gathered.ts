import { setImmediate } from 'node:timers/promises';
import { chunksOf } from './chunks.ts';

/** How many runs of a group begin at once: more would take the database's connections from other groups. */
const MOST_RUNS = 4;

/** A call that waits for its run. */
interface Call<Asked, Found> {
  asked: Asked;
  resolve: (found: Found) => void;
  reject: (reason: unknown) => void;
}

/**
 * Gathers calls: those that come in one turn of the event loop, or while a run of their group is under way, share the next one. A call alone is run at once, and under load
 * a run serves many, which a statement does for little more than for one. Whatever `run` reads, it reads after the call. It returns what
 * it found in the order in which it was asked; if it throws, all its calls do. Groups never wait for each other. A run serves `most` calls, and what waits for
 * several runs gets up to four beside each other. Default 100: a statement for so many is still a short one.
 */
export function gathered<Owner extends object, Asked, Found>(
  run: (owner: Owner, asked: readonly Asked[]) => Promise<readonly Found[]>,
  most = 100,
): (owner: Owner, group: string, asked: Asked) => Promise<Found> {
  /** The calls that wait, by group; a group is here while a run of it is under way. */
  const owners = new WeakMap<Owner, Map<string, Call<Asked, Found>[]>>();

  async function runAll(owner: Owner, calls: Call<Asked, Found>[]): Promise<void> {
    try {
      const found = await run(
        owner,
        calls.map(({ asked }) => asked),
      );
      for (const [at, { resolve }] of calls.entries()) resolve(found[at]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async function runGroup(
    owner: Owner,
    groups: Map<string, Call<Asked, Found>[]>,
    group: string,
  ): Promise<void> {
    const waiting = groups.get(group)!;
    do {
      // Requests that one response or one look at the sockets sets going all call within this turn of the event loop.
      await setImmediate();
      const calls = waiting.splice(0, most * MOST_RUNS);
      await Promise.all(chunksOf(calls, most).map((some) => runAll(owner, some)));
    } while (waiting.length > 0);
    groups.delete(group);
  }

  return (owner, group, asked) => {
    const groups = owners.get(owner) ?? new Map<string, Call<Asked, Found>[]>();
    owners.set(owner, groups);
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const call = { asked, resolve, reject };
    const waiting = groups.get(group);
    if (waiting !== undefined) waiting.push(call);
    else {
      groups.set(group, [call]);
      void runGroup(owner, groups, group);
    }
    return promise;
  };
}
