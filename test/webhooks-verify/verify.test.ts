import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  type BodySource,
  type Event,
  type VerifiedWebhook,
  verify,
  type VerifyOptions,
  verifySync,
  WebhookVerificationError,
} from '@autopay/webhooks-verify';
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' };

const secret = 'whsec_4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB';
const now = 1_767_225_600;
const body = '{"id":"evt_1","type":"charge.succeeded","name":"é 例"}';

function headerFor(signedBody: string | Uint8Array, timestamp: number | string = now, key = secret): string {
  return `t=${timestamp},v1=${createHmac('sha256', key).update(`${timestamp}.`).update(signedBody).digest('hex')}`;
}

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

/** Both verifiers as one kind of function. */
const verifiers: [string, (options: BodySource & VerifyOptions) => Promise<VerifiedWebhook>][] = [
  ['verify', (options) => verify(options)],
  ['verifySync', async (options) => verifySync(options)],
];

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

describe('the body', () => {
  const bytes = new TextEncoder().encode(body);
  const padded = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]);

  it.each([
    ['a string', body],
    ['a Uint8Array', bytes],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', bytes.buffer],
    ['a part of a larger Buffer', padded.subarray(2, 2 + bytes.length)],
    [
      'a Uint8Array of another realm',
      runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] }) as Uint8Array,
    ],
  ])('may be %s', async (_form, given) => {
    expect((await verify({ body: given, header, secrets: secret, now })).event.id).toBe('evt_1');
  });

  it.each([
    ['an object', JSON.parse(body) as unknown],
    ['null', null],
    ['undefined', undefined],
    ['an array of numbers', [...bytes]],
  ])('is refused when something has parsed it already: %s', async (_form, given) => {
    await expect(verify({ body: given as string, header, secrets: secret, now })).rejects.toMatchObject({
      code: 'body_already_parsed',
      message: expect.stringContaining('express.raw'),
    });
  });

  it('may have 1 MiB and not a byte more', async () => {
    const largest = `{"id":"${'x'.repeat(1_048_576 - 9)}"}`;
    expect(largest.length).toBe(1_048_576);
    await verify({ body: largest, header: headerFor(largest), secrets: secret, now });
    await expect(
      verify({ body: `${largest} `, header: headerFor(`${largest} `), secrets: secret, now }),
    ).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('that is signed but not UTF-8 is invalid_json', async () => {
    const latin = Buffer.from('{"name":"\u00e9"}', 'latin1');
    await expect(
      verify({ body: latin, header: headerFor(latin), secrets: secret, now }),
    ).rejects.toMatchObject({
      code: 'invalid_json',
      cause: expect.any(TypeError),
    });
  });

  it('cannot be exchanged while the signature is being checked', async () => {
    const buffer = Buffer.from(body);
    const pending = verify({ body: buffer, header, secrets: secret, now });
    buffer.write('{"id":"evt_2"');
    expect((await pending).event.id).toBe('evt_1');
  });
});

describe('the headers', () => {
  it.each([
    ['Headers', new Headers({ 'Svc-Signature': header })],
    ["Node's", { 'svc-signature': header, host: 'merchant.com' }],
    ['of another case', { 'SVC-Signature': header }],
    ['with a list of one', { 'svc-signature': [header] }],
  ])('may be %s', async (_form, headers) => {
    expect((await verify({ body, headers, secrets: secret, now })).event.id).toBe('evt_1');
  });

  it.each([
    ['empty Headers', new Headers()],
    ['no such name', { host: 'merchant.com', 'svc-signature': undefined }],
  ])('are refused with %s', async (_form, headers) => {
    await expect(verify({ body, headers, secrets: secret, now })).rejects.toMatchObject({
      code: 'missing_header',
    });
  });

  it.each([[null], [undefined], ['']])('are refused with the header %j', async (given) => {
    await expect(verify({ body, header: given, secrets: secret, now })).rejects.toMatchObject({
      code: 'missing_header',
    });
  });

  it('are refused when there are two signatures headers, even two good ones', async () => {
    const twice = [
      new Headers([
        ['svc-signature', header],
        ['svc-signature', header],
      ]),
      { 'svc-signature': [header, header] },
    ];
    for (const headers of twice) {
      await expect(verify({ body, headers, secrets: secret, now })).rejects.toMatchObject({
        code: 'malformed_header',
      });
    }
  });
});

describe('a Request', () => {
  it('is read and verified', async () => {
    expect((await verify({ request: requestOf(), secrets: secret, now })).event.id).toBe('evt_1');
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

describe('the secrets', () => {
  it('may be several; the result says which one matched', async () => {
    const old = 'whsec_old';
    const verified = await verify({ body, header: headerFor(body, now, old), secrets: [secret, old], now });
    expect(verified.secretIndex).toBe(1);
    expect((await verify({ body, header, secrets: [secret, old], now })).secretIndex).toBe(0);
  });

  it.each([[''], [[]], [['', secret]], [[secret, '']], [undefined], [null], [[undefined]]])(
    'must not be empty: %j',
    async (secrets) => {
      const forged = headerFor(body, now, '');
      await expect(verify({ body, header: forged, secrets: secrets as string, now })).rejects.toMatchObject({
        code: 'empty_secret',
      });
    },
  );

  it.each([` ${secret}`, `${secret}\n`, 'whsec_a b', `${secret}\u00a0`])(
    'must not contain whitespace: %j',
    async (given) => {
      await expect(verify({ body, header, secrets: [secret, given], now })).rejects.toMatchObject({
        code: 'secret_has_whitespace',
      });
    },
  );
});

describe('the time', () => {
  it.each([
    [300, null],
    [301, 'too_old'],
    [-300, null],
    [-301, 'too_new'],
  ])('with an age of %i s: %s', async (ageSeconds, code) => {
    const pending = verify({ body, header, secrets: secret, now: now + ageSeconds });
    if (code === null) await expect(pending).resolves.toMatchObject({ timestamp: now });
    else {
      await expect(pending).rejects.toMatchObject({
        code,
        ageSeconds,
        message: expect.stringContaining(`${Math.abs(ageSeconds)} s`),
      });
    }
  });

  it('has a tolerance that may be changed, to 0 as well', async () => {
    await verify({ body, header, secrets: secret, now: now + 3600, toleranceSeconds: 3600 });
    await verify({ body, header, secrets: secret, now, toleranceSeconds: 0 });
    await expect(
      verify({ body, header, secrets: secret, now: now + 1, toleranceSeconds: 0 }),
    ).rejects.toMatchObject({
      code: 'too_old',
    });
  });

  it.each([
    { toleranceSeconds: Number.NaN },
    { toleranceSeconds: Number.POSITIVE_INFINITY },
    { toleranceSeconds: -1 },
    { toleranceSeconds: 'forever' as unknown as number },
    { now: Number.NaN },
    { now: Number.NEGATIVE_INFINITY },
  ])('is never left unchecked by a wrong number: %j', async (options) => {
    await expect(verify({ body, header, secrets: secret, now, ...options })).rejects.toThrow(RangeError);
  });

  it('is the clock of the machine by default', async () => {
    vi.useFakeTimers({ now: (now + 299) * 1000, toFake: ['Date'] });
    try {
      await verify({ body, header, secrets: secret });
      vi.setSystemTime((now + 301) * 1000);
      await expect(verify({ body, header, secrets: secret })).rejects.toMatchObject({ code: 'too_old' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is judged only for authentic bodies: a forgery learns nothing about the clock', async () => {
    const forged = headerFor(body, now - 9999, 'whsec_other');
    await expect(verify({ body, header: forged, secrets: secret, now })).rejects.toMatchObject({
      code: 'no_match',
    });
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

/** Answers what `verify` returns, or the code that it throws. */
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
