import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createRpcMessage,
  createSolanaRpcFromTransport,
  isSolanaError,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type Address,
} from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpTransport } from '../../server/chain/http-transport.ts';

let server: Server;
let url: string;
/** What the node was sent, and what it returns. */
let received: string[];
let reply: { status: number; body: string } | null;

beforeEach(async () => {
  received = [];
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      received.push(`${req.method} ${req.headers['content-type']} ${body}`);
      if (reply !== null) res.writeHead(reply.status).end(reply.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const rpc = () => createSolanaRpcFromTransport(httpTransport(url));
const ANYONE = '11111111111111111111111111111111' as Address;

it.each(['0', '5000', '9007199254740991', '9007199254740993', '18446744073709551615'])(
  'an amount of %s lamports is read exactly',
  async (lamports) => {
    reply = {
      status: 200,
      body: `{"jsonrpc":"2.0","id":"1","result":{"context":{"slot":7},"value":${lamports}}}`,
    };
    expect((await rpc().getBalance(ANYONE).send()).value).toBe(BigInt(lamports));
  },
);

it('text and fractions stay what they are beside large numbers', async () => {
  reply = {
    status: 200,
    body: '{"jsonrpc":"2.0","id":"1","result":{"a":"1234567890123456789","b":0.1234567890123456789,"c":1e300,"d":1234567890123456789}}',
  };
  const read = await httpTransport(url)<{ result: object }>({
    payload: createRpcMessage({ methodName: 'x', params: [] }),
  });
  expect(read.result).toEqual({
    a: '1234567890123456789',
    b: 0.12345678901234568,
    c: 1e300,
    d: 1234567890123456789n,
  });
});

it('large integers are sent exactly, as JSON', async () => {
  reply = { status: 200, body: '{"jsonrpc":"2.0","id":"1","result":null}' };
  await httpTransport(url)({ payload: { method: 'x', params: [18446744073709551615n, { a: 1n }] } });
  expect(received).toEqual([
    'POST application/json; charset=utf-8 {"method":"x","params":[18446744073709551615,{"a":1}]}',
  ]);
});

it('a status other than 2xx is the error that kit has for it, and no redirect is followed', async () => {
  for (const status of [302, 308, 429, 503]) {
    reply = { status, body: 'no JSON' };
    const error = await rpc()
      .getSlot()
      .send()
      .catch((cause: unknown) => cause);
    expect(isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)).toBe(true);
    expect((error as { context: { statusCode: number } }).context.statusCode).toBe(status);
  }
});

it('a call ends when it is no longer waited for', async () => {
  reply = null;
  const over = new AbortController();
  const call = rpc().getSlot().send({ abortSignal: over.signal });
  setTimeout(() => over.abort(), 50);
  await expect(call).rejects.toThrow(/abort/i);
});

it('a body that is not JSON, and a node that hangs up, are errors', async () => {
  reply = { status: 200, body: '<html>' };
  await expect(rpc().getSlot().send()).rejects.toThrow();
  server.closeAllConnections();
  server.close();
  await expect(rpc().getSlot().send()).rejects.toThrow(/ECONNREFUSED|closed|socket/);
});
