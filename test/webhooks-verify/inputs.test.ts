import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { secret } from './delivery.ts';
import { body, headerFor, now, verifiers } from './verifiers.ts';

const header = headerFor(body);

describe.each(verifiers)('the body, by %s', (_verifier, check) => {
  const bytes = new TextEncoder().encode(body);
  const padded = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]);

  it.each([
    ['a string', body],
    ['a Uint8Array', bytes],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', bytes.buffer],
    ['a DataView of a part', new DataView(padded.buffer, padded.byteOffset + 2, bytes.length) as never],
    ['a part of a larger Buffer', padded.subarray(2, 2 + bytes.length)],
    [
      'a Uint8Array of another realm',
      runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] }) as Uint8Array,
    ],
    [
      'an ArrayBuffer of another realm',
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...bytes] }) as ArrayBuffer,
    ],
  ])('may be %s', async (_form, given) => {
    expect((await check({ body: given, header, secrets: secret, now })).event.id).toBe('evt_1');
  });

  it.each([
    ['an object', JSON.parse(body) as unknown],
    ['null', null],
    ['undefined', undefined],
    ['an array of numbers', [...bytes]],
    ['an object that looks like a request', { bodyUsed: false, body: 'x', headers: {} }],
    ['an object that looks like bytes', { byteLength: 9, length: 9 }],
    ['a number', 42],
  ])('is refused when something has parsed it already: %s', async (_form, given) => {
    await expect(check({ body: given as string, header, secrets: secret, now })).rejects.toMatchObject({
      code: 'body_already_parsed',
      message: expect.stringContaining('express.raw'),
    });
  });

  it('may have 1 MiB and not a byte more', async () => {
    const largest = `{"type":"x","id":"${'x'.repeat(1_048_576 - 20)}"}`;
    expect(largest.length).toBe(1_048_576);
    await check({ body: largest, header: headerFor(largest), secrets: secret, now });
    await expect(
      check({ body: `${largest} `, header: headerFor(`${largest} `), secrets: secret, now }),
    ).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('may have as many bytes as maxBodyBytes says, counted in UTF-8, and not one more', async () => {
    const bytes = Buffer.byteLength(body);
    expect(bytes).toBeGreaterThan(body.length);
    for (const given of [body, Buffer.from(body)]) {
      await check({ body: given, header, secrets: secret, now, maxBodyBytes: bytes });
      await expect(
        check({ body: given, header, secrets: secret, now, maxBodyBytes: bytes - 1 }),
      ).rejects.toMatchObject({
        code: 'body_too_large',
        message: expect.stringContaining(`maxBodyBytes (${bytes - 1})`),
      });
    }
  });

  it('with half of a surrogate pair is what its UTF-8 reads: the replacement character, parsed as well', async () => {
    const replaced = '{"id":"evt_\ufffd","type":"charge.succeeded"}';
    const verified = await check({
      body: replaced.replace('\ufffd', '\ud800'),
      header: headerFor(replaced),
      secrets: secret,
      now,
    });
    expect(verified.event.id).toBe('evt_\ufffd');
  });

  it('that is not UTF-8 and not signed is no_match', async () => {
    const latin = Buffer.from('{"name":"\u00e9"}', 'latin1');
    await expect(check({ body: latin, header, secrets: secret, now })).rejects.toMatchObject({
      code: 'no_match',
    });
  });

  it('that is signed but not UTF-8 is invalid_json', async () => {
    const latin = Buffer.from('{"name":"\u00e9"}', 'latin1');
    await expect(
      check({ body: latin, header: headerFor(latin), secrets: secret, now }),
    ).rejects.toMatchObject({
      code: 'invalid_json',
      cause: expect.any(TypeError),
    });
  });

  it('cannot be exchanged while the signature is being checked', async () => {
    const buffer = Buffer.from(body);
    const pending = check({ body: buffer, header, secrets: secret, now });
    buffer.write('{"id":"evt_2"');
    expect((await pending).event.id).toBe('evt_1');
  });
});

describe.each(verifiers)('the headers, by %s', (_verifier, check) => {
  it.each([
    ['Headers', new Headers({ 'Svc-Signature': header })],
    ["Node's", { 'svc-signature': header, host: 'merchant.com' }],
    ['of another case', { 'SVC-Signature': header }],
    ['with a list of one', { 'svc-signature': [header] }],
  ])('may be %s', async (_form, headers) => {
    expect((await check({ body, headers, secrets: secret, now })).event.id).toBe('evt_1');
  });

  it.each([
    ['empty Headers', new Headers()],
    ['no such name', { host: 'merchant.com', 'svc-signature': undefined }],
  ])('are refused with %s', async (_form, headers) => {
    await expect(check({ body, headers, secrets: secret, now })).rejects.toMatchObject({
      code: 'missing_header',
    });
  });

  it.each([[null], [undefined], ['']])('are refused with the header %j', async (given) => {
    await expect(check({ body, header: given, secrets: secret, now })).rejects.toMatchObject({
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
      await expect(check({ body, headers, secrets: secret, now })).rejects.toMatchObject({
        code: 'malformed_header',
      });
    }
  });
});

describe.each(verifiers)('the secrets, by %s', (_verifier, check) => {
  it('may be several; the result says which one matched', async () => {
    const old = 'whsec_old';
    const verified = await check({ body, header: headerFor(body, now, old), secrets: [secret, old], now });
    expect(verified.secretIndex).toBe(1);
    expect((await check({ body, header, secrets: [secret, old], now })).secretIndex).toBe(0);
  });

  it.each([[''], [[]], [['', secret]], [[secret, '']], [undefined], [null], [[undefined]]])(
    'must not be empty: %j',
    async (secrets) => {
      const forged = headerFor(body, now, '');
      await expect(check({ body, header: forged, secrets: secrets as string, now })).rejects.toMatchObject({
        code: 'empty_secret',
      });
    },
  );

  it.each([` ${secret}`, `${secret}\n`, 'whsec_a b', `${secret}\u00a0`])(
    'must not contain whitespace: %j',
    async (given) => {
      await expect(check({ body, header, secrets: [secret, given], now })).rejects.toMatchObject({
        code: 'secret_has_whitespace',
      });
    },
  );
});

describe.each(verifiers)('the time, by %s', (_verifier, check) => {
  it.each([
    [300, null],
    [301, 'too_old'],
    [-300, null],
    [-301, 'too_new'],
  ])('with an age of %i s: %s', async (ageSeconds, code) => {
    const pending = check({ body, header, secrets: secret, now: now + ageSeconds });
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
    await check({ body, header, secrets: secret, now: now + 3600, toleranceSeconds: 3600 });
    await check({ body, header, secrets: secret, now, toleranceSeconds: 0 });
    await expect(
      check({ body, header, secrets: secret, now: now + 1, toleranceSeconds: 0 }),
    ).rejects.toMatchObject({
      code: 'too_old',
    });
  });

  it.each([
    { toleranceSeconds: Number.NaN },
    { toleranceSeconds: Number.POSITIVE_INFINITY },
    { toleranceSeconds: -1 },
    { toleranceSeconds: 'forever' as unknown as number },
    { toleranceSeconds: null as unknown as number },
    { maxBodyBytes: Number.NaN },
    { maxBodyBytes: -1 },
    { now: Number.NaN },
    { now: Number.NEGATIVE_INFINITY },
  ])('is never left unchecked by a wrong number: %j', async (options) => {
    const [name] = Object.keys(options);
    await expect(check({ body, header, secrets: secret, now, ...options })).rejects.toThrow(
      new RegExp(`^${name} must be a number, 0 or more`),
    );
  });

  it('in milliseconds is named as the mistake that it is', async () => {
    await expect(check({ body, header, secrets: secret, now: now * 1000 })).rejects.toThrow(
      'now must be Unix seconds; 1767225600000 looks like milliseconds.',
    );
  });

  it('comes with options, which are named when there are none', async () => {
    for (const none of [undefined, null])
      await expect(check(none as never)).rejects.toThrow('takes one object');
  });

  it('is the clock of the machine by default', async () => {
    vi.useFakeTimers({ now: (now + 299) * 1000, toFake: ['Date'] });
    try {
      await check({ body, header, secrets: secret });
      vi.setSystemTime((now + 301) * 1000);
      await expect(check({ body, header, secrets: secret })).rejects.toMatchObject({ code: 'too_old' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is judged only for authentic bodies: a forgery learns nothing about the clock', async () => {
    const forged = headerFor(body, now - 9999, 'whsec_other');
    await expect(check({ body, header: forged, secrets: secret, now })).rejects.toMatchObject({
      code: 'no_match',
    });
  });
});
