import { type ClaimScope, listDueMerchants } from '../charges/queries.ts';
import type { Deployment } from '../deployment.ts';

/** Of the time of collecting, at most a fiftieth is spent on whose turn it is. */
const LIST_AGAIN = 50;

/**
 * Whose charges a backlog must not delay. Among the oldest and the newest of 50,000 charges that one merchant has due, another's that is due at
 * the same moment may not be: so while batches are full, those who have any due take turns.
 */
export class MerchantTurns {
  /** Whether more is due than a batch takes. */
  isBacklog = false;
  readonly #deployment: Deployment;
  readonly #scope: ClaimScope;
  #due: string[] = [];
  /** Monotonic time. */
  #listAgainMs = 0;
  #at = 0;

  constructor(deployment: Deployment, scope: ClaimScope) {
    this.#deployment = deployment;
    this.#scope = scope;
  }

  /** The next up to `count` merchants; none if there is no backlog, or only one merchant's charges are collected. */
  async next(count: number): Promise<readonly string[]> {
    const { livemode, merchantId, mandateId } = this.#scope;
    if (!this.isBacklog || merchantId !== undefined || mandateId !== undefined) return [];
    const { db, clock } = this.#deployment;
    const startedMs = clock.monotonicMs();
    if (startedMs >= this.#listAgainMs) {
      this.#due = await listDueMerchants(db, livemode, clock.seconds());
      const nowMs = clock.monotonicMs();
      this.#listAgainMs = nowMs + (nowMs - startedMs) * LIST_AGAIN;
    }
    if (this.#at >= this.#due.length) this.#at = 0;
    const turn = this.#due.slice(this.#at, this.#at + count);
    this.#at += turn.length;
    return turn;
  }
}
