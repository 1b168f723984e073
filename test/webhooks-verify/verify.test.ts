import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Event, verify, verifySync, WebhookVerificationError } from '@autopay/webhooks-verify';
import { secret } from './delivery.ts';
import { body, headerFor, now, verifiers } from './verifiers.ts';
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' };

function requestOf(init: RequestInit & { header?: string; duplex?: 'half' } = {}): Request {
  const header = init.header ?? headerFor(body);
  return new Request('https://merchant.com/hooks', {
    method: 'POST',
    headers: { 'Svc-Signature': header },
    body,
    ...init,
  });
}

const header = headerFor(body);

interface AcceptedVector {
  name: string;
  secret: string;
  secrets?: string[];
  secretIndex?: number;
  timestamp: number;
  now?: number;
  body: string;
  header: string;
}

describe.each(verifiers)('the shared vectors, by %s', (_name, check) => {
  it.each(vectors.accepted as AcceptedVector[])('accepts $name', async (vector) => {
    const { secret: one, secrets = one, secretIndex = 0, timestamp, header: signature } = vector;
    for (const given of [vector.body, Buffer.from(vector.body)]) {
      const verified = await check({
        body: given,
        header: signature,
        secrets,
        now: vector.now ?? timestamp,
      });
      expect(verified).toEqual({ event: JSON.parse(vector.body), secretIndex, timestamp });
    }
  });

  it.each(vectors.rejected)('rejects $name as $code', async (vector) => {
    for (const given of [vector.body, Buffer.from(vector.body)]) {
      await expect(
        check({ body: given, header: vector.header, secrets: vector.secret, now: vector.now }),
      ).rejects.toMatchObject({ name: 'WebhookVerificationError', code: vector.code });
    }
  });
});

describe('a Request', () => {
  it('is read and verified', async () => {
    expect((await verify({ request: requestOf(), secrets: secret, now })).event.id).toBe('evt_1');
  });

  it('may be given as the body, with headers of its own or others', async () => {
    expect((await verify({ body: requestOf(), secrets: secret, now })).event.id).toBe('evt_1');
    const headers = { 'svc-signature': header };
    const unsigned = requestOf({ header: 'nonsense' });
    expect((await verify({ body: unsigned, headers, secrets: secret, now })).event.id).toBe('evt_1');
  });

  it('is refused while somebody else reads it, and by verifySync in any case', async () => {
    const request = requestOf();
    request.body?.getReader();
    await expect(verify({ request, secrets: secret, now })).rejects.toMatchObject({
      code: 'body_already_parsed',
    });
    const given = { body: requestOf() as never, headers: { 'svc-signature': header } };
    expect(() => verifySync({ ...given, secrets: secret, now })).toThrow(
      expect.objectContaining({ code: 'body_already_parsed' }),
    );
  });

  it('that breaks off while it is read throws what the runtime throws, not that it was forged', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection reset')),
    });
    const request = requestOf({ body: broken, duplex: 'half' });
    await expect(verify({ request, secrets: secret, now })).rejects.toThrow('connection reset');
  });

  it('is refused once its body was read, whatever its signature', async () => {
    const request = requestOf();
    await request.json();
    await expect(verify({ request, secrets: secret, now })).rejects.toMatchObject({
      code: 'body_already_parsed',
    });
  });

  it('without a body has an empty one', async () => {
    const request = requestOf({ body: null, header: headerFor('') });
    await expect(verify({ request, secrets: secret, now })).rejects.toMatchObject({ code: 'invalid_json' });
  });

  it('is not read when its header is malformed', async () => {
    const request = requestOf({ header: 'nonsense' });
    await expect(verify({ request, secrets: secret, now })).rejects.toMatchObject({
      code: 'malformed_header',
    });
    expect(request.bodyUsed).toBe(false);
  });

  it('is read no further than 1 MiB', async () => {
    let sent = 0;
    const cancelled = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array((sent += 65_536) && 65_536)),
      cancel: () => cancelled.resolve(),
    });
    const request = requestOf({ body: endless, duplex: 'half' });
    await expect(verify({ request, secrets: secret, now })).rejects.toMatchObject({ code: 'body_too_large' });
    await cancelled.promise;
    expect(sent).toBeLessThan(2_000_000);
  });
});

describe('an error', () => {
  it('is of one class, and never contains a secret or the expected signature', async () => {
    const error: unknown = await verify({ body: `${body} `, header, secrets: secret, now }).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(Object.getOwnPropertyDescriptors(error))).not.toContain(secret);
  });
});

it('has events that TypeScript tells apart by type', () => {
  type Succeeded = Extract<Event, { type: 'charge.succeeded' }>;
  expectTypeOf<Succeeded['data']['object']['txSignature']>().toEqualTypeOf<string | null>();
  expectTypeOf<IncomingMessage['headers']>().toExtend<
    Exclude<Parameters<typeof verify>[0]['headers'], undefined>
  >();
});

/** Returns what `verify` returns, or the code that it throws. */
const answer: express.RequestHandler = async (req, res) => {
  try {
    res.json(await verify({ body: req.body as Buffer, headers: req.headers, secrets: secret, now }));
  } catch (error) {
    res.status(400).json((error as WebhookVerificationError).code);
  }
};

it('works behind express.raw, and names the fault behind express.json', async () => {
  const app = express();
  app.post('/raw', express.raw({ type: 'application/json' }), answer);
  app.post('/json', express.json(), answer);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const post = async (path: string) => {
    const req = httpRequest({
      port: (server.address() as AddressInfo).port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'svc-signature': header },
    });
    req.end(body);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    return JSON.parse((await res.toArray()).join('')) as unknown;
  };
  try {
    expect(await post('/raw')).toMatchObject({ event: { id: 'evt_1' }, secretIndex: 0, timestamp: now });
    expect(await post('/json')).toBe('body_already_parsed');
  } finally {
    server.close();
    await once(server, 'close');
  }
});
