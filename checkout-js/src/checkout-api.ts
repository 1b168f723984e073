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

/** What can be asked again without harm: nobody should look at a page that says nothing for longer. */
export const PATIENCE_MS = 8_000;
/** The service waits up to 8 s for the first payment itself; the rest is for slow phones. */
const REFRESH_PATIENCE_MS = 12_000;

/** Reads the view. */
export function getView(access: CheckoutAccess): Promise<CheckoutView> {
  return viewFrom(access, 'GET', '');
}

/**
 * Makes the service look for the authorization on chain, starting with `signature` if the wallet reported
 * one. Returns a mandate that is no longer pending unchanged. Throws insufficient_funds.
 */
export async function refresh(
  access: CheckoutAccess,
  signature?: string,
  patienceMs: number = REFRESH_PATIENCE_MS,
): Promise<CheckoutView> {
  try {
    return await viewFrom(access, 'POST', '/refresh', { signature }, patienceMs);
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
  patienceMs?: number,
): Promise<CheckoutView> {
  const isOurs = (answer: Answer) => isView(answer) && answer['id'] === access.mandateId;
  return (await callCheckout(access, method, suffix, isOurs, body, patienceMs)) as unknown as CheckoutView;
}

/**
 * Calls one operation, gives up after `patienceMs`, and returns its JSON after checking it. Throws CheckoutError, the signal's reason, or a
 * TypeError that names a wrong argument, before anything is sent.
 */
export async function callCheckout(
  access: CheckoutAccess,
  method: 'GET' | 'POST',
  suffix: string,
  isExpected: (answer: Answer) => boolean,
  body?: object,
  patienceMs: number = PATIENCE_MS,
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
  const timer = setTimeout(abort, patienceMs);
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
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after') ?? '';
  const { code, message, param } = (body?.['error'] ?? {}) as {
    code?: string;
    message?: string;
    param?: string | null;
  };
  const details = {
    status,
    requestId: headers.get('svc-request-id'),
    retryAfterSeconds: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
    param,
  };
  if (response.ok || typeof code !== 'string') {
    return new CheckoutError(
      'unexpected_response',
      `The response with status ${status} is not Autopay's. Is apiBase right? It began: ${excerpt}`,
      details,
    );
  }
  return new CheckoutError(
    code === 'verification_failed' ? 'insufficient_funds' : code,
    String(message),
    details,
  );
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
