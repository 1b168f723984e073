import type { RpcTransport } from '@solana/kit';
import type { TaskHandlers } from '../jobs/worker.ts';
import type { Clock } from '../lib/clock.ts';
import type { Instruments } from './instruments.ts';

type Watch = Pick<Clock, 'monotonicMs'>;

/** `transport`, whose calls are counted as those of `node`. */
export function observedTransport(
  transport: RpcTransport,
  { mode, node, clock, called }: { mode: string; node: string; clock: Watch } & Pick<Instruments, 'called'>,
): RpcTransport {
  return async <T>(request: Parameters<RpcTransport>[0]): Promise<T> => {
    const startedMs = clock.monotonicMs();
    const count = (outcome: Parameters<Instruments['called']>[0]['outcome']) =>
      called({ mode, node, method: methodOf(request.payload), outcome, seconds: since(clock, startedMs) });
    try {
      const answer = await transport<T>(request);
      count(isRefusal(answer) ? 'refused' : 'answered');
      return answer;
    } catch (error) {
      count(request.signal?.aborted ? 'dropped' : 'failed');
      throw error;
    }
  };
}

function methodOf(payload: unknown): string {
  const method =
    typeof payload === 'object' && payload !== null && 'method' in payload ? payload.method : null;
  return typeof method === 'string' ? method : 'unknown';
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer && Boolean(answer.error);
}

/** `tasks`, whose rounds are counted. */
export function observedTasks(
  tasks: TaskHandlers,
  clock: Watch,
  { ran }: Pick<Instruments, 'ran'>,
): TaskHandlers {
  const observe =
    (task: string, handler: (payload: never, signal: AbortSignal) => Promise<void>) =>
    async (payload: never, signal: AbortSignal) => {
      const startedMs = clock.monotonicMs();
      try {
        await handler(payload, signal);
        ran({ task, outcome: 'done', seconds: since(clock, startedMs) });
      } catch (error) {
        ran({ task, outcome: 'failed', seconds: since(clock, startedMs) });
        throw error;
      }
    };
  return Object.fromEntries(
    Object.entries(tasks).map(([task, handler]) => [task, observe(task, handler as never)]),
  ) as unknown as TaskHandlers;
}

function since(clock: Watch, startedMs: number): number {
  return (clock.monotonicMs() - startedMs) / 1000;
}
