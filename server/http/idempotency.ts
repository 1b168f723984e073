import { hash } from 'node:crypto';
import type { Db, Sql, Statement, Tx } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Clock } from '../lib/clock.ts';
import { gathered } from '../lib/gathered.ts';
import { decryptSecret, encryptSecret, type SecretKeyRing } from '../lib/secret-box.ts';
import type { Logger } from '../log.ts';
import type { IdempotencyClaim, StoredResponse } from './context.ts';
import {
  claimKey,
  claimNewKeys,
  findKey,
  type HeldKey,
  heldKeyUpdate,
  type KeyScope,
  updateHeldKey,
} from './idempotency-queries.ts';

/**
 * How long a dead process blocks its keys. A live one renews after a third of this, so requests may take
 * longer.
 */
const LEASE_SECONDS = 60;

/** What idempotency depends on. */
export interface IdempotencyStore {
  sql: Sql;
  clock: Clock;
  secretKeys: SecretKeyRing;
  log: Logger;
}

/** A request with a key. */
export interface KeyedRequest {
  scope: KeyScope;
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** The response of the first request with the key, byte for byte. */
export interface Replay {
  status: number;
  bytes: Buffer;
}

/**
 * Claims the key for `request`, or returns the stored response. Throws `request_in_flight` while another
 * request holds it, and `parameter_invalid` if it belongs to a different request.
 */
export async function claimIdempotencyKey(
  store: IdempotencyStore,
  { scope, method, path, body }: KeyedRequest,
): Promise<HeldClaim | Replay> {
  const requestHash = hash('sha256', `${method} ${path}\n${canonicalJson(body)}`, 'buffer');
  const now = store.clock.seconds();
  const claimedAt = await claimGathered(store.sql, `${scope.merchantId}/${scope.livemode}`, {
    scope,
    requestHash,
    now,
  });
  if (claimedAt !== null) return new HeldClaim(store, { ...scope, claimedAt }, null);
  const claimed = await claimKey(store.sql, scope, { requestHash, now, leaseUntil: now + LEASE_SECONDS });
  if (claimed) return new HeldClaim(store, { ...scope, claimedAt: claimed.claimedAt }, claimed.resourceId);
  const row = await findKey(store.sql, scope);
  if (row && !row.requestHash.equals(requestHash)) {
    throw new ApiError('parameter_invalid', {
      param: 'Idempotency-Key',
      message: 'This Idempotency-Key was used for a different request. Use a new key for each new request.',
    });
  }
  if (row?.state !== 'done') throw new ApiError('request_in_flight');
  return { status: row.status!, bytes: decryptSecret(store.secretKeys, row.body!, contextOf(scope)) };
}

/** A key that may be new. */
interface NewKey {
  scope: KeyScope;
  requestHash: Buffer;
  now: number;
}

/** Claims keys that nobody has used: a merchant's requests at once share a statement. */
const claimGathered = gathered(async (sql: Sql, asked: readonly NewKey[]) => {
  const now = Math.max(...asked.map((one) => one.now));
  // The same key twice at once: the first has it, and the others find it taken.
  const byKey = new Map(asked.toReversed().map((one) => [one.scope.key, one]));
  const keys = [...byKey].map(([key, { requestHash }]) => ({ key, requestHash }));
  const claimed = await claimNewKeys(sql, asked[0]!.scope, keys, { now, leaseUntil: now + LEASE_SECONDS });
  return asked.map((one) => (claimed.has(one.scope.key) && byKey.get(one.scope.key) === one ? now : null));
});

/** A key that this request holds until `settle` or `release`, exactly one of which is always called. */
export class HeldClaim implements IdempotencyClaim {
  readonly resourceId: string | null;
  readonly #store: IdempotencyStore;
  readonly #held: HeldKey;
  readonly #renewal: NodeJS.Timeout;
  /** The body that the handler stores in a transaction of its own. */
  #completed: unknown;

  constructor(store: IdempotencyStore, held: HeldKey, resourceId: string | null) {
    this.#store = store;
    this.#held = held;
    this.resourceId = resourceId;
    this.#renewal = setInterval(() => void this.#renew(), (LEASE_SECONDS * 1000) / 3).unref();
  }

  async saveResource(tx: Tx, id: string): Promise<void> {
    if (!(await updateHeldKey(tx, this.#held, { resourceId: id }))) throw new ApiError('request_in_flight');
  }

  async complete(tx: Tx, response: StoredResponse): Promise<void> {
    const { count } = await this.completion(tx, response);
    if (count === 0) throw new ApiError('request_in_flight');
  }

  completion(db: Db, response: StoredResponse, condition?: Statement): Statement {
    this.#completed = response.body;
    return heldKeyUpdate(db, this.#held, { state: 'done', ...this.#boxed(response) }, condition);
  }

  /** The handler has decided: stores its response, unless it did so itself. */
  async settle(response: StoredResponse): Promise<void> {
    clearInterval(this.#renewal);
    // A handler whose transaction was rolled back throws, and has another response.
    if (response.body === this.#completed) return;
    await updateHeldKey(this.#store.sql, this.#held, { state: 'done', ...this.#boxed(response) });
  }

  /** The handler failed without a decision: the next request with this key may try at once. */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#endLease(LEASE_SECONDS);
  }

  /** If Postgres is down, tries again each second: a restart takes less time than the rest of the lease. */
  async #endLease(tries: number): Promise<void> {
    try {
      await updateHeldKey(this.#store.sql, this.#held, { leaseUntil: 0 });
    } catch (error) {
      if (tries > 1) setTimeout(() => void this.#endLease(tries - 1).catch(() => {}), 1_000).unref();
      throw error;
    }
  }

  #boxed({ status, body }: StoredResponse): { status: number; body: Buffer } {
    const text = JSON.stringify(body);
    return { status, body: encryptSecret(this.#store.secretKeys, text, contextOf(this.#held)) };
  }

  async #renew(): Promise<void> {
    const { sql, clock, log } = this.#store;
    try {
      await updateHeldKey(sql, this.#held, { leaseUntil: clock.seconds() + LEASE_SECONDS });
    } catch (error) {
      // Retried twice before the lease expires; a use case that lost its key gets an error when it completes.
      log.warn({ err: error }, 'could not renew the lease of an Idempotency-Key');
    }
  }
}

/** JSON with the keys of every object sorted, so that the order of fields does not matter. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, nested: unknown) => {
    if (typeof nested !== 'object' || nested === null || Array.isArray(nested)) return nested;
    return Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A stored response can be decrypted only in its own row: it may contain a client_secret. */
function contextOf({ merchantId, livemode, key }: KeyScope): string {
  return `idempotency|${merchantId}|${livemode ? 'live' : 'test'}|${key}`;
}
