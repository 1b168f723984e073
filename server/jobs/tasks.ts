/**
 * Every kind of background job with its payload. A job only wakes its task up: what there is to do stands in the rows, so a job that
 * runs twice, late or not at all changes nothing that the next one does not set right.
 */
export interface TaskPayloads {
  'charges:collect': { livemode: boolean };
  'attempts:resolve': { livemode: boolean };
  'mandates:watch': { livemode: boolean };
  'mandates:expire': { livemode: boolean };
  'accounts:watch': { livemode: boolean };
  'refunds:watch': { livemode: boolean };
  /** Notes how far the chain is finalized, for a recovery to begin with. */
  'chains:note': { livemode: boolean };
  'plans:publish': { livemode: boolean };
  /** Sums what settled in hours that are over. */
  'metrics:close': { livemode: boolean };
  'webhooks:deliver': { endpointId: string };
  /** Every 15 s: enqueues again what is due or whose lease ran out. */
  sweep: Record<string, never>;
}

export type TaskName = keyof TaskPayloads;
