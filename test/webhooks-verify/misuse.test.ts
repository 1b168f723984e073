import { describe, expect, it } from 'vitest';
import { type HeadersLike, verify, verifySync, webhooks } from '@autopay/webhooks-verify';
import { signRequest } from '@autopay/webhooks-verify/testing';

const secret = 'whsec_of_the_endpoint';
const event = { id: 'evt_1', type: 'charge.succeeded' };

describe('headers as pairs', () => {
  it('are read in any case, and twice the header is none', async () => {
    const { body, header } = await signRequest({ event, secret });
    const pairs: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Svc-Signature', header],
    ];
    const arrays: string[][] = pairs.map((pair) => [...pair]);
    expect((await verify({ body, headers: arrays, secrets: secret })).event.id).toBe('evt_1');
    expect((await verify({ body, headers: pairs, secrets: secret })).event.id).toBe('evt_1');
    expect(verifySync({ body, headers: pairs, secrets: secret }).event.id).toBe('evt_1');
    const twice: HeadersLike = [...pairs, ['svc-signature', header]];
    await expect(verify({ body, headers: twice, secrets: secret })).rejects.toMatchObject({
      code: 'malformed_header',
    });
    await expect(verify({ body, headers: [], secrets: secret })).rejects.toMatchObject({
      code: 'missing_header',
    });
  });
});

describe('JSON that is signed and no event', () => {
  it.each([
    '{}',
    '[]',
    'null',
    '5',
    '"evt_1"',
    '{"id":"evt_1"}',
    '{"type":"charge.failed"}',
    '{"id":1,"type":2}',
    '{"id":"","type":""}',
    '{"id":"evt_1","type":""}',
  ])('%s is refused', async (body) => {
    const { header } = await signRequest({ body, secret });
    const options = { body, header, secrets: secret };
    await expect(verify(options)).rejects.toMatchObject({ code: 'invalid_json' });
    await expect(verify(options)).rejects.toThrow('with an id and a type');
    expect(() => verifySync(options)).toThrow('with an id and a type');
  });
});

describe('arguments as other libraries take them', () => {
  it('are told how', async () => {
    const { request, body, header } = await signRequest({ event, secret });
    const [anyVerify, anySync] = [verify, verifySync] as unknown as [
      (...args: unknown[]) => Promise<unknown>,
      (...args: unknown[]) => unknown,
    ];
    for (const args of [
      [body, header, secret],
      [Buffer.from(String(body)), header, secret],
      [request, secret],
      [{ body, header, secret }],
      [event, header, secret],
      [],
      [null],
    ]) {
      await expect(anyVerify(...args)).rejects.toThrow(TypeError);
      await expect(anyVerify(...args)).rejects.toThrow(/^verify takes one object: verify\(\{ body, headers/);
      expect(() => anySync(...args)).toThrow(/^verifySync takes one object: verifySync\(\{ body, headers/);
    }
  });
});

describe('an option that there is not', () => {
  it('is named, and nothing is verified without what it was to do', async () => {
    const { body, header } = await signRequest({ event, secret });
    const options = { body, header, secrets: secret, tolerance: 3 } as never;
    await expect(verify(options)).rejects.toThrow(TypeError);
    await expect(verify(options)).rejects.toThrow(/^tolerance is no option of verify/);
    expect(() => verifySync(options)).toThrow(/^tolerance is no option of verifySync/);
  });
});

describe('a masked secret', () => {
  const masked = 'whsec_...EEQ5';

  it('is recognised as one, whatever is verified', async () => {
    const { body, header } = await signRequest({ event, secret });
    for (const secrets of [masked, ['whsec_tea', masked]]) {
      await expect(verify({ body, header, secrets })).rejects.toMatchObject({ code: 'secret_is_masked' });
      expect(() => verifySync({ body, header, secrets })).toThrow('the masked form that lists show');
    }
  });

  it('stops a receiver when the app starts', () => {
    expect(() => webhooks({ secrets: masked })).toThrow('secrets must be whole');
  });
});

describe('moving to another endpoint', () => {
  it('ends with a secret that is used nowhere, though the old endpoint stays', async () => {
    const seen: string[] = [];
    const hooks = webhooks({ secrets: 'whsec_new' }).on('charge.succeeded', ({ id }) => seen.push(id));
    // The old path is answered without being read: what it gets is delivered to the new one as well.
    const routes: Record<string, (request: Request) => Promise<number>> = {
      '/webhooks/autopay': async () => 204,
      '/webhooks/autopay/2': async (request) =>
        hooks.handle({ request }).then(
          () => 204,
          () => 400,
        ),
    };
    for (const [path, key] of [
      ['/webhooks/autopay', 'whsec_old'],
      ['/webhooks/autopay/2', 'whsec_new'],
    ] as const) {
      const { request } = await signRequest({ event, secret: key, url: `https://shop.example.com${path}` });
      expect(await routes[path]!(request)).toBe(204);
    }
    expect(seen).toEqual(['evt_1']);
  });
});
