import type { AutopayErrorFields } from './errors.ts';
import { strikeSecrets } from './secrets.ts';

/** How much of a foreign answer an error shows: enough to recognise a proxy's page. */
const FIRST_CHARACTERS = 200;

/** A read answer of the service, and the call that it answers. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  idempotencyKey: string | null;
  /** Requests that were sent, this one included. */
  attempts: number;
}

/** How an attempt ended: with the answer's object, or with what an error says of it. */
export type Outcome = { data: object; failure?: undefined } | { failure: AutopayErrorFields };

/** What `answer` says. */
export function read(answer: Answer): Outcome {
  const { status, headers, text, idempotencyKey, attempts } = answer;
  const body = parseObject(text);
  const succeeded = status >= 200 && status < 300;
  if (succeeded && body) return { data: body };
  const common = {
    status,
    requestId: headers.get('svc-request-id'),
    idempotencyKey,
    attempts,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  };
  const told = body?.['error'] as Record<string, unknown> | undefined;
  if (!succeeded && typeof told?.['code'] === 'string' && typeof told['message'] === 'string') {
    const { code, message, type, param } = told;
    return {
      failure: {
        ...common,
        code,
        message,
        type: typeof type === 'string' ? type : 'api_error',
        param: typeof param === 'string' ? param : null,
      },
    };
  }
  const rawText = strikeSecrets(text).slice(0, FIRST_CHARACTERS);
  return {
    failure: {
      ...common,
      type: 'api_error',
      code: 'unexpected_response',
      message: `The answer with status ${status} is not Autopay's JSON: ${describe(answer, rawText)}. Is baseUrl right, and is a proxy in between?`,
      rawText,
    },
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function describe({ status, headers, text }: Answer, rawText: string): string {
  // A browser shows nothing of a redirect that it does not follow, and calls its status 0.
  if (status < 400 && (status >= 300 || status === 0))
    return `a redirect to ${strikeSecrets(headers.get('location') ?? 'another address')}, which is not followed`;
  return text === '' ? 'an empty body' : JSON.stringify(rawText);
}

/** Seconds from a retry-after header, which proxies also write as a date (RFC 9110 section 10.2.3); null if absent or unreadable. */
function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
