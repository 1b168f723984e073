import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../sdk/src/cli/run.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../webhooks/receiver.ts';

type Answer = (response: ServerResponse, url: URL) => void;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let server: Server;
let url: string;
/** The service's next responses; after these it lists `events`. */
let script: Answer[];
let events: { id: string; type: string }[];
let requests: { atMs: number; url: URL }[];

beforeEach(async () => {
  receiver = await startReceiver();
  script = [];
  events = [{ id: 'evt_1', type: 'charge.failed' }];
  requests = [];
  server = createServer((request, response) => {
    const asked = new URL(request.url!, 'http://service');
    requests.push({ atMs: performance.now(), url: asked });
    const answer = script.shift() ?? list;
    answer(response, asked);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  await receiver.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const list: Answer = (response, asked) => {
  const cursor = asked.searchParams.get('endingBefore');
  const newer = cursor === null ? events : events.slice(events.findIndex(({ id }) => id === cursor) + 1);
  json(response, 200, { object: 'list', data: newer.toReversed(), hasMore: false, nextCursor: null });
};

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function refuse(status: number, code: string, param?: string, headers: Record<string, string> = {}): Answer {
  const error = { type: 'api_error', code, message: `That is ${code}.`, ...(param ? { param } : {}) };
  return (response) => json(response, status, { error }, { 'svc-request-id': 'req_1', ...headers });
}

function listen() {
  return listenInWords('--json');
}

/** `listen` in this process, as far as it has come. */
function listenInWords(...args: string[]) {
  const interruption = new AbortController();
  const said = { out: '', err: '' };
  const ended = run(['listen', '--forward-to', receiver.url, ...args], {
    env: { AUTOPAY_SECRET_KEY: 'sk_test_1', AUTOPAY_URL: url },
    signal: interruption.signal,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    pour: async () => {},
  });
  return {
    ended,
    said,
    stop: () => interruption.abort(),
    types: () => [...said.out.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type),
  };
}

describe('while it listens', () => {
  it('temporary failures are reported once and waited out, and nothing is lost', async () => {
    const cli = listen();
    await eventually(() => requests.length > 1);
    script = [
      refuse(500, 'internal_error'),
      (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
      (response) => response.socket!.destroy(),
    ];
    events.push({ id: 'evt_2', type: 'charge.succeeded' });
    await eventually(() => receiver.received.length === 1);
    await eventually(() => cli.types().includes('forwarded'));
    cli.stop();
    expect(await cli.ended).toBe(0);
    expect(cli.types()).toEqual([
      'listening',
      'connection_lost',
      'connection_restored',
      'forwarded',
      'stopped',
    ]);
    expect(cli.said.out).toContain('"reason":"internal_error, status 500"');
    expect(cli.said.err).toBe('');
  });

  it('waits for as long as a rate limit asks', async () => {
    const cli = listen();
    await eventually(() => requests.length > 1);
    script = [refuse(429, 'rate_limit_exceeded', undefined, { 'retry-after': '2' })];
    const before = requests.length;
    await eventually(() => requests.length >= before + 2);
    const [limited, next] = requests.slice(before);
    expect(next!.atMs - limited!.atMs).toBeGreaterThanOrEqual(1_990);
    cli.stop();
    expect(await cli.ended).toBe(0);
  });

  it('asks about twice a second, for events after the last that it has seen', async () => {
    const cli = listen();
    await eventually(() => requests.length >= 5);
    const [, first, , , last] = requests;
    expect(last!.atMs - first!.atMs).toBeGreaterThanOrEqual(1_490);
    expect(first!.url.search).toBe('?limit=50&endingBefore=evt_1');
    cli.stop();
    expect(await cli.ended).toBe(0);
  });

  it('a key that is revoked meanwhile ends it with 1', async () => {
    const cli = listen();
    await eventually(() => requests.length > 1);
    script = [refuse(401, 'unauthenticated')];
    expect(await cli.ended).toBe(1);
    expect(JSON.parse(cli.said.err)).toEqual({
      error: {
        code: 'unauthenticated',
        message: 'That is unauthenticated.',
        status: 401,
        requestId: 'req_1',
      },
    });
  });

  it('a service that no longer knows the last event ends it with 1, and says that its data was replaced', async () => {
    const cli = listen();
    await eventually(() => requests.length > 1);
    script = [refuse(400, 'parameter_invalid', 'endingBefore')];
    expect(await cli.ended).toBe(1);
    expect(JSON.parse(cli.said.err).error).toEqual({
      code: 'unknown_cursor',
      message: expect.stringContaining('its data was replaced. Start again.'),
    });
  });

  it('what a service calls an event cannot write on the terminal, nor be a command in the hint', async () => {
    const cli = listenInWords();
    await eventually(() => requests.length > 1);
    receiver.answer = ({ response }) => void response.writeHead(400).end('\u001b[2Jno');
    events.push({ id: "evt_2\u001b[2J'; reboot '", type: 'charge.reversed\u001b[2J' });
    const out = await eventually(() => cli.said.out.includes('Send it again') && cli.said.out);
    expect(receiver.received).toHaveLength(1);
    expect(out).toContain('charge.reversed [2J');
    expect(out).toContain(String.raw`resend 'evt_2 [2J'\''; reboot '\''' --forward-to`);
    expect(out).not.toContain('\u001b');
    cli.stop();
    expect(await cli.ended).toBe(0);
    expect(cli.said.out).not.toContain('\u001b');
  });
});
