import type { Deployment } from '../deployment.ts';
import type { TaskHandlers } from '../jobs/worker.ts';

/**
 * The same tasks, except that a process whose clock is wrong returns their jobs to the queue for other
 * processes: nearly all tasks decide by the clock, and write times that other processes rely on.
 */
export function byRightClock(
  tasks: TaskHandlers,
  { clockIsRight }: Pick<Deployment, 'clockIsRight'>,
): TaskHandlers {
  const guarded = Object.entries(tasks).map(([name, handler]) => [
    name,
    async (payload: { livemode?: boolean }, signal: AbortSignal) => {
      if (!(await clockIsRight(payload.livemode ?? null)))
        throw new Error('The clock of this process is wrong: the job is left to another process.');
      await (handler as (payload: unknown, signal: AbortSignal) => Promise<void>)(payload, signal);
    },
  ]);
  return Object.fromEntries(guarded) as TaskHandlers;
}
