import type { WebhookVerificationError } from './errors.ts';
import type { Claim, EventStore } from './event-store.ts';
import { EVENT_TYPES, isKnownEvent } from './event-types.ts';
import type { EventOf, UnknownEvent, WebhookEvent } from './events.ts';
import type { Framework } from './frameworks.ts';
import type { EventType } from './generated/events.ts';
import { isMasked } from './masked.ts';
import type { VerifyOptions, WebhookSource } from './options.ts';
import { verify } from './verify.ts';

type Secrets = VerifyOptions['secrets'];

/** How to verify, and where to remember handled events. */
export interface WebhooksOptions {
  /**
   * The endpoint's `whsec_...`, several while moving between endpoints, or a function that returns them. The
   * function is called for each webhook, so it works with a build that lacks the environment variable, or
   * with a vault.
   */
  secrets: Secrets | (() => Secrets | undefined | Promise<Secrets | undefined>);
  /** Seconds. Default 300. */
  toleranceSeconds?: number;
  /** Bytes. Default 1,048,576. */
  maxBodyBytes?: number;
  /** Unix seconds. Default: the machine's clock. */
  now?: () => number;
  /** Default none: then handlers see an event as often as it is delivered. */
  store?: EventStore;
  /**
   * How long a claim on an event lasts if its process dies. Seconds. Default 45: shorter than the 60 s before
   * the service's first retry, longer than the 15 s that it waits for a response.
   */
  leaseSeconds?: number;
  /** Called with the error of a rejected webhook before the response, for logging. */
  onRefused?: (error: WebhookVerificationError) => void;
}

/** What a handler gets beside the event. */
export interface HandlerContext {
  /** Index of the matching secret in `secrets`. */
  secretIndex: number;
  /** When this delivery was signed, Unix seconds. */
  timestamp: number;
  /**
   * The claim that is committed after the handler; null without a store. Commit it in your own transaction to
   * handle exactly once.
   */
  claim: Claim | null;
}

/** The response waits for its result. If it throws, the response is 500 and the service delivers again. */
export type Handler<E> = (event: E, context: HandlerContext) => unknown;

/**
 * `unhandled`: there is no handler. `duplicate`: handled before. `in_progress`: another delivery is being
 * handled.
 */
export interface WebhookOutcome {
  outcome: 'handled' | 'unhandled' | 'duplicate' | 'in_progress';
  event: WebhookEvent;
}

/** Verifies webhooks and passes each event to the handler of its type, once. Created by `webhooks`. */
export class Webhooks<Handled extends EventType = never> {
  readonly #options: WebhooksOptions;
  readonly #handlers = new Map<string, Handler<never>>();
  #unknown: Handler<UnknownEvent> | undefined;

  constructor(options: WebhooksOptions) {
    this.#options = checkOptions(options);
  }

  /** Bytes: the most that the subpaths' handlers read of a body. */
  get maxBodyBytes(): number {
    return this.#options.maxBodyBytes ?? 1_048_576;
  }

  /**
   * Calls `handler` with each event of `type`. Throws TypeError for an unknown type, and for one that already
   * has a handler.
   */
  on<T extends EventType>(type: T, handler: Handler<EventOf<T>>): Webhooks<Handled | T> {
    if (!EVENT_TYPES.includes(type)) {
      throw new TypeError(
        `type: ${String(type)} is no event of this version; onUnknown is for those of newer ones.`,
      );
    }
    if (this.#handlers.has(type)) throw new TypeError(`type: ${type} has a handler already.`);
    this.#handlers.set(type, checkHandler(handler));
    return this as unknown as Webhooks<Handled | T>;
  }

  /**
   * Calls `handler` with each event of a type that this version does not know. Without one they are accepted
   * and ignored.
   */
  onUnknown(handler: Handler<UnknownEvent>): this {
    this.#unknown = checkHandler(handler);
    return this;
  }

  /** Does nothing, but compiles only if every type has a handler: the error names the first missing one. */
  exhaustive(
    ...missing: [Exclude<EventType, Handled>] extends [never] ? [] : [missing: Exclude<EventType, Handled>]
  ): this {
    void missing;
    return this;
  }

  /**
   * Verifies the webhook and waits for its handler. Throws `WebhookVerificationError` if the webhook is
   * rejected, the handler's error, `ClaimLostError`, or the store's error. The subpaths' handlers turn all of
   * these into an HTTP response.
   */
  async handle(
    source: WebhookSource,
    { framework }: { framework?: Framework } = {},
  ): Promise<WebhookOutcome> {
    const { secrets, toleranceSeconds, maxBodyBytes, now, store, leaseSeconds = 45 } = this.#options;
    const { event, secretIndex, timestamp } = await this.#telling(async () => {
      const given = typeof secrets === 'function' ? await secrets() : secrets;
      const options = { secrets: given ?? [], toleranceSeconds, maxBodyBytes, now: now?.(), framework };
      return verify({ ...source, ...options });
    });

    const handler = isKnownEvent(event) ? this.#handlers.get(event.type) : this.#unknown;
    if (!handler) return { outcome: 'unhandled', event };
    const claim = store ? await store.claim(event.id, leaseSeconds) : null;
    if (claim === 'done') return { outcome: 'duplicate', event };
    if (claim === 'busy') return { outcome: 'in_progress', event };
    try {
      await handler(event as never, { secretIndex, timestamp, claim });
    } catch (error) {
      // If this fails too, the lease expires by itself; the handler's error is the one that matters.
      if (claim) await store?.release(claim).catch(() => {});
      throw error;
    }
    if (claim) await store?.commit(claim);
    return { outcome: 'handled', event };
  }

  async #telling<T>(verifying: () => Promise<T>): Promise<T> {
    try {
      return await verifying();
    } catch (error) {
      if ((error as Error).name === 'WebhookVerificationError') {
        this.#options.onRefused?.(error as WebhookVerificationError);
      }
      throw error;
    }
  }
}

/**
 * A receiver of webhooks: add handlers with `on`, then pass it to a framework's subpath, or call `handle`.
 */
export function webhooks(options: WebhooksOptions): Webhooks {
  return new Webhooks(options);
}

const OPTIONS = /^(secrets|toleranceSeconds|maxBodyBytes|now|store|leaseSeconds|onRefused)$/;

function checkOptions(options: WebhooksOptions): WebhooksOptions {
  const { secrets, store, leaseSeconds, onRefused, now } = options;
  for (const name in options) if (!OPTIONS.test(name)) throw new TypeError(`options.${name} is no option.`);
  if (
    typeof secrets !== 'function' &&
    ![secrets].flat().every((each) => typeof each === 'string' && /^\S+$/.test(each))
  )
    throw new TypeError(
      'secrets must be whsec_... without white space, several of them, or a function; is the variable set?',
    );
  if (typeof secrets !== 'function' && [secrets].flat().some(isMasked))
    throw new TypeError('secrets must be whole: whsec_... with dots is what lists show instead of a secret.');
  if (Array.isArray(secrets) && secrets.length === 0) throw new TypeError('secrets must not be empty.');
  for (const name of ['toleranceSeconds', 'maxBodyBytes', 'leaseSeconds'] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      throw new RangeError(`${name} must be a number, 0 or more; it is ${String(value)}.`);
  }
  // A claim without a duration keeps no other delivery from the event.
  if (leaseSeconds === 0) throw new RangeError('leaseSeconds must be more than 0.');
  for (const [name, value] of Object.entries({ now, onRefused }))
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name} must be a function.`);
  for (const step of ['claim', 'commit', 'release'] as const)
    if (store && typeof store[step] !== 'function')
      throw new TypeError(`store must have a function ${step}.`);
  return { ...options };
}

function checkHandler<H>(handler: H): H {
  if (typeof handler !== 'function') throw new TypeError('handler must be a function.');
  return handler;
}
