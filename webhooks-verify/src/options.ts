import type { WebhookEvent } from './events.ts';
import type { Framework } from './frameworks.ts';
import type { HeadersLike } from './signature-header.ts';

/** An unparsed body. A string is taken as UTF-8; Node's Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A raw body with all headers of its request, or only the value of `svc-signature`. */
export type BodySource =
  | { body: RawBody; headers: HeadersLike; request?: never; header?: never }
  | { body: RawBody; header: string | null | undefined; request?: never; headers?: never };

/** Where the raw body and the signature come from: an unread Fetch API Request, or a body with its header. */
export type WebhookSource =
  | BodySource
  | { request: Request; body?: never; headers?: never; header?: never }
  | { body: Request; request?: never; headers?: HeadersLike; header?: never };

/** Options; all but the secrets have defaults. */
export interface VerifyOptions {
  /**
   * The endpoint's complete `whsec_...`; several while moving from one endpoint to another. Each is tried.
   */
  secrets: string | readonly string[];
  /** How far the signature's time may be from now, in the past or the future. Seconds. Default 300. */
  toleranceSeconds?: number | undefined;
  /** A larger body is `body_too_large`. Bytes. Default 1,048,576 (1 MiB): an event has a few KiB. */
  maxBodyBytes?: number | undefined;
  /** Unix seconds. Default: the machine's clock. */
  now?: number | undefined;
  /**
   * Which framework's fix an error's message gives. Default: guessed from the source; the subpaths' handlers
   * set it.
   */
  framework?: Framework | undefined;
}

/** An event that Autopay sent. */
export interface VerifiedWebhook {
  /** Of a type that this version knows, or an `UnknownEvent` of a newer service. */
  event: WebhookEvent;
  /** Index of the matching secret in `secrets`: once only the newest matches, remove the others. */
  secretIndex: number;
  /** When it was signed, Unix seconds. Each delivery attempt is signed anew. */
  timestamp: number;
}

/**
 * Whether the options can be relied on. An empty key would accept anything signed with an empty key, and an
 * unset environment variable arrives as undefined. A comparison with NaN is always false, which could disable
 * a check; a negative amount accepts nothing. Also whether the words of an event are words.
 */
export function areUsable(words: readonly string[], ...amounts: readonly number[]): boolean {
  return (
    words.every((word) => typeof word === 'string' && /^\S+$/.test(word)) && amounts.every(Number.isFinite)
  );
}
