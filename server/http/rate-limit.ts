import type { OutgoingMessage } from 'node:http';
import { ApiError } from '../../rules/api-error.ts';
import { networkOf } from './client-address.ts';
import type { RateStore, RateUsage } from './rate-store.ts';

export interface RateLimits {
  /** Requests per minute with one API key. */
  key: number;
  /** Requests per minute from one address without an accepted key. */
  address: number;
  /** Requests per minute from one address, over all keys: creating more keys does not help. */
  total: number;
  /** Merchants per minute that one address creates without signing up. */
  merchants: number;
  /** Sign-ups and sign-ins per minute from one address. */
  signIn: number;
  /** Wrong passwords per minute for one e-mail address, from all addresses together. */
  guesses: number;
  /**
   * Mandates per minute that one address starts from links and products, and gifts to test wallets with them.
   */
  checkout: number;
  /** Links to confirm an address for notices per minute that one address has sent, to whomever. */
  notices: number;
  /** CSV exports per minute of one merchant. */
  exports: number;
}

/**
 * Whom to count. A key is identified by its hash; null if the request has none, or the operation takes none.
 */
export interface RateSubject {
  address: string;
  keyHash: Buffer | null;
}

/**
 * How many accepted keys one process remembers; 10 MB. One that is forgotten costs its address one more
 * request.
 */
const MAX_PROVEN_KEYS = 100_000;
/**
 * A /48 is what one site gets, or a few of a provider's customers: it may make as many requests as 16 homes.
 */
const NETWORK_SHARE = 16;

/**
 * Decides whether a request may proceed before any work is done for it. A key has its own bucket once it was
 * accepted; until then it counts against its address, so that guessing keys is no faster than calling without
 * one.
 */
export class RateLimiter {
  readonly #store: RateStore;
  readonly #limits: RateLimits;
  readonly #provenKeys = new Set<string>();

  constructor(store: RateStore, limits: RateLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** What is left for an address, without counting. */
  peek(address: string): Promise<RateUsage> {
    return this.#store.peek(`address:${address}`, this.#limits.address);
  }

  /**
   * Counts a request, and returns which bucket it came from, as shown in its headers. If that is its
   * address's, and its key is then accepted, `keyAccepted` moves it. Throws `rate_limit_exceeded`.
   */
  async take({ address, keyHash }: RateSubject, res: OutgoingMessage): Promise<'key' | 'address'> {
    const key = keyHash?.toString('hex');
    if (key && this.#provenKeys.has(key)) {
      // Its key's bucket is shown instead.
      await this.#takeFromAddress('total', address, res, 0);
      await this.#takeFrom(`key:${key}`, this.#limits.key, res);
      return 'key';
    }
    await this.#takeFromAddress('address', address, res);
    return 'address';
  }

  /**
   * The key was accepted: from now on it has its own bucket, this request included. Throws
   * `rate_limit_exceeded`.
   */
  async keyAccepted(keyHash: Buffer, res: OutgoingMessage): Promise<void> {
    const key = keyHash.toString('hex');
    const [oldest] = this.#provenKeys;
    if (this.#provenKeys.size >= MAX_PROVEN_KEYS && !this.#provenKeys.has(key))
      this.#provenKeys.delete(oldest!);
    this.#provenKeys.add(key);
    await this.#takeFrom(`key:${key}`, this.#limits.key, res);
  }

  /** The key was rejected, perhaps because it has been revoked. */
  keyRefused(keyHash: Buffer): void {
    this.#provenKeys.delete(keyHash.toString('hex'));
  }

  /**
   * Counts a request in a bucket beside those of `take`. The headers show whichever has less left. Throws
   * `rate_limit_exceeded`.
   */
  async takeFrom(
    kind: 'merchants' | 'signIn' | 'guesses' | 'checkout' | 'notices' | 'exports',
    subject: string,
    res: OutgoingMessage,
  ): Promise<void> {
    const shown = Number(res.getHeader('ratelimit-remaining'));
    if (kind === 'guesses' || kind === 'exports') {
      await this.#takeFrom(`${kind}:${subject}`, this.#limits[kind], res, shown);
    } else await this.#takeFromAddress(kind, subject, res, shown);
  }

  /** Counts nothing. Throws `rate_limit_exceeded` if a bucket is used up. */
  async requireLeft(kind: 'guesses', subject: string, res: OutgoingMessage): Promise<void> {
    const usage = await this.#store.peek(`${kind}:${subject}`, this.#limits[kind]);
    if (usage.remaining === 0) refuse(usage, res);
  }

  /**
   * An IPv6 address also counts with its /48: whoever has one has 65,536 networks that are counted
   * separately.
   */
  async #takeFromAddress(
    kind: Exclude<keyof RateLimits, 'key' | 'guesses' | 'exports'>,
    address: string,
    res: OutgoingMessage,
    shown?: number,
  ): Promise<void> {
    const limit = this.#limits[kind];
    await this.#takeFrom(`${kind}:${address}`, limit, res, shown);
    const network = networkOf(address);
    if (network === null) return;
    const left = Number(res.getHeader('ratelimit-remaining'));
    await this.#takeFrom(`${kind}:${network}`, limit * NETWORK_SHARE, res, left);
  }

  async #takeFrom(bucket: string, limit: number, res: OutgoingMessage, shown = Infinity): Promise<void> {
    const { granted, ...usage } = await this.#store.take(bucket, limit);
    if (usage.remaining < shown) showUsage(res, usage);
    if (!granted) refuse(usage, res);
  }
}

function refuse(usage: RateUsage, res: OutgoingMessage): never {
  showUsage(res, usage);
  res.setHeader('retry-after', usage.resetSeconds);
  throw new ApiError('rate_limit_exceeded');
}

/** The headers that every response carries. */
export function rateHeaders({ limit, remaining, resetSeconds }: RateUsage): Record<string, number> {
  return { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds };
}

/** Shows a bucket's remaining requests on a response. */
export function showUsage(res: OutgoingMessage, usage: RateUsage): void {
  for (const [name, value] of Object.entries(rateHeaders(usage))) res.setHeader(name, value);
}
