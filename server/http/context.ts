import type { Role } from '../../rules/merchants/role.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Db, Statement, Tx } from '../db/connect.ts';
import type { Logger } from '../log.ts';

/** A caller with a secret key, and what the key may do. */
export interface KeyAuth {
  kind: 'key';
  keyId: string;
  merchantId: string;
  livemode: boolean;
  /** `read` may only GET. */
  scope: 'full' | 'read';
  /** Why the merchant may only read: the platform's owner has not approved it yet, or it has departed to another deployment; null: it may write. */
  onlyReads: 'unapproved' | 'departed' | null;
}

/** A signed-in person at one of their merchants. The role decides what they may do. */
export interface SessionAuth {
  kind: 'session';
  sessionId: string;
  accountId: string;
  merchantId: string;
  role: Role;
  /** From `svc-mode`. */
  livemode: boolean;
  /** As for a key. */
  onlyReads: KeyAuth['onlyReads'];
  /** What the person has to do before anything else works: prove their second factor, or add the one that the merchant requires. */
  waitsFor: 'proof' | 'second_factor' | null;
}

/** A payer signed in with their wallet. */
export interface WalletAuth {
  kind: 'wallet';
  sessionId: string;
  /** The wallet's address. */
  payer: string;
  /** From `svc-mode`. A mandate addressed by its id has its own mode. */
  livemode: boolean;
}

/** The platform's owner. */
export interface OwnerAuth {
  kind: 'owner';
  /** From `svc-mode`. */
  livemode: boolean;
}

/** The caller. */
export type Auth = KeyAuth | SessionAuth | WalletAuth | OwnerAuth;

/** What a handler knows about the request beside its input. */
export interface RequestContext {
  /** Identifies the exchange in the log and in `svc-request-id`. */
  requestId: string;
  /** The client's address, in the form that is counted. */
  address: string;
  /** What the client's program says of itself; null if nothing. At most 400 characters. */
  userAgent: string | null;
  /** Unix seconds, real time. */
  now: number;
  /** Null if the operation takes no such credential, or can do without. */
  auth: Auth | null;
  /**
   * Aborts when nobody waits for the response any more. Only for waiting: money work that was begun is
   * finished.
   */
  signal: AbortSignal;
  log: Logger;
  /** Null without an `Idempotency-Key`. */
  idempotency: IdempotencyClaim | null;
  /** The request's line in the audit log; null for one that only reads. */
  audit: AuditTrail | null;
}

/**
 * The request's claim on its `Idempotency-Key`. Both methods throw `request_in_flight` if another request has
 * taken the key over since (this process hung for longer than the lease), so that their transaction is rolled
 * back.
 */
export interface IdempotencyClaim {
  /**
   * What an earlier request with this key created before it died: continue with that instead of creating
   * another.
   */
  readonly resourceId: string | null;
  /**
   * Stores the id of what is being created, for the next holder. Call it in the transaction that inserts it.
   */
  saveResource(tx: Tx, id: string): Promise<void>;
  /** Stores the response for replays. Call it in the transaction of the effect, if there is one. */
  complete(tx: Tx, response: StoredResponse): Promise<void>;
  /**
   * The statement of `complete`, for the `with` list of a larger one. It does nothing unless `condition` holds, and returns a row, or none
   * where `complete` would throw.
   */
  completion(db: Db, response: StoredResponse, condition?: Statement): Statement;
}

/** A response as decided by a handler. */
export interface StoredResponse {
  status: number;
  body: unknown;
  /** The value of a `Set-Cookie` header. Not stored: a replay sets no cookie. */
  cookie?: string;
}
