import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { dnsLookup } from '../../server/webhooks/lookup-host.ts';
import { parseCidrs } from '../../server/lib/cidr.ts';
import type { OutboundPolicy } from '../../server/webhooks/outbound-policy.ts';
import { postWebhook, type WebhookRequest, type WebhookResult } from '../../server/webhooks/post-webhook.ts';
import { startDnsServer } from './dns-server.ts';
import { makeTestCertificate } from './test-certificate.ts';

const loopback: OutboundPolicy = { allow: parseCidrs('127.0.0.1/32'), requireHttps: false };
const body = Buffer.from('{"id":"evt_1","type":"charge.succeeded","name":"é 例"}');
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => listen(createServer(listener));
/** An endpoint that responds to each connection with `bytes` of its own, once something was received. */
const serveBytes = (bytes: string | Buffer, then: (socket: Socket) => void = () => {}) =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.write(bytes, () => then(socket)))));

/** Without a limit every attempt is made. */
const post = (url: string, rest: Partial<Omit<WebhookRequest, 'limit'>> = {}) =>
  postWebhook({
    url,
    body,
    headers: {},
    policy: loopback,
    deadlineMs: 20_000,
    ...rest,
  }) as Promise<WebhookResult>;

/** Posts with a deadline of 0.2 s: without it none of these would end. */
const postTimed = (url: string, rest: Partial<WebhookRequest> = {}) =>
  post(url, { deadlineMs: 200, ...rest });

/** An endpoint that begins a response and goes on with `bytes` every 20 ms. */
const serveTrickle = (bytes: string) =>
  listen(
    createTcpServer((socket) => {
      socket.write('HTTP/1.1 ');
      const timer = setInterval(() => socket.write(bytes), 20);
      socket.on('close', () => clearInterval(timer));
    }),
  );

const cutShort = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 100\r\n\r\nfirst bytes`;
const answerSecure: RequestListener = (_req, res) => res.end('secure');
const toLoopback = () => Promise.resolve(['127.0.0.1']);

/** Lets this process trust `cert` until the test is over. */
function trust(cert: string) {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  closing.push(() => setDefaultCACertificates(before));
}

describe('posting a webhook', () => {
  it('delivers the exact bytes with the headers given, and reports what came back', async () => {
    const received = Promise.withResolvers<[IncomingMessage, Buffer]>();
    const port = await serve((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        received.resolve([req, Buffer.concat(chunks)]);
        res.writeHead(201).end('thank you');
      });
    });
    const startedAt = performance.now();
    const result = await post(`http://127.0.0.1:${port}/hooks/a%20b?x=1#fragment`, {
      headers: { 'content-type': 'application/json', 'svc-signature': 't=1,v1=00' },
    });
    expect(result).toEqual({
      outcome: 'delivered',
      status: 201,
      latencyMs: expect.any(Number),
      responseHead: 'thank you',
      error: null,
    });
    expect(result.latencyMs).toBeGreaterThanOrEqual(0);
    expect(result.latencyMs).toBeLessThanOrEqual(Math.ceil(performance.now() - startedAt));
    const [req, bytes] = await received.promise;
    expect(bytes).toEqual(body);
    expect(req.method).toBe('POST');
    expect(req.url).toBe('/hooks/a%20b?x=1');
    expect(req.headers).toEqual({
      host: `127.0.0.1:${port}`,
      'content-length': String(body.length),
      'content-type': 'application/json',
      'svc-signature': 't=1,v1=00',
      connection: 'close',
    });
  });

  it.each([200, 202, 204, 226, 299])('takes %i for success', async (status) => {
    const port = await serve((_req, res) => res.writeHead(status).end());
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'delivered',
      status,
      error: null,
    });
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('takes %i for a failure', async (status) => {
    const port = await serve((_req, res) => res.writeHead(status).end('sorry'));
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'failed',
      status,
      responseHead: 'sorry',
      error: `The endpoint answered ${status}.`,
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'takes the redirect %i for a failure and does not follow it',
    async (status) => {
      const asked: string[] = [];
      const port = await serve((req, res) => {
        asked.push(req.url!);
        res.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect(await post(`http://127.0.0.1:${port}/hooks`)).toMatchObject({
        outcome: 'failed',
        status,
        error: expect.stringContaining('Redirects are not followed'),
      });
      expect(asked).toEqual(['/hooks']);
    },
  );

  it('skips informational responses before the real one', async () => {
    const port = await serveBytes(
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'delivered',
      responseHead: 'ok',
    });
  });

  it('connects to the address that the name resolved to, and sends the name', async () => {
    let host: string | undefined;
    const port = await serve((req, res) => {
      host = req.headers.host;
      res.end();
    });
    const dns = await startDnsServer({ 'hooks.merchant.com': { a: ['127.0.0.1'] } });
    closing.push(dns.close);
    const result = await post(`http://hooks.merchant.com:${port}/`, { lookup: dnsLookup([dns.address]) });
    expect(result).toMatchObject({ outcome: 'delivered' });
    expect(host).toBe(`hooks.merchant.com:${port}`);
  });
});

describe('an endpoint that the outbound policy refuses', () => {
  it.each([
    ['a private literal', 'http://10.0.0.1/', []],
    ['a reserved name', 'http://localhost/', ['127.0.0.1']],
    ['a name that resolves to a private address', 'http://hooks.merchant.com/', ['192.168.1.1']],
    ['a name of which one address is private', 'http://hooks.merchant.com/', ['127.0.0.1', '::1']],
  ])('gets no connection: %s', async (_what, url, addresses) => {
    const result = await post(url, { lookup: () => Promise.resolve(addresses) });
    expect(result).toMatchObject({
      outcome: 'refused',
      status: null,
      responseHead: '',
      error: expect.any(String),
    });
  });

  it('gets none over plain http in live mode, though the address is allowed', async () => {
    let connections = 0;
    const port = await serve((_req, res) => {
      connections += 1;
      res.end();
    });
    const policy = { ...loopback, requireHttps: true };
    expect(await post(`http://127.0.0.1:${port}/`, { policy })).toMatchObject({ outcome: 'refused' });
    expect(connections).toBe(0);
  });

  it('may be tried again when its name does not resolve today', async () => {
    const dns = await startDnsServer({});
    closing.push(dns.close);
    expect(await post('https://gone.merchant.com/', { lookup: dnsLookup([dns.address]) })).toMatchObject({
      outcome: 'failed',
      error: 'The host name could not be resolved: ENOTFOUND.',
    });
  });
});

describe('the one deadline of an attempt', () => {
  const late = { outcome: 'failed', status: null, error: 'No response within 0.2 s.' };
  it('gives up on a name server that never responds', async () => {
    const dns = await startDnsServer({ 'silent.merchant.com': 'silent' });
    closing.push(dns.close);
    expect(
      await postTimed('https://silent.merchant.com/', { lookup: dnsLookup([dns.address]) }),
    ).toMatchObject({
      outcome: 'failed',
      error: 'The host name could not be resolved: ETIMEOUT.',
    });
  });

  it('gives up on a TLS handshake that never completes', async () => {
    const port = await listen(createTcpServer(() => {}));
    expect(await postTimed(`https://127.0.0.1:${port}/`)).toMatchObject(late);
  });

  it('ends an endpoint that reads and says nothing', async () => {
    const port = await serve(() => {});
    expect(await postTimed(`http://127.0.0.1:${port}/`)).toMatchObject(late);
  });

  it('ends an endpoint that never reads a large body', async () => {
    const port = await listen(createTcpServer((socket) => socket.pause()));
    expect(await postTimed(`http://127.0.0.1:${port}/`, { body: Buffer.alloc(20_000_000) })).toMatchObject(
      late,
    );
  });

  it('ends headers that trickle in, and informational responses without end', async () => {
    expect(await postTimed(`http://127.0.0.1:${await serveTrickle('2')}/`)).toMatchObject({
      outcome: 'failed',
      status: null,
    });
    const endless = await serveTrickle('103 Early Hints\r\n\r\nHTTP/1.1 ');
    expect(await postTimed(`http://127.0.0.1:${endless}/`)).toMatchObject(late);
  });

  it('ends the reading of a body, and the status that did arrive decides', async () => {
    // Long enough for the bytes to arrive on a busy machine.
    const deadlineMs = 1_500;
    const ok = await postTimed(`http://127.0.0.1:${await serveBytes(cutShort('200 OK'))}/`, { deadlineMs });
    expect(ok).toMatchObject({ outcome: 'delivered', status: 200, responseHead: 'first bytes' });
    const failed = await postTimed(`http://127.0.0.1:${await serveBytes(cutShort('500 Oops'))}/`, {
      deadlineMs,
    });
    expect(failed).toMatchObject({ outcome: 'failed', status: 500, responseHead: 'first bytes' });
  });
});

describe('an endpoint that misbehaves', () => {
  it.each([
    ['refuses the connection', undefined, /ECONNREFUSED/],
    ['closes without a word', '', /ECONNRESET/],
    ['speaks another protocol', '220 smtp.merchant.com ESMTP\r\n', /HPE_/],
    [
      'sends more than 8 KiB of headers',
      `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(9_000)}\r\n\r\n`,
      /HPE_HEADER_OVERFLOW/,
    ],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', /HPE_/],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      /./,
    ],
  ])('fails the attempt: %s', async (_what, bytes, error) => {
    const port = bytes === undefined ? 1 : await serveBytes(bytes, (socket) => socket.end());
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'failed',
      status: null,
      error: expect.stringMatching(error),
    });
  });

  it('is cut off when its response does not end', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const port = await serve((_req, res) => {
      res.on('close', closed.resolve).on('error', () => {});
      const chunk = Buffer.alloc(8_192, 'x');
      const pump = () => {
        while (!res.destroyed && sent < 1e9) {
          sent += chunk.length;
          if (!res.write(chunk)) return void res.once('drain', pump);
        }
      };
      pump();
    });
    const result = await post(`http://127.0.0.1:${port}/`);
    await closed.promise;
    expect(result).toMatchObject({ outcome: 'delivered', status: 200, responseHead: 'x'.repeat(1_024) });
    expect(sent).toBeLessThan(20_000_000); // what socket buffers hold, not the gigabyte on offer
  });

  it('cannot make us inflate a compressed bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const port = await serve((_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const { responseHead, outcome } = await post(`http://127.0.0.1:${port}/`);
    expect(outcome).toBe('delivered');
    expect(responseHead.length).toBeLessThanOrEqual(1_024);
    expect(responseHead).not.toContain('\0');
  });

  it('has its first bytes recorded as valid text, cut between characters', async () => {
    const answer = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff]), Buffer.from('é'.repeat(600))]);
    const port = await serve((_req, res) => res.end(answer));
    const { responseHead } = await post(`http://127.0.0.1:${port}/`);
    expect(responseHead).toBe(`a\uFFFDb\uFFFD${'é'.repeat(510)}`);
    expect(responseHead.isWellFormed()).toBe(true);
  });
});

describe('an endpoint over TLS', () => {
  it('must show a trusted certificate for its name, and receives the name in SNI', async () => {
    const pair = makeTestCertificate({ dnsNames: ['hooks.merchant.com'] });
    trust(pair.cert);
    const names: unknown[] = [];
    const server = createTlsServer(pair, answerSecure);
    server.on('secureConnection', (socket) => names.push(socket.servername));
    const port = await listen(server);
    expect(await post(`https://hooks.merchant.com:${port}/`, { lookup: toLoopback })).toMatchObject({
      outcome: 'delivered',
      responseHead: 'secure',
    });
    expect(await post(`https://hooks.merchant.com.:${port}/`, { lookup: toLoopback })).toMatchObject({
      outcome: 'delivered',
    });
    expect(names).toEqual(['hooks.merchant.com', 'hooks.merchant.com']);
  });

  it('may be an address, with a certificate for that address', async () => {
    const pair = makeTestCertificate({ ipv4: ['127.0.0.1'] });
    trust(pair.cert);
    const port = await listen(createTlsServer(pair, answerSecure));
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'delivered' });
  });

  it('fails with a certificate for another name, even of the address that was connected to', async () => {
    const pair = makeTestCertificate({ dnsNames: ['other.merchant.com'], ipv4: ['127.0.0.1'] });
    trust(pair.cert);
    const port = await listen(createTlsServer(pair, answerSecure));
    expect(await post(`https://hooks.merchant.com:${port}/`, { lookup: toLoopback })).toMatchObject({
      outcome: 'failed',
      error: 'The request failed: ERR_TLS_CERT_ALTNAME_INVALID.',
    });
  });

  it('fails with an expired or an unknown certificate, even where the environment turns checking off', async () => {
    const expired = makeTestCertificate({ dnsNames: ['hooks.merchant.com'], expired: true });
    trust(expired.cert);
    const unknown = makeTestCertificate({ dnsNames: ['hooks.merchant.com'] });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    closing.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const expiredPort = await listen(createTlsServer(expired, answerSecure));
    expect(await post(`https://hooks.merchant.com:${expiredPort}/`, { lookup: toLoopback })).toMatchObject({
      error: 'The request failed: CERT_HAS_EXPIRED.',
    });
    const unknownPort = await listen(createTlsServer(unknown, answerSecure));
    expect(await post(`https://hooks.merchant.com:${unknownPort}/`, { lookup: toLoopback })).toMatchObject({
      error: 'The request failed: DEPTH_ZERO_SELF_SIGNED_CERT.',
    });
  });

  it('fails when it does not speak TLS', async () => {
    const port = await serveBytes('HTTP/1.1 400 Bad Request\r\n\r\n', (socket) => socket.end());
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'failed',
      error: 'The request failed: ERR_SSL_WRONG_VERSION_NUMBER.',
    });
  });
});

it('leaves no connection behind, not even to an endpoint that responds before it has read the body', async () => {
  const serverEnd = 1; // never reads, so it does not notice that the other end is gone
  const port = await listen(
    createTcpServer((socket) => socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')),
  );
  const result = await post(`http://127.0.0.1:${port}/`, { body: Buffer.alloc(20_000_000) });
  expect(result).toMatchObject({ outcome: 'delivered', responseHead: 'ok' });
  await expect
    .poll(() => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length)
    .toBe(serverEnd);
});
