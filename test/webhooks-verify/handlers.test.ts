import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { webhooks } from '@autopay/webhooks-verify';
import { expressWebhooks } from '@autopay/webhooks-verify/express';
import { fastifyWebhooks } from '@autopay/webhooks-verify/fastify';
import { honoWebhooks } from '@autopay/webhooks-verify/hono';
import { lambdaWebhooks } from '@autopay/webhooks-verify/lambda';
import { nextWebhooks } from '@autopay/webhooks-verify/next';
import { memoryStore, signRequest, type SignedRequest } from '@autopay/webhooks-verify/testing';
import { delivery, eventOf, secret } from './delivery.ts';

type Hooks = ReturnType<typeof webhooks>;
/** Serves webhooks like a framework, and returns its response. */
type Send = (request: { headers: Record<string, string>; body: string | Uint8Array }) => Promise<Answered>;
interface Answered {
  status: number;
  body: string;
}

const path = '/webhooks/autopay';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
    return once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** Over a socket. Reads the response also where the server has stopped reading. */
async function post(port: number, { headers, body }: Parameters<Send>[0]): Promise<Answered> {
  const outgoing = httpRequest({ port, path, method: 'POST', agent: false, headers });
  outgoing.on('error', () => {}); // cut off while it still sends, once the response has arrived
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const text = (await incoming.toArray()).join('');
  return { status: incoming.statusCode, body: text };
}

async function overNode(listener: RequestListener): Promise<Send> {
  const port = await listen(createServer(listener));
  return (request) => post(port, request);
}

const quiet: express.ErrorRequestHandler = (error: Error, _req, res, _next) => {
  res.status(500).send(error.message);
};

const frameworks: [string, (hooks: Hooks) => Promise<Send>][] = [
  ['Express, without a parser', (hooks) => overNode(express().post(path, expressWebhooks(hooks)).use(quiet))],
  [
    'Express, behind express.raw',
    (hooks) =>
      overNode(
        express()
          .post(path, express.raw({ type: '*/*', limit: '2mb' }), expressWebhooks(hooks))
          .use(quiet),
      ),
  ],
  [
    'Express, behind a parser that keeps rawBody',
    (hooks) => {
      const verifyBody = (req: object, _res: unknown, rawBody: Buffer) => Object.assign(req, { rawBody });
      const parser = express.json({ limit: '2mb', type: '*/*', strict: false, verify: verifyBody });
      const unparsed: express.ErrorRequestHandler = (_error, _req, _res, next) => next(); // the test sends what is no JSON, too
      return overNode(express().use(parser, unparsed).post(path, expressWebhooks(hooks)).use(quiet));
    },
  ],
  [
    'Node alone',
    (hooks) => {
      const handle = expressWebhooks(hooks);
      return overNode((req, res) => void handle(req, res).catch(() => {}));
    },
  ],
  [
    'Fastify',
    async (hooks) => {
      const app = Fastify();
      await app.register(fastifyWebhooks, { url: path, webhooks: hooks });
      await app.listen({ port: 0, host: '127.0.0.1' });
      closing.push(() => app.close());
      return (request) => post((app.server.address() as AddressInfo).port, request);
    },
  ],
  [
    'Hono',
    async (hooks) => {
      const app = new Hono();
      app.post(path, honoWebhooks(hooks));
      app.onError((error, c) => c.text(error.message, 500));
      return overFetch(async (request) => app.fetch(request));
    },
  ],
  [
    'Hono, behind a middleware that read the body',
    async (hooks) => {
      const app = new Hono();
      app.use(async (c, next) => {
        await c.req.json().catch(() => null);
        await next();
      });
      app.post(path, honoWebhooks(hooks));
      app.onError((error, c) => c.text(error.message, 500));
      return overFetch(async (request) => app.fetch(request));
    },
  ],
  ['Next.js', async (hooks) => overFetch(nextWebhooks(hooks))],
  [
    'Lambda, behind an HTTP API or a function URL',
    async (hooks) => overLambda(hooks, ({ headers, body }) => ({ version: '2.0', headers, body })),
  ],
  [
    'Lambda, with a body in base64',
    async (hooks) =>
      overLambda(hooks, ({ headers, body }) => ({
        headers,
        body: Buffer.from(body).toString('base64'),
        isBase64Encoded: true,
      })),
  ],
  [
    'Lambda, behind a REST API or a load balancer with headers of many values',
    async (hooks) =>
      overLambda(hooks, ({ headers, body }) => ({
        headers: null,
        multiValueHeaders: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
        body: body || null,
      })),
  ],
];

/** A framework that takes a Request. What it does not catch itself is a 500. */
function overFetch(serve: (request: Request) => Promise<Response>): Send {
  return async ({ headers, body }) => {
    const request = new Request(`http://localhost${path}`, {
      method: 'POST',
      headers,
      body: body as BodyInit,
    });
    const response = await serve(request).catch(
      (error: Error) => new Response(error.message, { status: 500 }),
    );
    return { status: response.status, body: await response.text() };
  };
}

/** A gateway before Lambda: an invocation that fails is its 502. */
function overLambda(
  hooks: Hooks,
  wrap: (request: {
    headers: Record<string, string>;
    body: string;
  }) => Parameters<ReturnType<typeof lambdaWebhooks>>[0],
): Send {
  const handler = lambdaWebhooks(hooks);
  return async ({ headers, body }) => {
    const event = wrap({ headers, body: Buffer.from(body).toString() });
    return handler(event).then(
      ({ statusCode, body: text }) => ({ status: statusCode, body: text }),
      (error: Error) => ({ status: 502, body: error.message }),
    );
  };
}

const codeOf = ({ body }: Answered): string => (JSON.parse(body) as { error: { code: string } }).error.code;
const asSent = ({ headers, body }: SignedRequest): Parameters<Send>[0] => ({ headers, body });

describe.each(frameworks)('%s', (_name, serve) => {
  it('accepts what is signed, once however often it comes, and hands over the event', async () => {
    const handler = vi.fn();
    const send = await serve(
      webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', handler),
    );
    const signed = await signRequest({
      event: { ...eventOf('charge.succeeded'), note: 'é 例 😀' },
      secret,
    });
    expect(await send(asSent(signed))).toEqual({ status: 204, body: '' });
    expect(await send(asSent(signed))).toEqual({ status: 204, body: '' });
    expect(handler.mock.calls.map(([event]) => event)).toEqual([JSON.parse(String(signed.body))]);
  });

  it('responds with 400 to what is forged, unsigned, too old or not an event, and calls no handler', async () => {
    const handler = vi.fn();
    const send = await serve(webhooks({ secrets: secret }).on('charge.succeeded', handler));
    const signed = await delivery();
    const old = await signRequest({ event: eventOf('charge.succeeded'), secret, now: 1_000 });
    const foreign = await signRequest({ body: '"text"', secret });
    const { 'svc-signature': _, ...unsigned } = signed.headers;
    const answers = [
      await send({ headers: signed.headers, body: String(signed.body).replace('evt_1', 'evt_2') }),
      await send({ headers: unsigned, body: signed.body }),
      await send({ headers: { ...signed.headers, 'svc-signature': 'nonsense' }, body: signed.body }),
      await send({ headers: signed.headers, body: '' }),
      await send(asSent(old)),
      await send(asSent(foreign)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(answers.map(codeOf)).toEqual([
      'no_match',
      'missing_header',
      'malformed_header',
      'no_match',
      'too_old',
      'invalid_json',
    ]);
    expect(handler).not.toHaveBeenCalled();
  });

  it('responds with 5xx when a handler throws, and handles the next delivery of the event', async () => {
    let failures = 1;
    const hooks = webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', () => {
      if (failures-- > 0) throw new Error('not yet');
    });
    const send = await serve(hooks);
    const { status } = await send(asSent(await delivery()));
    expect([500, 502]).toContain(status);
    expect(await send(asSent(await delivery()))).toMatchObject({ status: 204 });
  });

  it('responds with 409 while another delivery of the event is being handled', async () => {
    const store = memoryStore();
    await store.claim('evt_1', 60);
    const send = await serve(webhooks({ secrets: secret, store }).on('charge.succeeded', () => {}));
    const answered = await send(asSent(await delivery()));
    expect(answered.status).toBe(409);
    expect(codeOf(answered)).toBe('in_progress');
  });

  it('responds with 413 to a body that is too large', async () => {
    const send = await serve(webhooks({ secrets: secret, maxBodyBytes: 1_000 }));
    const signed = await signRequest({ body: JSON.stringify({ id: 'x'.repeat(100_000) }), secret });
    expect((await send(asSent(signed))).status).toBe(413);
  });

  it('responds with 5xx when its own secret is missing, and does not blame the sender', async () => {
    const send = await serve(webhooks({ secrets: () => undefined }));
    const { status } = await send(asSent(await delivery()));
    expect([500, 502]).toContain(status);
  });
});

it.each<[string, (receiver: never) => unknown]>([
  ['expressWebhooks', expressWebhooks],
  ['fastifyWebhooks', (receiver) => Fastify().register(fastifyWebhooks, { url: path, webhooks: receiver })],
  ['honoWebhooks', honoWebhooks],
  ['lambdaWebhooks', lambdaWebhooks],
  ['nextWebhooks', nextWebhooks],
])(
  '%s fails when the app starts, and not at its first webhook, for what receives none',
  async (_name, make) => {
    for (const wrong of [undefined, {}, secret])
      await expect(async () => await make(wrong as never)).rejects.toThrow('must be what webhooks(...) made');
  },
);

describe('Express', () => {
  it('names its own fix behind express.json', async () => {
    const app = express()
      .use(express.json())
      .post(path, expressWebhooks(webhooks({ secrets: secret })))
      .use(quiet);
    const answered = await (await overNode(app))(asSent(await delivery()));
    expect(answered.status).toBe(500);
    expect(answered.body).toContain('express.raw({ type: "application/json" })');
    expect(answered.body).not.toContain('Fastify');
  });

  it('is done with a request whose sender hung up', async () => {
    const failed = Promise.withResolvers<Error>();
    const app = express()
      .post(path, expressWebhooks(webhooks({ secrets: secret })))
      .use(((error: Error, _req, _res, _next) => failed.resolve(error)) as express.ErrorRequestHandler);
    const port = await listen(createServer(app));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"id":`);
    socket.destroy();
    expect(await failed.promise).toBeInstanceOf(Error);
  });
});

describe('Fastify', () => {
  it('parses the bodies of other routes as before', async () => {
    const app = Fastify();
    app.post('/other', async (request) => request.body);
    await app.register(fastifyWebhooks, { url: path, webhooks: webhooks({ secrets: secret }) });
    closing.push(() => app.close());
    const answered = await app.inject({ method: 'POST', url: '/other', payload: { a: 1 } });
    expect(answered.json()).toEqual({ a: 1 });
    await expect(
      (async () =>
        Fastify().register(fastifyWebhooks, { webhooks: webhooks({ secrets: secret }) } as never))(),
    ).rejects.toThrow('url must be');
  });
});

describe('Hono', () => {
  it('names its own fix when something read the raw request', async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.raw.text();
      await next();
    });
    app.post(path, honoWebhooks(webhooks({ secrets: secret })));
    app.onError((error, c) => c.text(error.message, 500));
    const answered = await overFetch(async (request) => app.fetch(request))(asSent(await delivery()));
    expect(answered.status).toBe(500);
    expect(answered.body).toContain('c.req.raw');
  });
});

describe('Lambda', () => {
  it('names its own fix when a middleware parsed the body', async () => {
    const { headers, body } = await delivery();
    const handler = lambdaWebhooks(webhooks({ secrets: secret }));
    await expect(handler({ headers, body: JSON.parse(String(body)) })).rejects.toThrow(
      'event.isBase64Encoded',
    );
  });

  it('refuses what says that it is base64 and is not', async () => {
    const { headers, body } = await delivery();
    const handler = lambdaWebhooks(webhooks({ secrets: secret }).on('charge.succeeded', () => {}));
    const answered = await handler({ headers, body: `${String(body)}!`, isBase64Encoded: true });
    expect(answered.statusCode).toBe(400);
  });
});
