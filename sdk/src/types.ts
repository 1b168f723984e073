import type { operations } from './generated/api.ts';

/** The JSON body of an operation, by its name in the contract. */
export type Body<K extends keyof operations> =
  NonNullable<operations[K]['requestBody']> extends { content: { 'application/json': infer B } } ? B : never;

/** The query parameters of an operation, by its name in the contract. */
export type Query<K extends keyof operations> = NonNullable<operations[K]['parameters']['query']>;

/** Whether a call acts on test or live data, if its credential does not say. */
export type Mode = 'test' | 'live';

/** Options of any call. */
export interface CallOptions {
  /**
   * Aborts the call, retries included; it rejects with the signal's reason. A request that was sent may still
   * take effect.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt of this call, its body included. Default the client's. */
  timeoutMs?: number | undefined;
  /** Further attempts of this call after the first, 0 to 10. Default the client's. */
  maxRetries?: number | undefined;
  /** Milliseconds for this whole call, retries and waits included. Default the client's. */
  deadlineMs?: number | undefined;
  /**
   * Further headers of this call, such as a trace's. Not those that this package sets: `authorization`, `content-type`,
   * `idempotency-key` and `svc-...`.
   */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a call that takes an Idempotency-Key. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. A repetition within 72 hours returns the first one's response.
   * Default: a random one per call, the same over its retries. Give your own, such as an order number, to be
   * safe across restarts.
   */
  idempotencyKey?: string | undefined;
}

/** A call's object together with its HTTP response. */
export interface CallResponse<T> {
  data: T;
  /** HTTP status, 200 or 201. */
  status: number;
  headers: Headers;
  /** The response's `svc-request-id`: quote it to support. Null if a proxy removed it. */
  requestId: string | null;
  /** The key under which the call can be repeated without a second effect; null for calls that take none. */
  idempotencyKey: string | null;
  /** Requests sent, the last one included. */
  attempts: number;
  /** The service already had a response for this Idempotency-Key: `data` is that first response. */
  replayed: boolean;
}

/** A running call: a promise of its object. It was sent when it was created, awaited or not. */
export interface Call<T> extends Promise<T> {
  /** The object with its status, headers, request id and Idempotency-Key. Sends nothing itself. */
  withResponse(): Promise<CallResponse<T>>;
}

/**
 * One page of a list, newest first: `nextCursor` goes into `startingAfter` for the next. `for await` goes over its items and
 * those of all pages after it.
 */
export interface Page<T> extends AsyncIterable<T> {
  object: 'list';
  data: T[];
  /** Whether older items follow, also where `endingBefore` goes towards newer ones: `getNextPage` tells the end of those. */
  hasMore: boolean;
  nextCursor: string | null;
  /**
   * The page after this one, away from the starting point; null after the last. With `endingBefore` that is the page of newer
   * items, and null at the newest although `hasMore` is true.
   */
  getNextPage(): Promise<Page<T> | null>;
}
