import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '../lib/clock.ts';
import { connectPinned } from './connect-pinned.ts';
import type { Lookup } from './lookup-host.ts';
import { networkErrorCode } from './network-error.ts';
import { checkWebhookUrl, type OutboundPolicy, resolveWebhookTarget } from './outbound-policy.ts';
import type { TargetLimit } from './target-limit.ts';

export interface WebhookRequest {
  url: string;
  body: Buffer;
  /** Besides host, content-length and connection, which are set here. */
  headers: Readonly<Record<string, string>>;
  policy: OutboundPolicy;
  /** For DNS, connection, TLS, headers and body together. Default 15,000. */
  deadlineMs?: number;
  /** The connection is closed after this many bytes of the response's body. Default 16,384. */
  maxResponseBytes?: number;
  /** Default: DNS. */
  lookup?: Lookup | undefined;
  /** Default: none. */
  limit?: TargetLimit | undefined;
}

/** No attempt was made: too many webhooks went to the address, so this one has to wait. */
export interface WebhookDeferred {
  outcome: 'deferred';
  waitSeconds: number;
}

/** The result of one attempt. `refused` by the outbound policy is final; `failed` may be retried. */
export interface WebhookResult {
  outcome: 'delivered' | 'failed' | 'refused';
  /** The response's status, null if there was none. */
  status: number | null;
  latencyMs: number;
  /** At most the first 1,024 bytes of the response's body as text without NUL, which Postgres cannot store. */
  responseHead: string;
  /** A sentence for the merchant, null when delivered. */
  error: string | null;
}

/** The limit that nginx and most servers use for requests: no endpoint needs more headers to say 200. */
const MAX_HEADER_BYTES = 8_192;
/** Enough to recognize an error page; every attempt of every delivery stores this much. */
const RESPONSE_HEAD_BYTES = 1_024;

/** Makes one attempt. The simulation has receivers without a network. */
export type PostWebhook = (webhook: WebhookRequest) => Promise<WebhookResult | WebhookDeferred>;

/**
 * Makes one POST attempt; never throws for network failures. Any 2xx is success, even if the rest of the
 * response is cut off. A redirect is a failure and is not followed; compressed bodies are not inflated; no
 * connection is reused.
 */
export async function postWebhook(webhook: WebhookRequest): Promise<WebhookResult | WebhookDeferred> {
  const { policy, deadlineMs = 15_000, maxResponseBytes = 16_384, lookup, limit = () => 0 } = webhook;
  const startedAtMs = systemClock.monotonicMs();
  const end = (
    outcome: WebhookResult['outcome'],
    error: string | null,
    response?: Response,
  ): WebhookResult => ({
    outcome,
    status: response?.status ?? null,
    latencyMs: Math.round(systemClock.monotonicMs() - startedAtMs),
    responseHead: response?.head ?? '',
    error,
  });

  const checked = checkWebhookUrl(webhook.url, policy);
  if (!checked.ok) return end('refused', checked.reason);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  let socket: Socket | undefined;
  try {
    const target = await resolveWebhookTarget(checked.url, policy, { lookup }, deadline.signal);
    if (!target.ok) return end(target.refused ? 'refused' : 'failed', target.reason);
    const waitSeconds = limit(target.address);
    if (waitSeconds > 0) return { outcome: 'deferred', waitSeconds };
    socket = await connectPinned(checked.url, target, deadline.signal);
    const response = await exchange(socket, checked.url, webhook, maxResponseBytes, deadline.signal);
    const error = whyStatusFails(response.status);
    return end(error === null ? 'delivered' : 'failed', error, response);
  } catch (error) {
    const late = `No response within ${deadlineMs / 1000} s.`;
    return end('failed', deadline.signal.aborted ? late : `The request failed: ${networkErrorCode(error)}.`);
  } finally {
    clearTimeout(timer);
    socket?.destroy();
  }
}

interface Response {
  status: number;
  head: string;
}

/**
 * Sends the request over `socket` and reads the response; rejects if the connection ends before there is one.
 */
function exchange(
  socket: Socket,
  url: URL,
  { body, headers }: WebhookRequest,
  maxResponseBytes: number,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': body.length },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('Bug: the request ended without an error or a response')));
    outgoing.once('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      resolve(readHead(incoming, maxResponseBytes).then((head) => ({ status, head })));
    });
    outgoing.end(body);
  });
}

async function readHead(incoming: IncomingMessage, maxResponseBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxResponseBytes) break;
    }
  } catch {
    // Cut off by the endpoint or by the deadline: the status, which has arrived, decides.
  }
  const head = Buffer.concat(chunks).subarray(0, Math.min(RESPONSE_HEAD_BYTES, maxResponseBytes));
  // "stream" omits a character that the limit cut in two.
  return new TextDecoder().decode(head, { stream: true }).replaceAll('\0', '\uFFFD');
}

function whyStatusFails(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirect = status >= 300 && status < 400;
  return `The endpoint answered ${status}.${redirect ? ' Redirects are not followed: register the final URL.' : ''}`;
}
