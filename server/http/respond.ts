import type { Response } from 'express';
import { API_VERSION } from '../generated/operations.ts';

/**
 * How long the rest of a rejected upload is discarded, so that its client can read the response before the
 * reset.
 */
export const DISCARD_MS = 1_000;

/** On every response of the API. Responses contain secrets and balances, so nothing may cache them. */
export const COMMON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'svc-api-version': API_VERSION,
} as const;

/** Text shorter than this is written to the socket in one piece with the headers, which takes less time than two. */
const ONE_PIECE = 16_384;

/** Sends `body` as compact JSON. */
export function sendJson(res: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  sendBytes(res, status, text.length < ONE_PIECE ? text : Buffer.from(text));
}

/**
 * Sends bytes, which are JSON unless `headers` says otherwise. If the request has an unread body, the
 * response is sent at once and the connection is closed, but only after discarding the body for up to
 * DISCARD_MS: closing a socket with unread data resets it, and a client that is still sending would never see
 * the response.
 */
export function sendBytes(
  res: Response,
  status: number,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { req } = res;
  const isBodyUnread = hasBody(req.headers) && !req.readableEnded;
  if (isBodyUnread) res.setHeader('connection', 'close');
  res.writeHead(status, { ...COMMON_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) });
  if (!isBodyUnread) {
    res.end(body);
    return;
  }
  // The whole response, with its length: only the end of the exchange waits.
  res.flushHeaders();
  res.write(body);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, DISCARD_MS);
  req.once('end', end).once('close', end).resume();
}

/** Whether the headers announce a body (RFC 9112, section 6.3). */
export function hasBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
