import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedEvent } from '@autopay/sdk';
import { verify } from '@autopay/webhooks-verify';
import { forwardEvent, readForwardTo, webhookBody } from '../../sdk/src/cli/forward-event.ts';
import { signingSecret } from '../../sdk/src/cli/signing-secret.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const SECRET = 'whsec_12345678901234567890';
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  createdAt: 1,
  livemode: false,
  apiVersion: '0.1.0',
  data: { object: { id: 'chg_1', note: 'Grüße "\u2028"' } },
  pendingWebhooks: 3,
} as unknown as ListedEvent;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

function forward(target: string, signal = new AbortController().signal) {
  return forwardEvent(event, { target: new URL(target), secret: SECRET, signal });
}

describe('where to', () => {
  it.each([
    ['localhost:3000/hook', 'http://localhost:3000/hook'],
    ['3000', 'http://localhost:3000/'],
    [':3000/hook', 'http://localhost:3000/hook'],
    ['3000/hook?a=b', 'http://localhost:3000/hook?a=b'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['[::1]:8080/x', 'http://[::1]:8080/x'],
    ['https://dev.example.com/hook#top', 'https://dev.example.com/hook'],
  ])('%s is %s', (text, url) => {
    expect(readForwardTo(text).href).toBe(url);
  });

  it.each(['', '99999/hook', 'localhost:3000/a b', 'file:///etc/passwd', 'http://', 'user@localhost:3000'])(
    '"%s" is refused',
    (text) => {
      expect(() => readForwardTo(text)).toThrow('--forward-to must be where your server listens');
    },
  );
});

describe('a local delivery', () => {
  it('is what a webhook is: no pendingWebhooks, and a signature over these bytes', async () => {
    const outcome = await forward(`${receiver.url}/hook`);
    expect(outcome).toMatchObject({ delivered: true, status: 204, error: null });
    const [{ body, headers, path }] = receiver.received as [(typeof receiver.received)[0]];
    expect(path).toBe('/hook');
    expect(body).toBe(webhookBody(event));
    expect(JSON.parse(body)).not.toHaveProperty('pendingWebhooks');
    const verified = await verify({ body, headers: headers as never, secrets: SECRET });
    expect(verified.event.id).toBe('evt_1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', connection: 'close' });
  });

  it('that is rejected shows the status and the beginning of the response', async () => {
    receiver.answer = ({ response }) => void response.writeHead(500).end(`${'x'.repeat(300)}the rest`);
    const { delivered, status, error } = await forward(receiver.url);
    expect({ delivered, status }).toEqual({ delivered: false, status: 500 });
    expect(error).toBe(`answered 500: ${'x'.repeat(200)}`);
  });

  it('follows no redirect', async () => {
    receiver.answer = ({ response }) => void response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await forward(receiver.url)).toMatchObject({
      delivered: false,
      status: 302,
      error: expect.stringContaining('redirects are not followed'),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('does not read an endless response to its end', async () => {
    receiver.answer = ({ response }) => {
      response.writeHead(200);
      response.on('error', () => {});
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more));
      more();
    };
    expect(await forward(receiver.url)).toMatchObject({ delivered: true, status: 200 });
  });

  it('where nothing listens fails with the reason', async () => {
    const { url } = receiver;
    await receiver.close();
    expect(await forward(url)).toMatchObject({
      delivered: false,
      status: null,
      error: 'no answer: ECONNREFUSED',
    });
    receiver = await startReceiver();
  });

  it('to something that does not speak HTTP fails with the reason', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const outcome = await forward(`http://127.0.0.1:${port}`);
    server.close();
    expect(outcome).toMatchObject({ delivered: false, status: null });
    expect(outcome.error).toMatch(/^no answer: (?:HPE_|ECONNRESET|EPIPE)/);
  });

  it('is given up at once when the process is interrupted', async () => {
    const interruption = new AbortController();
    receiver.answer = () => interruption.abort();
    await expect(forward(receiver.url, interruption.signal)).rejects.toThrow('This operation was aborted');
    await expect(forward(receiver.url, interruption.signal)).rejects.toThrow('This operation was aborted');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the secret of local deliveries', () => {
  it('is the same from run to run, another for another key, and does not show the key', () => {
    const { secret, source } = signingSecret(undefined, {}, 'sk_test_one');
    expect(source).toBeNull();
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(signingSecret(undefined, { AUTOPAY_WEBHOOK_SECRET: '' }, 'sk_test_one').secret).toBe(secret);
    expect(signingSecret(undefined, {}, 'sk_test_two').secret).not.toBe(secret);
  });

  it('is the option, else the variable, where one is given', () => {
    const env = { AUTOPAY_WEBHOOK_SECRET: 'whsec_of_the_environment' };
    expect(signingSecret(SECRET, env, 'sk_test_one')).toEqual({ secret: SECRET, source: '--secret' });
    expect(signingSecret(undefined, env, 'sk_test_one')).toEqual({
      secret: 'whsec_of_the_environment',
      source: 'AUTOPAY_WEBHOOK_SECRET',
    });
  });

  it.each([
    '',
    'whsec_',
    'whsec_short',
    '12345678901234567890',
    ` ${SECRET}`,
    `${SECRET}\n`,
    'whsec_Grüße_1234567890',
  ])('"%s" is refused without being repeated', (given) => {
    const refused = () => signingSecret(given, {}, 'sk_test_one');
    expect(refused).toThrow('--secret must be a webhook secret: whsec_');
    if (given.length > 6) expect(refused).not.toThrow(given);
  });
});
