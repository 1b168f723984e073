import type { Plan, Step } from './plan.ts';
import { MONTH_MS } from './plan.ts';
import type { RunResult } from './run-world.ts';

/** Plays a plan and returns what came of it. */
export type PlayOnce = (plan: Plan) => Promise<RunResult>;

/**
 * The shortest plan that was found, within `mostRuns` runs, which still ends in the same kind of violation: what comes after it is cut
 * off, and then whatever can be left out (delta debugging).
 */
export async function shrink(
  plan: Plan,
  { violation, atMs }: Pick<RunResult, 'violation' | 'atMs'>,
  play: PlayOnce,
  mostRuns: number,
): Promise<Plan> {
  const runs = { left: mostRuns };
  const stillFails = async (candidate: Plan) => {
    runs.left -= 1;
    return (await play(candidate)).violation?.kind === violation?.kind;
  };
  const before = plan.steps.filter((step) => step.atMs <= atMs);
  // Time for what was begun to end, as it had when the violation was seen.
  const months = Math.min(plan.months, Math.ceil(atMs / MONTH_MS));
  let shortest: Plan = { ...plan, months, steps: before };
  if (!(await stillFails(shortest))) return plan;
  let size = Math.ceil(before.length / 2);
  for (let from = 0; runs.left > 0 && size >= 1;) {
    if (from >= shortest.steps.length) {
      [from, size] = [0, Math.floor(size / 2)];
      continue;
    }
    const candidate = { ...shortest, steps: without(shortest.steps, from, size) };
    if (await stillFails(candidate)) shortest = candidate;
    else from += size;
  }
  return shortest;
}

function without(steps: readonly Step[], from: number, count: number): Step[] {
  return steps.filter((_, at) => at < from || at >= from + count);
}
