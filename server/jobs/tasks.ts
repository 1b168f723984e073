/**
 * Every kind of background job with its payload. A job only wakes its task up; the work itself is in the
 * rows. So if a job runs twice, late or not at all, the next one puts it right.
 */
export interface TaskPayloads {
  'charges:collect': { livemode: boolean };
  /** Tells of charges that come up. */
  'charges:announce': { livemode: boolean };
  'attempts:resolve': { livemode: boolean };
  'mandates:watch': { livemode: boolean };
  'mandates:expire': { livemode: boolean };
  'accounts:watch': { livemode: boolean };
  'subscriptions:watch': { livemode: boolean };
  'refunds:watch': { livemode: boolean };
  /** Records how far the chain is finalized, where a recovery starts. */
  'chains:note': { livemode: boolean };
  /** Queues the mails that payers are to get. */
  'payers:notify': { livemode: boolean };
  'plans:publish': { livemode: boolean };
  /** Ends plans of the Subscriptions program that no mandate needs. */
  'plans:retire': { livemode: boolean };
  /** Follows the accounts whose rent the service paid, and closes those that it can. */
  'rent:watch': { livemode: boolean };
  /** Sums what settled in past hours. */
  'metrics:close': { livemode: boolean };
  /** Holds the last day's books against the chain, once. */
  'books:reconcile': { livemode: boolean };
  /** Mails links that set a new password. */
  'resets:send': Record<string, never>;
  /** Lets changes of payout wallets take effect that have waited for 24 hours. */
  'payout-wallets:change': Record<string, never>;
  'webhooks:deliver': { endpointId: string };
  /** Sends the mails that are due. */
  'mails:send': Record<string, never>;
  /** Looks for what operators must be told. */
  'alarms:watch': Record<string, never>;
  /** Tells merchants' members what happened. */
  'notices:tell': Record<string, never>;
  /** Every 15 s: enqueues again what is due or whose lease expired. */
  sweep: Record<string, never>;
}

export type TaskName = keyof TaskPayloads;
