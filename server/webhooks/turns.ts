/** One endpoint of a merchant. */
export interface Turn {
  merchantId: string;
  endpointId: string;
}

/**
 * Endpoints that may have something due, by merchant. Merchants take turns, and so do the endpoints of each:
 * however many endpoints one has, the next turn is another's.
 */
export class Turns {
  readonly #waiting = new Map<string, Set<string>>();

  add({ merchantId, endpointId }: Turn): void {
    const endpoints = this.#waiting.get(merchantId) ?? new Set();
    this.#waiting.set(merchantId, endpoints.add(endpointId));
  }

  /**
   * The next turn of a merchant that satisfies `mayStart`, for an endpoint that is not `busy`; null if there
   * is none.
   */
  take(mayStart: (merchantId: string) => boolean, busy: ReadonlySet<string>): Turn | null {
    for (const [merchantId, endpoints] of this.#waiting) {
      if (!mayStart(merchantId)) continue;
      const endpointId = [...endpoints].find((each) => !busy.has(each));
      if (endpointId === undefined) continue;
      endpoints.delete(endpointId);
      // To the end of the queue, or out of it.
      this.#waiting.delete(merchantId);
      if (endpoints.size > 0) this.#waiting.set(merchantId, endpoints);
      return { merchantId, endpointId };
    }
    return null;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
