/** The right to handle one event until its lease ends. */
export interface Claim {
  eventId: string;
  /** New for each claim, so that a handler that outlived its lease cannot end the next claim. */
  token: string;
}

/**
 * Remembers which events were handled, for all processes that receive them. Each method is one atomic step.
 */
export interface EventStore {
  /**
   * Claims the event for `leaseSeconds`. 'done': it was handled and committed. 'busy': another delivery is
   * being handled now. A lease that ended without commit or release belonged to a process that died: the
   * event can be claimed again.
   */
  claim(eventId: string, leaseSeconds: number): Promise<Claim | 'done' | 'busy'>;
  /**
   * Records the event as handled. Idempotent for the same claim. Throws `ClaimLostError` if another claim has
   * replaced this one.
   */
  commit(claim: Claim): Promise<void>;
  /**
   * Releases the event at once, for its next delivery. Does nothing if another claim has replaced this one.
   */
  release(claim: Claim): Promise<void>;
}

/** A handler took longer than its lease, and another delivery of the event was claimed meanwhile: it may have been handled twice. */
export class ClaimLostError extends Error {
  readonly eventId: string;

  constructor(eventId: string) {
    super(
      `The claim on ${eventId} ended before it was committed: its handler took longer than leaseSeconds. Raise leaseSeconds, or do less before answering.`,
    );
    this.name = 'ClaimLostError';
    this.eventId = eventId;
  }
}
