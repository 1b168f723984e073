import type { WebhookEvent } from './events.ts';
import type { Framework } from './frameworks.ts';
import type { HeadersLike } from './signature-header.ts';

/** A body that nothing has parsed. A string is taken as UTF-8; Node's Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A raw body with all headers of its request, or with the value of `svc-signature` alone. */
export type BodySource =
  | { body: RawBody; headers: HeadersLike; request?: never; header?: never }
  | { body: RawBody; header: string | null | undefined; request?: never; headers?: never };

/** Where the raw body and the signature come from: a Fetch API Request that nobody read, or a body with its header. */
export type WebhookSource =
  | BodySource
  | { request: Request; body?: never; headers?: never; header?: never }
  | { body: Request; request?: never; headers?: HeadersLike; header?: never };

/** What may differ from the defaults, beside the secrets. */
export interface VerifyOptions {
  /** The endpoint's `whsec_...`, whole; several while moving from one endpoint to another. Each is tried. */
  secrets: string | readonly string[];
  /** How far the signature's time may be from now, into the past and into the future. Seconds. Default 300. */
  toleranceSeconds?: number | undefined;
  /** A larger body is `body_too_large`. Bytes. Default 1,048,576 (1 MiB): an event has a few KiB. */
  maxBodyBytes?: number | undefined;
  /** Unix seconds. Default: the machine's clock. */
  now?: number | undefined;
  /** Whose fix an error's message names. Default: guessed from the source; the handlers of the subpaths set it. */
  framework?: Framework | undefined;
}

/** An event that Autopay sent. */
export interface VerifiedWebhook {
  /** Of a kind that this version knows, or an `UnknownEvent` of a newer service. */
  event: WebhookEvent;
  /** Which of `secrets` matched, from 0: once only the newest does, drop the others. */
  secretIndex: number;
  /** When it was signed, Unix seconds. Each delivery attempt is signed afresh. */
  timestamp: number;
}

/**
 * Whether the options can be trusted to check anything. An empty key would accept what anyone signs with an empty key, and an
 * unset environment variable arrives as undefined. A comparison with NaN is always false, so it could switch a check off; a negative
 * amount accepts nothing.
 */
export function areUsable(secrets: readonly string[], ...amounts: readonly number[]): boolean {
  return (
    secrets.every((secret) => typeof secret === 'string' && /^\S+$/.test(secret)) &&
    amounts.every(Number.isFinite)
  );
}
