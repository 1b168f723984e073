import { expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';

const fake = fakeAutopay();

/** What the fake answers to a request with a full test key. */
async function ask(method: string, path: string, body: object, headers = {}) {
  const authorization = `Bearer ${fake.merchant().testKey}`;
  const response = await fake.fetch(`${fake.baseUrl}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { error?: { param?: string; message: string } };
}

// The service rejects these by the same table; test/webhooks holds it against the registries.
test.each([
  ['https://metadata.tencentyun.com/', 'The host is a cloud metadata service.'],
  ['https://192.31.196.1/', 'The host is, or resolves to, an address that is not public.'],
  ['https://[2620:4f:8000::1]/', 'The host is, or resolves to, an address that is not public.'],
  ['https://[3fff::1]/', 'The host is, or resolves to, an address that is not public.'],
])('the fake rejects the webhook URL %s as the service does', async (url, message) => {
  const { error } = await ask('POST', '/v1/webhook_endpoints', { url });
  expect(error?.message).toBe(message);
});

test.each(['https://[2606:4700::1111]/', 'https://8.8.8.8/'])('the fake accepts %s', async (url) => {
  expect(await ask('POST', '/v1/webhook_endpoints', { url })).toMatchObject({ url });
});

test('the fake refuses a compressed body', async () => {
  const { error } = await ask('POST', '/v1/webhook_endpoints', {}, { 'content-encoding': 'gzip' });
  expect(error?.param).toBe('content-encoding');
});
