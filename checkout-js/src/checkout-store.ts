import type { CheckoutState, CheckoutStatus } from './checkout-state.ts';

/** Something is under way of which the end will be told. */
const BUSY: ReadonlySet<CheckoutStatus> = new Set(['loading', 'connecting', 'signing', 'submitted']);

/** Holds the state and tells its listeners; a snapshot never changes. */
export class CheckoutStore {
  #state: CheckoutState = Object.freeze({
    status: 'loading',
    view: null,
    wallets: [],
    wallet: null,
    authorization: null,
    error: null,
  });
  readonly #listeners = new Set<() => void>();
  /** Those who wait for what is under way to end. */
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  get state(): CheckoutState {
    return this.#state;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  update(changes: Partial<CheckoutState>): void {
    const fields = Object.keys(changes) as (keyof CheckoutState)[];
    if (this.#isClosed || fields.every((field) => this.#state[field] === changes[field])) return;
    this.#state = Object.freeze({ ...this.#state, ...changes });
    for (const listener of [...this.#listeners, ...this.#waiting]) {
      // One that throws must not stop a payment half-way, nor the others from learning of it.
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Adds a listener; answers with what removes it. */
  subscribe(listener: () => void): () => void {
    // Of its own, so that the same function may listen twice.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The first state from now on in which nothing is under way, or the last one of all. */
  whenIdle(): Promise<CheckoutState> {
    return new Promise((resolve) => {
      const look = () => {
        if (BUSY.has(this.#state.status) && !this.#isClosed) return void this.#waiting.add(look);
        this.#waiting.delete(look);
        resolve(this.#state);
      };
      look();
    });
  }

  /** No listener is told anything any more, and nothing changes. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    for (const look of this.#waiting) look();
  }
}
