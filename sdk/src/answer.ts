import type { AutopayErrorFields } from './errors.ts';
import { strike, strikeLong } from './secrets.ts';
import type { CallResponse } from './types.ts';

/** How much of a foreign response an error shows: enough to recognize a proxy's page. */
const FIRST_CHARACTERS = 200;

/** How an attempt ended: with the response's object, or with the fields of an error. */
export type Outcome = { data: object } | { failure: AutopayErrorFields };

/** The response to a call's last attempt that had one. */
export interface Arrival {
  /** Null until there is one. */
  response: Response | null;
  /** Requests sent, the last one included. */
  attempts: number;
}

/** What a caller is told of it beside its data. Read when asked for: most calls never ask, and each header costs a microsecond. */
export function describe(
  arrival: Arrival,
  idempotencyKey: string | null,
): Omit<CallResponse<unknown>, 'data'> {
  const { status, headers } = arrival.response!;
  return {
    status,
    headers,
    requestId: requestIdOf(arrival),
    idempotencyKey,
    attempts: arrival.attempts,
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

export function requestIdOf({ response }: Arrival): string | null {
  return response!.headers.get('svc-request-id');
}

/**
 * Parses `text`, the body of `arrival`. `token` never appears in an error. `object`: what the
 * success must say it is, null if it says nothing.
 */
export function read(
  arrival: Arrival,
  text: string,
  token: string | null,
  object: string | null,
  idempotencyKey: string | null,
): Outcome {
  const { status } = arrival.response!;
  const succeeded = status >= 200 && status < 300;
  const body = parseObject(succeeded ? text : strike(text, token));
  if (succeeded && body && isOurs(body, object)) return { data: body };
  const { headers } = arrival.response!;
  const common = {
    status,
    requestId: requestIdOf(arrival),
    idempotencyKey,
    attempts: arrival.attempts,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  };
  const { code, message, type, param } = (body?.['error'] ?? {}) as Record<string, unknown>;
  if (!succeeded && typeof code === 'string' && typeof message === 'string') {
    return {
      failure: {
        ...common,
        code,
        message,
        type: String(type),
        param: param === undefined ? null : String(param),
      },
    };
  }
  const rawText = strikeLong(text, token).slice(0, FIRST_CHARACTERS);
  // A browser reveals nothing of a redirect that it does not follow, and reports status 0.
  const redirected = status < 400 && (status >= 300 || status === 0);
  const what = redirected
    ? `a redirect to ${strikeLong(headers.get('location') ?? 'elsewhere', token)}, which is not followed`
    : text
      ? JSON.stringify(rawText)
      : 'an empty body';
  return {
    failure: {
      ...common,
      type: 'api_error',
      code: 'unexpected_response',
      message: `The response with status ${status} is not Autopay's JSON${succeeded && object ? ` of a ${object}` : ''}: ${what}. Is baseUrl right, and is a proxy in between?`,
      rawText,
    },
  };
}

/** Every object of the contract names its type: a status page's `{"ok":true}` does not. */
function isOurs(body: Record<string, unknown>, object: string | null): boolean {
  return object === null || (body['object'] === object && (object !== 'list' || Array.isArray(body['data'])));
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null;
  } catch {
    return null;
  }
}

/** Seconds from a retry-after header, which proxies also write as a date (RFC 9110 section 10.2.3); null if absent or unreadable. */
function retryAfterSeconds(header: string | null): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
