import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Http, startHttp, talk } from './http-under-test.ts';

const LIMIT = 262_144;

let http: Http;
let received: unknown;

beforeAll(async () => {
  http = await startHttp({
    requestTimeoutMs: 3_000,
    limits: { address: 10_000 },
    handlers: {
      createMerchant: async (_ctx, { body }) => {
        received = body;
        return { status: 201, body: merchant };
      },
    },
  });
});
afterAll(() => http.close());

const merchant = {
  object: 'merchant',
  id: 'mer_1',
  livemode: false,
  createdAt: 1,
  name: 'x',
  email: null,
  payoutWallet: null,
  payoutWalletVerifiedAt: null,
  keys: { test: 'sk_test_1', live: 'sk_live_1' },
} as const;

/** A body of exactly `size` bytes, which is valid. */
const bodyOf = (size: number) => '{"name":"x"}'.padEnd(size, ' ');
const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  http.ask({ method: 'POST', path: '/v1/merchants', body, headers });
const head = (...headers: string[]) =>
  ['POST /v1/merchants HTTP/1.1', 'host: a', 'content-type: application/json', ...headers, '', ''].join(
    '\r\n',
  );
/** The head of a client that waits to be asked for its body. */
const asking = (length: number) =>
  head(`content-length: ${length}`, 'expect: 100-continue', 'connection: close');
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

function expectTooLarge(answer: string) {
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'svc-request-id']) {
    expect(answer).toContain(`${name}: `);
  }
  expect(answer).toContain('"code":"request_too_large"');
}

describe('the size of a body', () => {
  it('may be 262144 bytes, sent whole or in chunks', async () => {
    expect((await post(bodyOf(LIMIT))).status).toBe(201);
    const chunked =
      head('transfer-encoding: chunked', 'connection: close') + chunk(bodyOf(LIMIT)) + chunk('');
    expect(await talk(http.port, [chunked])).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('one byte over is refused by its declared length, before any of it was sent', async () => {
    expectTooLarge(await talk(http.port, [head(`content-length: ${LIMIT + 1}`)]));
  });

  it('one byte over is refused in chunks, at that byte and without waiting for the end', async () => {
    const text = bodyOf(LIMIT + 1);
    expectTooLarge(await talk(http.port, [head('transfer-encoding: chunked') + chunk(text)]));
    const pieces = [text.slice(0, LIMIT), text.slice(LIMIT)].map(chunk);
    expectTooLarge(await talk(http.port, [head('transfer-encoding: chunked'), ...pieces], 100));
  });

  it('far over gets a response that a client which sends everything first can read', async () => {
    const answer = await post('x'.repeat(3_000_000));
    expect([answer.status, answer.headers.connection]).toEqual([413, 'close']);
  });

  it('of a client that never stops is cut off', async () => {
    const socket = connect(http.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(head('transfer-encoding: chunked'));
    let answer = '';
    socket.on('data', (data) => (answer += data));
    while (!socket.destroyed) {
      socket.write(chunk('y'.repeat(50_000)));
      await pause(20);
    }
    expectTooLarge(answer);
  });

  it('is not invited when it is refused', async () => {
    expect(await talk(http.port, [asking(LIMIT + 1)])).not.toContain('100 Continue');
    const invited = await talk(http.port, [asking(12), '{"name":"x"}'], 50);
    expect(invited).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });
});

describe('a request that is refused before its body is read', () => {
  it('gets a response, and its connection is closed', async () => {
    const unknown = head('content-length: 12').replace('/v1/merchants', '/v1/nothing');
    const answer = await talk(http.port, [`${unknown}{"name":"x"}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*connection: close\r\n/i);
  });

  it('keeps its connection when it has none', async () => {
    const get = 'GET /v1/nothing HTTP/1.1\r\nhost: a\r\n';
    const answers = await talk(http.port, [`${get}\r\n${get}connection: close\r\n\r\n`]);
    expect(answers.match(/HTTP\/1\.1 404/g)).toHaveLength(2);
  });
});

describe('a body that arrives slowly', () => {
  it('is given up when its time is over', async () => {
    const answer = await talk(http.port, [head('content-length: 100'), '{', '"name"'], 200);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close\r\n[^]*"code":"parameter_invalid"/i);
    expect(answer).toContain('svc-request-id: ');
  });

  it('and is then abandoned leaves nothing but a line in the log', async () => {
    const socket = connect(http.port, '127.0.0.1');
    socket.write(`${head('content-length: 100')}{`);
    await pause(100);
    socket.destroy();
    await expect
      .poll(() => http.lines.some((line) => /"route":"\/v1\/merchants","status":null/.test(line)))
      .toBe(true);
    expect(http.lines.join('')).not.toContain('"level":"error"');
  });
});

describe('what a body is', () => {
  it('is JSON by its content type, which may name UTF-8', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(201);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonp',
      '',
    ]) {
      const { status, body } = await post('{"name":"x"}', { 'content-type': type });
      expect([type, status, body.error.code, body.error.param]).toEqual([
        type,
        400,
        'parameter_invalid',
        'content-type',
      ]);
    }
    const { body } = await post('{"name":"x"}', { 'content-encoding': 'gzip' });
    expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'content-encoding' });
  });

  it('costs no time for a content type full of spaces', async () => {
    const before = process.cpuUsage();
    const type = `application/json${' '.repeat(15_750)}x`;
    for (let n = 0; n < 5; n += 1)
      expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(400);
    // A quadratic look at one took 0.2 s and more. The service runs in this process.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(400);
  });

  it('is valid UTF-8 and valid JSON', async () => {
    const broken = [
      '{"name":',
      "{'name':'x'}",
      '{"name":"x"} {}',
      '{"name":"x",}',
      ' ',
      '{"name":NaN}',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from('{"name":"é"}', 'latin1'),
      Buffer.from('{"name":"x"}', 'utf16le'),
    ];
    for (const text of broken) {
      const { status, body } = await post(text);
      expect([text, status, body.error.code]).toEqual([text, 400, 'invalid_json']);
    }
  });

  it('is an object', async () => {
    for (const text of [
      '[]',
      '[{"name":"x"}]',
      '"name"',
      '1',
      'null',
      'true',
      '['.repeat(100_000) + ']'.repeat(100_000),
    ]) {
      const { body } = await post(text);
      expect([text.slice(0, 20), body.error.code]).toEqual([text.slice(0, 20), 'parameter_invalid']);
      expect(body.error.param).toBeUndefined();
    }
  });

  it('absent counts as an empty object', async () => {
    const { body } = await http.ask({ method: 'POST', path: '/v1/merchants' });
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'name' });
  });

  it('cannot reach a prototype, however it is nested or repeated', async () => {
    for (const text of [
      '{"name":"x","__proto__":{"admin":true}}',
      '{"name":"x","constructor":{"prototype":{"admin":true}}}',
      `{"name":"x","a":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`,
    ]) {
      const { body } = await post(text);
      expect(body.error.code).toBe('parameter_invalid');
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect((await post('{"name":"first","name":"last"}')).status).toBe(201);
    expect(received).toEqual({ name: 'last' });
  });
});

describe('what is not HTTP', () => {
  it('gets a response in the shape of the contract', async () => {
    const cases: [string, RegExp, string][] = [
      ['hello\r\n\r\n', /^HTTP\/1\.1 400 /, 'parameter_invalid'],
      ['GET / HTTP/1.1\r\na b: c\r\n\r\n', /^HTTP\/1\.1 400 /, 'parameter_invalid'],
      [`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /, 'parameter_invalid'],
      [
        `${head('content-length: 3', 'transfer-encoding: chunked')}abc`,
        /^HTTP\/1\.1 400 /,
        'parameter_invalid',
      ],
      [`${head('transfer-encoding: chunked')}zz\r\n`, /^HTTP\/1\.1 400 /, 'parameter_invalid'],
    ];
    for (const [request, status, code] of cases) {
      const answer = await talk(http.port, [request, 'and more', 'and more'], 20);
      expect(answer).toMatch(status);
      expect(answer).toMatch(/\r\nconnection: close\r\n/);
      expect(answer).toMatch(/\r\nratelimit-remaining: \d+\r\n/);
      expect(answer).toMatch(/\r\nsvc-request-id: req_\w+\r\n/);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: { code: string } };
      expect(body.error.code).toBe(code);
    }
  });

  it('needs no Host header, and expects nothing that the server would refuse', async () => {
    expect(await talk(http.port, ['GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n'])).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    const odd = 'GET /livez HTTP/1.1\r\nhost: a\r\nexpect: a-pony\r\nconnection: close\r\n\r\n';
    expect(await talk(http.port, [odd])).toMatch(/^HTTP\/1\.1 200 /);
  });
});
