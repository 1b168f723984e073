import type { CheckoutState, CheckoutStatus } from './checkout-state.ts';

/** States that end in another state without the person acting. */
const BUSY: ReadonlySet<CheckoutStatus> = new Set(['loading', 'connecting', 'signing', 'submitted']);

/** Holds the state and notifies its listeners; snapshots are immutable. */
export interface CheckoutStore {
  readonly state: CheckoutState;
  /** Whether anyone listens. */
  readonly isWatched: boolean;
  update(changes: Partial<CheckoutState>): void;
  /** Adds a listener and returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /**
   * Resolves with the first state from now on that is not in progress, or with the last state when the store
   * closes.
   */
  whenIdle(): Promise<CheckoutState>;
  /** Stops all notifications and changes. */
  close(): void;
}

/** A store in state `loading`. */
export function createStore(): CheckoutStore {
  let state: CheckoutState = Object.freeze({
    status: 'loading',
    view: null,
    wallets: [],
    wallet: null,
    authorization: null,
    step: null,
    error: null,
  });
  let isClosed = false;
  const listeners = new Set<() => void>();
  /** Callers waiting for the store to become idle. */
  const waiting = new Set<() => void>();
  return {
    get state() {
      return state;
    },
    get isWatched() {
      return listeners.size > 0;
    },
    update(changes) {
      const fields = Object.keys(changes) as (keyof CheckoutState)[];
      if (isClosed || fields.every((field) => state[field] === changes[field])) return;
      state = Object.freeze({ ...state, ...changes });
      for (const listener of [...listeners, ...waiting]) {
        // A listener that throws must not stop a payment half-way or keep other listeners from the change.
        try {
          listener();
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
    subscribe(listener) {
      // A function of its own, so that the same listener can be added twice.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    whenIdle: () =>
      new Promise((resolve) => {
        const look = () => {
          if (BUSY.has(state.status) && !isClosed) return void waiting.add(look);
          waiting.delete(look);
          resolve(state);
        };
        look();
      }),
    close() {
      isClosed = true;
      listeners.clear();
      for (const look of waiting) look();
    },
  };
}
