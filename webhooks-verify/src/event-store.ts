/** The right to handle one event until its lease ends. */
export interface Claim {
  eventId: string;
  /** Made anew for each claim, so that whoever outlived a lease cannot end the claim of the next. */
  token: string;
}

/** Remembers which events were handled, for all processes that receive them. Each of the three is one atomic step. */
export interface EventStore {
  /**
   * Claims the event for `leaseSeconds`. 'done': it was handled and committed. 'busy': somebody handles it now. A lease that ended
   * without commit or release belonged to a process that died: claim it anew.
   */
  claim(eventId: string, leaseSeconds: number): Promise<Claim | 'done' | 'busy'>;
  /** Remembers the event as handled. Idempotent for the same claim. Throws `ClaimLostError` when the claim is somebody else's by now. */
  commit(claim: Claim): Promise<void>;
  /** Gives the event back at once, for the next delivery of it. Does nothing when the claim is somebody else's by now. */
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
