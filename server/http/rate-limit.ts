import type { OutgoingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { networkOf } from './client-address.ts';
import type { RateStore, RateUsage } from './rate-store.ts';

export interface RateLimits {
  /** Requests a minute with one API key. */
  key: number;
  /** Requests a minute from one address without a key that was accepted. */
  address: number;
  /** Requests a minute from one address, with all keys together: whoever makes themselves many keys gets no more. */
  total: number;
  /** Merchants a minute that one address makes without signing up. */
  merchants: number;
  /** Sign-ups and sign-ins a minute from one address. */
  signIn: number;
  /** Wrong passwords a minute for one e-mail address, from all addresses together. */
  guesses: number;
  /** Mandates a minute that one address starts from links and products, and gifts to test wallets with them. */
  checkout: number;
}

/** Who is counted. A key is named by its hash; null where the request carries none, or the operation takes none. */
export interface RateSubject {
  address: string;
  keyHash: Buffer | null;
}

/** As many keys as one process remembers to have accepted; 10 MB. One that is forgotten costs its address one request more. */
const MAX_PROVEN_KEYS = 100_000;
/** A /48 is what one site gets, or a few of a provider's customers: it may do as much as 16 homes. */
const NETWORK_SHARE = 16;

/**
 * Decides whether a request may go on before anything is done for it. A key has a bucket of its own from the moment it was accepted;
 * until then it counts against its address, so that guessing keys is no faster than calling without one.
 */
export class RateLimiter {
  readonly #store: RateStore;
  readonly #limits: RateLimits;
  readonly #provenKeys = new Set<string>();

  constructor(store: RateStore, limits: RateLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** What is left for an address, counting nothing. */
  peek(address: string): Promise<RateUsage> {
    return this.#store.peek(`address:${address}`, this.#limits.address);
  }

  /**
   * Counts a request, and answers which bucket it came out of, as its headers show. One that came out of its address's, and whose key is then
   * accepted, is owed to `keyAccepted`. Throws `rate_limit_exceeded`.
   */
  async take({ address, keyHash }: RateSubject, res: OutgoingMessage): Promise<'key' | 'address'> {
    const key = keyHash?.toString('hex');
    if (key && this.#provenKeys.has(key)) {
      await this.#takeFromAddress('total', address, res);
      await this.#takeFrom(`key:${key}`, this.#limits.key, res);
      return 'key';
    }
    await this.#takeFromAddress('address', address, res);
    return 'address';
  }

  /** The key was accepted: from now on it has its own bucket, this request included. Throws `rate_limit_exceeded`. */
  async keyAccepted(keyHash: Buffer, res: OutgoingMessage): Promise<void> {
    const key = keyHash.toString('hex');
    const [oldest] = this.#provenKeys;
    if (this.#provenKeys.size >= MAX_PROVEN_KEYS && !this.#provenKeys.has(key))
      this.#provenKeys.delete(oldest!);
    this.#provenKeys.add(key);
    await this.#takeFrom(`key:${key}`, this.#limits.key, res);
  }

  /** The key was refused, perhaps because it was revoked since. */
  keyRefused(keyHash: Buffer): void {
    this.#provenKeys.delete(keyHash.toString('hex'));
  }

  /** Counts a request in a bucket beside those of `take`. Its headers show whichever has less left. Throws `rate_limit_exceeded`. */
  async takeFrom(
    kind: 'merchants' | 'signIn' | 'guesses' | 'checkout',
    subject: string,
    res: OutgoingMessage,
  ): Promise<void> {
    const shown = Number(res.getHeader('ratelimit-remaining'));
    if (kind === 'guesses') await this.#takeFrom(`${kind}:${subject}`, this.#limits[kind], res, shown);
    else await this.#takeFromAddress(kind, subject, res, shown);
  }

  /** Counts nothing. Throws `rate_limit_exceeded` where a bucket holds none any more. */
  async requireLeft(kind: 'guesses', subject: string, res: OutgoingMessage): Promise<void> {
    const usage = await this.#store.peek(`${kind}:${subject}`, this.#limits[kind]);
    if (usage.remaining === 0) refuse(usage, res);
  }

  /** An IPv6 address counts with its /48 as well: whoever has one has 65,536 networks that are counted apart. */
  async #takeFromAddress(
    kind: Exclude<keyof RateLimits, 'key' | 'guesses'>,
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

/** Puts what is left of a bucket on a response. */
export function showUsage(res: OutgoingMessage, usage: RateUsage): void {
  for (const [name, value] of Object.entries(rateHeaders(usage))) res.setHeader(name, value);
}
