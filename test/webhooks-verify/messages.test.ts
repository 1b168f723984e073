import { describe, expect, it } from 'vitest';
import {
  type Framework,
  verify,
  verifySync,
  type VerifyOptions,
  type WebhookErrorCode,
  WebhookVerificationError,
} from '@autopay/webhooks-verify';
import { secret } from './delivery.ts';
import { body, headerFor, now } from './verifiers.ts';

const header = headerFor(body);
const headers = { 'svc-signature': header };

/** The error of both verifiers, which must say the same. */
async function errorOf(
  given: { body?: unknown; header?: string; headers?: object } & Partial<VerifyOptions>,
): Promise<WebhookVerificationError> {
  const options = { body, secrets: secret, now, ...given } as never;
  const later: unknown = await verify(options).catch((error: unknown) => error);
  expect(() => verifySync(options)).toThrow(expect.objectContaining({ message: (later as Error).message }));
  if (later instanceof WebhookVerificationError) return later;
  throw new Error('not refused', { cause: later });
}

const rawBody: Record<Framework, string> = {
  express: 'express.raw({ type: "application/json" })',
  fastify: 'addContentTypeParser("application/json", { parseAs: "buffer" }',
  next: 'await request.text()',
  hono: 'c.req.raw',
  lambda: 'event.isBase64Encoded',
};

describe.each(Object.keys(rawBody) as Framework[])('with the framework %s', (framework) => {
  const others = Object.entries(rawBody).filter(([name]) => name !== framework);

  it.each<[WebhookErrorCode, object]>([
    ['body_already_parsed', { body: {}, headers }],
    ['no_match', { body: body.replace('evt_1', 'evt_2'), headers }],
    ['looks_reserialized', { body: `${body}\n`, headers }],
  ])('%s tells its way to the raw body, and no other', async (code, given) => {
    const error = await errorOf({ ...given, framework });
    expect(error.code).toBe(code);
    expect(error.message).toContain(rawBody[framework]);
    for (const [, fix] of others) expect(error.message).not.toContain(fix);
  });

  it('missing_header and body_too_large tell of its headers and limits', async () => {
    expect((await errorOf({ headers: {}, framework })).message).toMatch(/pass [\w.]*headers\.$/);
    expect((await errorOf({ headers, maxBodyBytes: 1, framework })).message).toMatch(/Answer 413\. In \w+/);
  });
});

describe('without one', () => {
  it('a plain object of headers is taken for Node, Headers and a Request for the Fetch API', async () => {
    const node = await errorOf({ body: {}, headers });
    expect(node.message).toContain(rawBody.express);
    expect(node.message).toContain(rawBody.lambda);
    expect(node.message).not.toContain(rawBody.hono);
    const fetched = await errorOf({ body: {}, headers: new Headers(headers) });
    expect(fetched.message).toContain(rawBody.next);
    expect(fetched.message).not.toContain(rawBody.express);
    const either = await errorOf({ body: {}, header });
    for (const fix of Object.values(rawBody)) expect(either.message).toContain(fix);
  });
});

describe('looks_reserialized', () => {
  it.each([
    ['parsed as JSON and written again', JSON.stringify(JSON.parse(body), null, 2)],
    ['wrapped in white space or a byte order mark', `\ufeff${body}`],
    ['wrapped in white space or a byte order mark', `${body}\r\n`],
    ['written as a JSON string', JSON.stringify(body)],
    ['encoded as base64', Buffer.from(body).toString('base64')],
  ])('says that the body was %s', async (change, given) => {
    const { code, message } = await errorOf({ body: given, header });
    expect({ code, message }).toEqual({
      code: 'looks_reserialized',
      message: expect.stringContaining(change),
    });
  });

  it('is not looked for in a body of more than 64 KiB', async () => {
    const large = JSON.stringify({ id: 'x'.repeat(65_536) });
    const { code } = await errorOf({ body: `${large}\n`, header: headerFor(large) });
    expect(code).toBe('no_match');
  });

  it('is not said of arrays that are nested as deep as fits', async () => {
    expect((await errorOf({ body: '['.repeat(32_000) + ']'.repeat(32_000), header })).code).toBe('no_match');
  });
});

describe('every message', () => {
  it('names the age and the tolerance of what is too old or too new', async () => {
    const old = await errorOf({ header, now: now + 3_601, toleranceSeconds: 60 });
    expect(old).toMatchObject({ code: 'too_old', ageSeconds: 3_601 });
    expect(old.message).toMatch(/3601 s ago.*toleranceSeconds \(60 s\)/);
    const early = await errorOf({ header, now: now - 301 });
    expect(early).toMatchObject({ code: 'too_new', ageSeconds: -301 });
    expect(early.message).toContain('301 s in the future');
  });

  it('says of a secret that is none of an endpoint that it is not, without showing it', async () => {
    const { message } = await errorOf({ header, secrets: 'sk_live_4mJ8nYpQ2s' });
    expect(message).toContain('does not begin with whsec_');
    expect(message).not.toContain('4mJ8nYpQ2s');
  });

  it('never contains a secret or the right signature', async () => {
    const right = header.slice(-64);
    for (const given of [
      { body: `${body} `, header: headerFor(body, now, 'whsec_wrong') },
      { body: `${body}\n`, header },
      { header, secrets: `${secret} ` },
      { header: '' },
    ]) {
      const error = await errorOf(given);
      const printed = `${error.stack} ${JSON.stringify(Object.getOwnPropertyDescriptors(error))}`;
      expect(printed).not.toContain(secret.slice(6));
      if (given.header !== header) expect(printed).not.toContain(right);
    }
  });
});
