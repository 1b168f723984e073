import type { Tx } from '../db/connect.ts';
import type { Logger } from '../log.ts';

/** Who calls with a secret key, and what the key may do. */
export interface KeyAuth {
  kind: 'key';
  keyId: string;
  merchantId: string;
  livemode: boolean;
  /** `read` may only GET. */
  scope: 'full' | 'read';
  /** The platform's owner has not approved the merchant yet: it only reads. */
  isPending?: boolean;
}

/** A merchant's person who is signed in. May do what a full key may, and what no key may. */
export interface SessionAuth {
  kind: 'session';
  sessionId: string;
  merchantId: string;
  /** From `svc-mode`. */
  livemode: boolean;
  /** As a key's. */
  isPending?: boolean;
}

/** A payer who is signed in with their wallet. */
export interface WalletAuth {
  kind: 'wallet';
  sessionId: string;
  /** The wallet's address. */
  payer: string;
  /** From `svc-mode`. A mandate that is addressed by its id has a mode of its own. */
  livemode: boolean;
}

/** The platform's owner. */
export interface OwnerAuth {
  kind: 'owner';
  /** From `svc-mode`. */
  livemode: boolean;
}

/** Who calls. */
export type Auth = KeyAuth | SessionAuth | WalletAuth | OwnerAuth;

/** What a handler knows of the request beside its input. */
export interface RequestContext {
  /** Names the exchange in the log and in `svc-request-id`. */
  requestId: string;
  /** Where the request comes from, as it is counted. */
  address: string;
  /** Unix seconds, real time. */
  now: number;
  /** Null where the operation takes no such credential, or can do without. */
  auth: Auth | null;
  /** Aborts when nobody waits for the answer any more. For waiting only: money work that was begun is finished. */
  signal: AbortSignal;
  log: Logger;
  /** Null without an `Idempotency-Key`. */
  idempotency: IdempotencyClaim | null;
}

/**
 * The request's hold on its `Idempotency-Key`. Both methods throw `request_in_flight` when another request has taken the key over
 * since (this process hung for longer than the lease), so that the transaction they are in is rolled back.
 */
export interface IdempotencyClaim {
  /** What an earlier request with this key created before it died: go on with that instead of creating another. */
  readonly resourceId: string | null;
  /** Writes the id of what is being created, for whoever comes next. Belongs into the transaction that inserts it. */
  saveResource(tx: Tx, id: string): Promise<void>;
  /** Stores the response for replays. Belongs into the transaction of the effect, where there is one. */
  complete(tx: Tx, response: StoredResponse): Promise<void>;
}

/** A response as a handler decides it. */
export interface StoredResponse {
  status: number;
  body: unknown;
  /** The value of a `Set-Cookie` header. It is not stored: a replay sets no cookie. */
  cookie?: string;
}
