import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCheckout } from '@autopay/checkout-js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a service that does not answer is told after 8 s, and can be looked at again', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    asked.push(String(url));
    return new Promise((_, reject) => {
      init!.signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  };
  const checkout = createCheckout({
    mandateId: 'man_8HfLr3VcPa5sJeYw2Kq9T1',
    clientSecret: 'man_8HfLr3VcPa5sJeYw2Kq9T1_secret_abc',
    apiBase: 'https://pay.example.com',
    fetch,
  });
  await vi.advanceTimersByTimeAsync(7_900);
  expect(checkout.getState().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(200);
  expect(checkout.getState()).toMatchObject({ status: 'failed', error: { code: 'connection_failed' } });
  void checkout.recover();
  expect(checkout.getState().status).toBe('loading');
  expect(asked).toHaveLength(2);
  checkout.destroy();
});
