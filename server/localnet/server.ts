import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { type Clock, systemClock } from '../lib/clock.ts';
import { Chain } from './chain.ts';
import { refusalOfForeigner, refusalOfType } from './local-only.ts';
import { lockDataDir } from './lock.ts';
import type { Program } from './programs.ts';
import { PubSub } from './pubsub.ts';
import { ConnectionLost, Rpc } from './json-rpc.ts';
import { ensureTestTokens } from './test-tokens.ts';

/** Options of a localnet. */
export interface LocalnetOptions {
  /** Where the ledger is stored; null keeps it in memory. One process at a time. */
  dataDir: string | null;
  /** Default 127.0.0.1. There is no authentication: do not open it to others. */
  host?: string;
  /** Default 0: the port of the last run in this directory if it is free, else any. */
  port?: number;
  /** Default 400, as on a real cluster. */
  slotMs?: number;
  /** How many slots finality trails the newest one. Default 4, which keeps tests short; a real cluster has about 32. */
  finalizedSlots?: number;
  /** Run beside those of every cluster. They are no part of the ledger: give them at each start. */
  programs?: readonly Program[];
  clock?: Clock;
}

/** A running localnet. */
export interface Localnet {
  rpcUrl: string;
  /** The same port as `rpcUrl`. */
  wsUrl: string;
  genesisHash: string;
  stop(): Promise<void>;
}

/** Agave's default limit for request bodies. */
const MAX_BODY_BYTES = 50 * 1024;

/** Starts a Solana cluster of one node in this process, with ordinary JSON-RPC and WebSocket on one port. */
export async function startLocalnet(options: LocalnetOptions): Promise<Localnet> {
  const { dataDir, host = '127.0.0.1', slotMs = 400, clock = systemClock } = options;
  const unlock = dataDir ? lockDataDir(dataDir) : () => {};
  const stopping = new AbortController();
  // Every call that a fault delays or hangs also listens; more than ten are no leak.
  setMaxListeners(0, stopping.signal);
  let chain: Chain | undefined;
  try {
    chain = new Chain(dataDir, slotMs, clock, {
      finalizedTrail: options.finalizedSlots,
      programs: options.programs,
    });
    ensureTestTokens(chain);
    const rpc = new Rpc(chain, stopping.signal);
    const pubsub = new PubSub(chain);
    const http = createServer((request, response) => void serve(rpc, host, request, response));
    const sockets = new WebSocketServer({
      server: http,
      maxPayload: MAX_BODY_BYTES,
      verifyClient: ({ req }: { req: IncomingMessage }, decide) => {
        const refusal = refusalOfForeigner(req.headers, host);
        decide(refusal === null, refusal?.status, refusal?.text);
      },
    });
    sockets.on('connection', (socket) => pubsub.accept(socket));
    const port = await listen(http, sockets, host, dataDir, options.port);
    const stop = async () => {
      stopping.abort();
      pubsub.close();
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => sockets.close(resolve));
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
      chain!.close();
      unlock();
    };
    let stopped: Promise<void> | undefined;
    return {
      rpcUrl: `http://${host}:${port}`,
      wsUrl: `ws://${host}:${port}`,
      genesisHash: chain.genesisHash,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    chain?.close();
    unlock();
    throw error;
  }
}

async function serve(
  rpc: Rpc,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const foreign = refusalOfForeigner(request.headers, host);
    if (foreign !== null) {
      response.writeHead(foreign.status, { connection: 'close' }).end(foreign.text);
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end('Used HTTP Method is not allowed. POST is required\n');
      return;
    }
    const wrongType = refusalOfType(request.headers);
    if (wrongType !== null) {
      response.writeHead(wrongType.status, { connection: 'close' }).end(wrongType.text);
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(413, { connection: 'close' }).end('Request body is too large\n');
      return;
    }
    const answer = await rpc.answer(body);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer);
  } catch (error) {
    // The client disconnected during its request, or a fault drops the response.
    if (!(error instanceof ConnectionLost) && !request.destroyed) throw error;
    request.socket.destroy();
  }
}

/** The body's text; null if it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Listens on `asked`, or on the port of the last run if it is still free, or on any; returns the port. */
async function listen(
  http: Server,
  sockets: WebSocketServer,
  host: string,
  dataDir: string | null,
  asked: number | undefined,
): Promise<number> {
  const portFile = dataDir && join(dataDir, 'port');
  const candidates = asked ? [asked] : [lastPort(portFile), 0];
  // The WebSocket server repeats the HTTP server's errors; a port in use is handled here.
  sockets.on('error', () => {});
  for (const [i, port] of candidates.entries()) {
    try {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(port, host, () => {
          http.off('error', reject);
          resolve();
        });
      });
      break;
    } catch (error) {
      if (i === candidates.length - 1) throw error;
    }
  }
  const { port } = http.address() as AddressInfo;
  if (portFile) writeFileSync(portFile, String(port));
  return port;
}

function lastPort(portFile: string | null): number {
  try {
    return portFile ? Number(readFileSync(portFile, 'utf8')) : 0;
  } catch {
    return 0;
  }
}
