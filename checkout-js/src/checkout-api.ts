import { checkAccess } from './checkout-options.ts';
import { CheckoutError } from './errors.ts';
import type { components } from './generated/api.ts';
import { isView } from './view-shape.ts';

/** The mandate as its payer sees it. */
export type CheckoutView = components['schemas']['CheckoutView'];

/** Which mandate, on which deployment, and the secret that grants access. */
export interface CheckoutAccess {
  /** Address of the deployment, such as https://pay.example.com. */
  apiBase: string;
  mandateId: string;
  /** The mandate's `client_secret`. Never the merchant's secret key. */
  clientSecret: string;
  /** A custom fetch. Default: the runtime's. */
  fetch?: typeof globalThis.fetch;
  /** Aborts the call, which rejects with the signal's reason. A transaction that was sent may still land. */
  signal?: AbortSignal;
}

type Answer = Record<string, unknown>;

/** The service responds to a refresh within about 8 s; the rest is for slow phones. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A read is answered from memory, and can be repeated: nobody should look at a page that says nothing for longer. */
const READ_TIMEOUT_MS = 8_000;

/** Reads the view. */
export function getView(access: CheckoutAccess): Promise<CheckoutView> {
  return viewFrom(access, 'GET', '');
}

/**
 * Makes the service look for the authorization on chain, starting with `signature` if the wallet reported
 * one. Returns a mandate that is no longer pending unchanged. Throws insufficient_funds.
 */
export async function refresh(access: CheckoutAccess, signature?: string): Promise<CheckoutView> {
  try {
    return await viewFrom(access, 'POST', '/refresh', signature === undefined ? {} : { signature });
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'mandate_not_pending') return getView(access);
    throw error;
  }
}

/** Calls an operation that returns the view. Throws CheckoutError. */
export async function viewFrom(
  access: CheckoutAccess,
  method: 'GET' | 'POST',
  suffix: string,
  body?: object,
): Promise<CheckoutView> {
  const isOurs = (answer: Answer) => isView(answer) && answer['id'] === access.mandateId;
  return (await callCheckout(access, method, suffix, isOurs, body)) as unknown as CheckoutView;
}

/**
 * Calls one operation and returns its JSON after checking it. Throws CheckoutError, the signal's reason, or a
 * TypeError that names a wrong argument, before anything is sent.
 */
export async function callCheckout(
  access: CheckoutAccess,
  method: 'GET' | 'POST',
  suffix: string,
  isExpected: (answer: Answer) => boolean,
  body?: object,
): Promise<Answer> {
  checkAccess(access);
  const url = new URL(
    `${/^.*[^/]/s.exec(access.apiBase)?.[0] ?? ''}/v1/checkout/mandates/${encodeURIComponent(access.mandateId)}${suffix}`,
  );
  url.searchParams.set('client_secret', access.clientSecret);
  const fetch = access.fetch ?? globalThis.fetch;
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  access.signal?.throwIfAborted();
  access.signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, method === 'GET' ? READ_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      // The URL carries the client_secret: no cookies, no referrer, no cache, no redirect.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      signal: attempt.signal,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (cause) {
    access.signal?.throwIfAborted();
    throw new CheckoutError('connection_failed', 'The payment service did not answer. Try again.', { cause });
  } finally {
    clearTimeout(timer);
    access.signal?.removeEventListener('abort', abort);
  }
  const answer = parseObject(text);
  if (response.ok && answer && isExpected(answer)) return answer;
  throw errorFrom(response, answer, excerptOf(text, access));
}

function errorFrom(response: Response, body: Answer | null, excerpt: string): CheckoutError {
  const retryAfter = response.headers.get('retry-after');
  const details = {
    status: response.status,
    requestId: response.headers.get('svc-request-id'),
    retryAfterSeconds: retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
  };
  const error = body?.['error'] as Answer | undefined;
  if (response.ok || typeof error?.['code'] !== 'string') {
    return new CheckoutError(
      'unexpected_response',
      `The response with status ${response.status} is not Autopay's. Is apiBase right? It began: ${excerpt}`,
      details,
    );
  }
  const code = error['code'] === 'verification_failed' ? 'insufficient_funds' : error['code'];
  return new CheckoutError(code, String(error['message']), details);
}

/**
 * The beginning of a response, to quote in an error. A response that echoes the URL must not reveal the
 * client_secret.
 */
function excerptOf(text: string, { clientSecret }: CheckoutAccess): string {
  return JSON.stringify(text.replaceAll(clientSecret, '***').slice(0, 80));
}

function parseObject(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : null;
  } catch {
    return null;
  }
}
