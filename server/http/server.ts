import {
  createServer as createNodeServer,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { answerMalformed } from './malformed.ts';
import { boundOutgoing, type OutgoingOptions } from './outgoing.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface ServerOptions extends OutgoingOptions {
  rateLimiter: RateLimiter;
  /** How long a request may take to arrive, including its body. Default 30 s: 256 KiB at 9 KB/s. */
  requestTimeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** Headers come in one or two packets. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Longer than the 60 s of common load balancers, so that they close first: otherwise a request may hit a
 * closed socket.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** How often timeouts are checked: they fire at most this much late. */
const CHECK_INTERVAL_MS = 1_000;
/** How often a closing server checks for connections that have become idle. */
const SWEEP_INTERVAL_MS = 100;

interface OpenExchanges {
  /**
   * The open connections, each with its responses not yet sent completely. A list for each, not one set of all responses: V8 makes a set anew when
   * so many have come and gone, and what the old one held outlives its request until the next full collection.
   */
  connections: Map<Socket, ServerResponse[]>;
  /** Whether clients are told to close. */
  isDraining: boolean;
}

const openExchanges = new WeakMap<Server, OpenExchanges>();

/**
 * A server for `app`, which also responds in the contract's shape to input that is not HTTP or arrives too
 * slowly. Not listening yet.
 */
export function createServer(
  app: RequestListener,
  { rateLimiter, requestTimeoutMs = REQUEST_TIMEOUT_MS, ...outgoing }: ServerOptions,
): Server {
  const { log } = outgoing;
  const bound = boundOutgoing(outgoing);
  const open: OpenExchanges = { connections: new Map(), isDraining: false };
  const serve: RequestListener = (req, res) => {
    const responses = open.connections.get(req.socket);
    responses?.push(res);
    bound(res);
    res.once('close', () => responses?.splice(responses.indexOf(res), 1));
    if (open.isDraining) res.setHeader('connection', 'close');
    req.url = originForm(req.url!);
    app(req, res);
  };
  const server = createNodeServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Nothing here depends on the host, and Node's own error has no body.
      requireHostHeader: false,
    },
    serve,
  );
  server.on('connection', (socket) => {
    open.connections.set(socket, []);
    socket.once('close', () => open.connections.delete(socket));
  });
  // Without listeners Node would invite an upload that is then rejected, and respond to other expectations
  // without a body.
  server.on('checkContinue', serve).on('checkExpectation', serve);
  server.on('clientError', (fault: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // If a received request is still waiting for its response, the client would take this response for that
    // one's.
    const responses = open.connections.get(socket) ?? [];
    const isAnswering = responses.some((res) => res.req.complete || res.headersSent);
    if (isAnswering || fault.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else answerMalformed(fault, socket, { log, rateLimiter }).catch(() => socket.destroy());
  });
  openExchanges.set(server, open);
  return server;
}

/**
 * From now on each response tells its client to close the connection: none is in use when the server closes.
 */
export function drainServer(server: Server): void {
  const open = openExchanges.get(server)!;
  open.isDraining = true;
  for (const res of [...open.connections.values()].flat()) {
    if (!res.headersSent) res.setHeader('connection', 'close');
  }
}

/** Accepts no new connections, and leaves the others open: Node's own `close` of an HTTP server would close those that are idle. */
export function stopListening(server: Server): void {
  NetServer.prototype.close.call(server);
}

/**
 * Stops accepting, waits up to `drainMs` for the responses to all requests, telling clients to close, and
 * then closes what is left, which aborts its `signal`.
 */
export async function closeServer(server: Server, { drainMs }: { drainMs: number }): Promise<void> {
  const { connections } = openExchanges.get(server)!;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  drainServer(server);
  // Not Node's own `closeIdleConnections`: it skips connections that have not sent their first request.
  const sweep = setInterval(() => {
    for (const [socket, responses] of connections) if (responses.length === 0) socket.destroy();
  }, SWEEP_INTERVAL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/** `http://host/path` as proxies write it (RFC 9112, section 3.2.2), as `/path`. */
function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
