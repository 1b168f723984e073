import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCheckout } from '@autopay/checkout-js';
import { startScripted } from './scripted-checkout.ts';

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

it.each(['POST /refresh', 'POST /instruction'])(
  'one that hangs in %s is told after 8 s as well, and the wallet was not said to be asked',
  async (hanging) => {
    const { access, fetch, person, checkout: other } = await startScripted();
    other.destroy();
    let asked = 0;
    const stuck = (async (url: URL, init: RequestInit) => {
      if (!`${init.method} ${url.pathname}`.endsWith(hanging.replace('POST ', ''))) return fetch(url, init);
      asked += 1;
      return new Promise((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    }) as typeof globalThis.fetch;
    const checkout = createCheckout({ ...access, fetch: stuck, storage: null, wallets: [person.wallet] });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    const outcome = checkout.confirm();
    await vi.waitFor(() => expect(asked).toBe(1));
    await vi.advanceTimersByTimeAsync(7_900);
    expect(checkout.getState()).toMatchObject({ status: 'signing', authorization: null });
    await vi.advanceTimersByTimeAsync(200);
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'connection_failed' } });
    checkout.destroy();
  },
);
