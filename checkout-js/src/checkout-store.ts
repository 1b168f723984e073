import type { CheckoutState, CheckoutStatus } from './checkout-state.ts';

/** Something is under way of which the end will be told. */
const BUSY: ReadonlySet<CheckoutStatus> = new Set(['loading', 'connecting', 'signing', 'submitted']);

/** Holds the state and tells its listeners; a snapshot never changes. */
export interface CheckoutStore {
  readonly state: CheckoutState;
  /** Whether anyone listens. */
  readonly isWatched: boolean;
  update(changes: Partial<CheckoutState>): void;
  /** Adds a listener; answers with what removes it. */
  subscribe(listener: () => void): () => void;
  /** The first state from now on in which nothing is under way, or the last one of all. */
  whenIdle(): Promise<CheckoutState>;
  /** No listener is told anything any more, and nothing changes. */
  close(): void;
}

/** A store in which the terms are being read. */
export function createStore(): CheckoutStore {
  let state: CheckoutState = Object.freeze({
    status: 'loading',
    view: null,
    wallets: [],
    wallet: null,
    authorization: null,
    error: null,
  });
  let isClosed = false;
  const listeners = new Set<() => void>();
  /** Those who wait for what is under way to end. */
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
        // One that throws must not stop a payment half-way, nor the others from learning of it.
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
      // Of its own, so that the same function may listen twice.
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
