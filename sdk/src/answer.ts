import { AutopayError } from './errors.ts';

/** How much of a foreign answer an error shows: enough to recognise a proxy's page. */
const FIRST_CHARACTERS = 200;

/** A cut-off answer may hold a secret that was to be shown once: API keys, and any run as long as a 256-bit secret. */
const SECRETS = /(?:sk|rk)_(?:test|live)_\w*|(?:whsec|ws)_\w*|[A-Za-z0-9+/_-]{32,}/g;

/** A read answer of the service. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The error that `answer` stands for, or null where it is a success with a JSON object in it. */
export function errorOf(answer: Answer, idempotencyKey: string | null): AutopayError | null {
  const { status, headers, text } = answer;
  const body = parseObject(text);
  const succeeded = status >= 200 && status < 300;
  if (succeeded && body) return null;
  const common = {
    status,
    requestId: headers.get('svc-request-id'),
    idempotencyKey,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  };
  const told = body?.['error'] as Record<string, unknown> | undefined;
  if (!succeeded && typeof told?.['code'] === 'string' && typeof told['message'] === 'string') {
    const { code, message, type, param } = told;
    return new AutopayError({
      ...common,
      code,
      message,
      type: typeof type === 'string' ? type : 'api_error',
      param: typeof param === 'string' ? param : null,
    });
  }
  return new AutopayError({
    ...common,
    type: 'api_error',
    code: 'unexpected_response',
    message: `The answer with status ${status} is not Autopay's JSON: ${describe(answer)}. Is baseUrl right, and is a proxy in between?`,
  });
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

function describe({ status, headers, text }: Answer): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location) return `a redirect to ${location}, which is not followed`;
  if (text === '') return 'an empty body';
  return JSON.stringify(text.replace(SECRETS, '***').slice(0, FIRST_CHARACTERS));
}

/** Seconds from a retry-after header, which proxies also write as a date (RFC 9110 section 10.2.3); null if absent or unreadable. */
function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
