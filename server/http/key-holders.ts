import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyAuth } from './context.ts';
import { whyOnlyReads } from './only-reads.ts';

/** A key that another process revoked is accepted here for at most this long. The contract says so. */
const REMEMBERED_MS = 1_000;
/** Some 5 MB. */
const MAX_REMEMBERED = 10_000;

/**
 * Finds the holders of API keys. One that was found is remembered for a second, so that a busy key does not
 * cost each of its requests a statement. Keys that are unknown or revoked, and those of merchants that only read,
 * are looked up each time: a new key works, and an approval counts, at once.
 */
export class KeyHolders {
  readonly #sql: Sql;
  readonly #clock: Clock;
  readonly #remembered = new Map<string, { auth: KeyAuth; readAtMs: number }>();
  /** How often everything was forgotten. */
  #generation = 0;

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /** The holder of the key with this hash; null if it is unknown or revoked. */
  async find(keyHash: Buffer): Promise<KeyAuth | null> {
    const name = keyHash.toString('latin1');
    const readAtMs = this.#clock.monotonicMs();
    const known = this.#remembered.get(name);
    if (known !== undefined && readAtMs - known.readAtMs < REMEMBERED_MS) return known.auth;
    const generation = this.#generation;
    const auth = await readHolder(this.#sql, keyHash);
    this.#remembered.delete(name);
    // What was read before a revocation must not be remembered after it.
    if (auth === null || auth.onlyReads !== null || generation !== this.#generation) return auth;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, { auth, readAtMs });
    return auth;
  }

  /** A key was revoked by this process, which refuses it from now on. */
  forget(): void {
    this.#generation += 1;
    this.#remembered.clear();
  }
}

async function readHolder(sql: Sql, keyHash: Buffer): Promise<KeyAuth | null> {
  const [row] = await sql<Omit<KeyAuth, 'kind'>[]>`
    select k.id as key_id, k.merchant_id, k.livemode, k.scope, ${whyOnlyReads(sql, sql`k.livemode`)} as only_reads
    from api_keys k join merchants m on m.id = k.merchant_id
    where k.key_hash = ${keyHash} and k.revoked_at is null`;
  return row ? { kind: 'key', ...row } : null;
}
