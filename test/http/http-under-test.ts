import { insertMember } from '../support/member.ts';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request as nodeRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import type { Sql } from '../../server/db/connect.ts';
import { createApp } from '../../server/http/app.ts';
import { OPERATIONS } from '../../server/http/contract.ts';
import type { Exporters, Handlers } from '../../server/http/handler.ts';
import { RateLimiter, type RateLimits } from '../../server/http/rate-limit.ts';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { closeServer, createServer } from '../../server/http/server.ts';
import type { Readiness } from '../../server/http/service-routes.ts';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { createLogger } from '../../server/log.ts';
import { createMerchant } from '../../server/merchants/create-merchant.ts';
import { insertApiKeys } from '../../server/merchants/api-key-queries.ts';
import { fakeClock } from '../support/deployment.ts';
import { freshDatabase } from '../support/postgres.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came. */
  text: string;
  /** Parsed; null where there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface Ask {
  method?: string;
  path: string;
  key?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON; text and bytes as they are, with the JSON content type unless `headers` says otherwise. */
  body?: object | string | Uint8Array;
}

export interface HttpOptions {
  handlers?: Partial<Handlers>;
  exporters?: Exporters;
  limits?: Partial<RateLimits>;
  requestTimeoutMs?: number;
  ready?: () => Promise<Readiness>;
  trustedProxies?: string[];
  ownerKey?: string;
  publicUrl?: string;
}

/** The whole layer on a port, over a database of its own, with the handlers that the test gives it. */
export async function startHttp(options: HttpOptions = {}) {
  const database = await freshDatabase();
  const { sql } = database;
  const moved = fakeClock();
  // What is remembered for a while is forgotten when the test moves the clock.
  const clock = { ...moved, monotonicMs: moved.milliseconds };
  const lines: string[] = [];
  const log = createLogger('debug', intoLines(lines));
  const rateLimiter = new RateLimiter(memoryRateStore(clock), {
    key: 6000,
    address: 600,
    total: 1_000_000,
    merchants: 1_000_000,
    signIn: 10,
    guesses: 100,
    checkout: 20,
    notices: 5,
    exports: 10,
    ...options.limits,
  });
  const app = await createApp({
    addPages: () => {},
    db: sql,
    clock,
    log,
    secretKeys: [{ id: 'k1', key: new Uint8Array(32).fill(7) }],
    rateLimiter,
    exporters: options.exporters ?? {},
    handlers: { ...unexpectedHandlers(), ...options.handlers } as Handlers,
    ready: options.ready ?? (async () => ({ ok: true, checks: {} })),
    trustedProxies: options.trustedProxies ?? [],
    ownerKey: options.ownerKey ?? null,
    publicUrl: () => options.publicUrl ?? 'http://127.0.0.1:3000',
    validateResponses: true,
  });
  const server = createServer(app, { log, rateLimiter, requestTimeoutMs: options.requestTimeoutMs });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const addMerchant = async () => (await createMerchant({ db: sql, clock }, 'Coffee Club')).merchant.id;
  const merchantId = await addMerchant();
  return {
    sql,
    clock,
    server,
    port,
    merchantId,
    /** Every line that was logged so far. */
    lines,
    ask: (question: Ask) => ask(port, question),
    /** A key of the merchant, or of another one. */
    addKey: (kind: KeyKind, owner: string = merchantId) => insertKey(sql, owner, kind),
    addMerchant,
    /** The token of a session of the merchant, or of another one, that ends in `seconds`. */
    addSession: async (owner: string = merchantId, seconds = 3600) => {
      const token = newSecret('ss_');
      await sql`
        insert into sessions (id, account_id, merchant_id, token_hash, created_at, expires_at)
        values (${newId('session')}, ${await insertMember(sql, owner)}, ${owner}, ${hashSecret(token)}, 0, ${clock.seconds() + seconds})`;
      return token;
    },
    /** The token of a session of `payer`'s wallet that ends in `seconds`. */
    addWalletSession: async (payer: string, seconds = 3600) => {
      const token = newSecret('ws_');
      await sql`
        insert into wallet_sessions (id, payer, token_hash, created_at, expires_at)
        values (${newId('walletSession')}, ${payer}, ${hashSecret(token)}, 0, ${clock.seconds() + seconds})`;
      return token;
    },
    close: async () => {
      await closeServer(server, { drainMs: 1_000 });
      await database.drop();
    },
  };
}

export type Http = Awaited<ReturnType<typeof startHttp>>;
type KeyKind = 'sk_test_' | 'sk_live_' | 'rk_test_' | 'rk_live_';

async function insertKey(sql: Sql, merchantId: string, kind: KeyKind): Promise<string> {
  const key = newSecret(kind);
  const rows = [
    {
      id: newId('apiKey'),
      merchantId,
      livemode: kind.includes('live'),
      scope: kind.startsWith('r') ? ('read' as const) : ('full' as const),
      name: 'a key',
      keyHash: hashSecret(key),
      last4: key.slice(-4),
      createdAt: 0,
    },
  ];
  await sql.begin((tx) => insertApiKeys(tx, rows));
  return key;
}

/** Handlers that no request of a test should reach, except those that it gives. */
function unexpectedHandlers(): Record<string, () => Promise<never>> {
  const entries = OPERATIONS.map(({ operationId }) => [
    operationId,
    async () => {
      throw new Error(`the test did not expect ${operationId} to be reached`);
    },
  ]);
  return Object.fromEntries(entries) as Record<string, () => Promise<never>>;
}

/** One request by Node's own client, which sends what it is told to. */
export function ask(port: number, { method = 'GET', path, key, headers, body }: Ask): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = nodeRequest(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        agent: false,
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(bytes === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          body: text ? JSON.parse(text) : null,
        });
      },
    );
    request.on('error', reject);
    request.end(bytes);
  });
}

/** What a server sends on a connection of its own until it closes it, when it is sent `pieces`, `pauseMs` apart. */
export async function talk(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  pauseMs = 0,
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The server resets the connection of a client that goes on sending.
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await closed;
  return Buffer.concat(chunks).toString();
}

function intoLines(lines: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
}
