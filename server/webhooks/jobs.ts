import type { TaskHandlers } from '../jobs/worker.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The webhook tasks of a worker that sends through `dispatcher`. */
export function webhookTasks(dispatcher: Dispatcher) {
  return {
    'webhooks:deliver': async ({ endpointId }) => dispatcher.nudge(endpointId),
  } satisfies Pick<TaskHandlers, 'webhooks:deliver'>;
}
