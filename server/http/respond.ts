import type { Response } from 'express';

/** How long what still arrives of a refused upload is discarded, so that its client comes to read the answer before the reset. */
export const DISCARD_MS = 1_000;

/** On every response of the API. Answers carry secrets and balances, so nobody keeps a copy. */
export const COMMON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with `body` as compact JSON. */
export function sendJson(res: Response, status: number, body: unknown): void {
  sendBytes(res, status, Buffer.from(JSON.stringify(body)));
}

/**
 * Answers with bytes, which are JSON unless `headers` says otherwise. Where the request has a body that was not read, the answer goes
 * out at once and the connection is closed, but not before its body has been discarded for up to DISCARD_MS: closing a socket that
 * has unread data resets it, and a client that is still sending would never see the answer.
 */
export function sendBytes(
  res: Response,
  status: number,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { req } = res;
  const isBodyUnread = hasBody(req.headers) && !req.readableEnded;
  if (isBodyUnread) res.setHeader('connection', 'close');
  res.writeHead(status, { ...COMMON_HEADERS, ...headers, 'content-length': bytes.length });
  if (!isBodyUnread) {
    res.end(bytes);
    return;
  }
  // The whole answer, with its length: only the end of the exchange waits.
  res.flushHeaders();
  res.write(bytes);
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
