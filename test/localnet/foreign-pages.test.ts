import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';

let localnet: Localnet;
beforeAll(async () => {
  localnet = await startLocalnet({ dataDir: null });
});
afterAll(() => localnet.stop());

/** The status and text of a call with these headers, as a browser would send it. */
async function call(headers: Record<string, string>): Promise<[number, string]> {
  const sent = request(localnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end('{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return [response.statusCode, text];
}

it("takes calls of this machine's programs and pages", async () => {
  const { port } = new URL(localnet.rpcUrl);
  const ours: Record<string, string>[] = [
    {},
    { host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1:3000' },
    { 'content-type': 'application/json; charset=utf-8' },
  ];
  for (const headers of ours) {
    expect([headers, await call(headers)]).toEqual([headers, [200, expect.stringContaining('"ok"')]]);
  }
});

it('rejects what a page from another site can send', async () => {
  const theirs: [Record<string, string>, number][] = [
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'text/plain; application/json' }, 415],
  ];
  for (const [headers, status] of theirs) {
    expect([headers, (await call(headers))[0]]).toEqual([headers, status]);
  }
});

it('holds WebSockets to the same', async () => {
  const open = (headers: Record<string, string>) => {
    const socket = new WebSocket(localnet.wsUrl, { headers });
    return once(socket, 'open').then(
      () => socket.terminate(),
      (error: Error) => error.message,
    );
  };
  expect(await open({})).toBeUndefined();
  expect(await open({ origin: 'https://evil.example' })).toContain('403');
  expect(await open({ host: 'evil.example' })).toContain('403');
});
