import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Checkout,
  type CheckoutOptions,
  type CheckoutStatus,
  createCheckout,
  type StandardWallet,
} from '@autopay/checkout-js';
import { approval, bincode, meaningOf, viewOf, WALLETS, wire } from './issued.ts';
import { refused, startScripted } from './scripted-checkout.ts';

const page = globalThis as { window?: EventTarget };

afterEach(() => {
  vi.useRealTimers();
  delete page.window;
});

/** Announces a wallet to the page as wallets do. */
function register(wallet: StandardWallet): () => void {
  let unregister = () => {};
  const detail = (api: { register(wallet: StandardWallet): () => void }) => {
    unregister = api.register(wallet);
  };
  page.window!.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
  return () => unregister();
}

/** Without a timer of its own, since those stand still in some tests. */
function until(checkout: Checkout, status: CheckoutStatus): Promise<void> {
  return new Promise((resolve) => {
    checkout.subscribe(() => {
      if (checkout.getState().status === status) resolve();
    });
  });
}

describe('the wallets of a page', () => {
  it('are none at first, which is said, and appear when they register late; one that leaves is gone', async () => {
    page.window = new EventTarget();
    const { checkout, person } = await startScripted(null);
    expect(await checkout.recover()).toMatchObject({
      status: 'choose_wallet',
      wallets: [],
      error: { code: 'no_wallet' },
    });
    const unregister = register(person.wallet);
    expect(checkout.getState()).toMatchObject({
      error: null,
      wallets: [{ id: 'Test Wallet', eligible: true, reason: null }],
    });
    await checkout.connect('Test Wallet');
    expect(checkout.getState().status).toBe('review');
    unregister();
    expect(checkout.getState()).toMatchObject({ status: 'choose_wallet', wallet: null, wallets: [] });
    checkout.destroy();
    register(person.wallet);
    expect(checkout.getState().wallets).toEqual([]);
  });

  it('that were there before answer when the checkout asks', async () => {
    page.window = new EventTarget();
    const { checkout, person, access, fetch } = await startScripted(null);
    page.window.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register(wallet: StandardWallet): void }>).detail.register(person.wallet),
    );
    const later = createCheckout({ ...access, fetch, storage: null });
    expect(later.getState().wallets).toMatchObject([{ name: 'Test Wallet', eligible: false }]);
    expect((await later.recover()).wallets).toMatchObject([{ name: 'Test Wallet', eligible: true }]);
    checkout.destroy();
    later.destroy();
  });

  it('are passed over where they are none, and told apart where two have one name', async () => {
    page.window = new EventTarget();
    const { checkout, person } = await startScripted(null);
    await checkout.recover();
    for (const none of [null, {}, { name: 'x', chains: [], accounts: [], features: null }])
      register(none as unknown as StandardWallet);
    register(person.wallet);
    register({ ...person.wallet, icon: 'javascript:alert(1)' });
    expect(checkout.getState().wallets).toMatchObject([
      { id: 'Test Wallet' },
      { id: 'Test Wallet (2)', icon: '' },
    ]);
    checkout.destroy();
  });

  it.each([
    ['wrong_chain', 'wrong_chain', { chains: ['solana:devnet', 'sui:mainnet'] }],
    ['cannot_sign', 'wallet_unsupported', { features: [] }],
    ['cannot_sign', 'wallet_unsupported', { versions: ['legacy' as const] }],
  ] as const)('say %s where they cannot pay, and are not asked', async (reason, code, script) => {
    const onConnect = vi.fn();
    const { checkout } = await startScripted({ ...(script as object), onConnect });
    expect(await checkout.recover()).toMatchObject({
      status: 'choose_wallet',
      wallets: [{ eligible: false, reason }],
      error: { code },
    });
    await checkout.connect('Test Wallet');
    expect(checkout.getState()).toMatchObject({ status: 'choose_wallet', error: { code } });
    expect(onConnect).not.toHaveBeenCalled();
    checkout.destroy();
  });
});

describe('connecting', () => {
  it('is refused with wrong_payer where the wallet shows other accounts', async () => {
    const { checkout, person } = await startScripted({
      accounts: [{ address: WALLETS.other, chains: ['solana:mainnet'], features: [] }],
    });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(checkout.getState()).toMatchObject({ status: 'choose_wallet', error: { code: 'wrong_payer' } });
    expect(checkout.getState().error!.message).toContain(person.account.address);
    checkout.destroy();
  });

  it.each([
    ['user_rejected', () => Promise.reject(new Error('User rejected the request.'))],
    ['wallet_error', () => Promise.reject(new Error('Locked'))],
    ['wallet_timeout', () => new Promise<void>(() => {})],
  ] as const)('that ends with %s goes back to the choice', async (code, onConnect) => {
    const { checkout, person, access, fetch } = await startScripted({ onConnect });
    checkout.destroy();
    const wallets = [person.wallet];
    const quick = createCheckout({ ...access, fetch, storage: null, walletTimeoutMs: 50, wallets });
    await quick.recover();
    await quick.connect('Test Wallet');
    expect(quick.getState()).toMatchObject({ status: 'choose_wallet', wallet: null, error: { code } });
    quick.destroy();
  });

  it('can be cancelled, and a wallet that is not there is no_wallet', async () => {
    const { checkout } = await startScripted({ onConnect: () => new Promise<void>(() => {}) });
    await checkout.recover();
    const connecting = checkout.connect('Test Wallet');
    expect(checkout.getState().status).toBe('connecting');
    checkout.cancel();
    await connecting;
    expect(checkout.getState()).toMatchObject({ status: 'choose_wallet', error: null });
    await checkout.connect('Another');
    expect(checkout.getState()).toMatchObject({ status: 'choose_wallet', error: { code: 'no_wallet' } });
    checkout.destroy();
  });
});

describe('a service that lies', () => {
  it.each(['amountAtomic', 'delegate', 'mint', 'payer', 'reference'] as const)(
    'about the %s in the bytes is found out, and the wallet is never asked',
    async (term) => {
      const swapped = term === 'amountAtomic' ? 2n ** 64n - 1n : WALLETS.other;
      const { checkout, person, called } = await startScripted(
        {},
        {
          'POST /instruction': async () => {
            const view = await viewOf({ payer: person.account.address });
            const main = await approval({ ...meaningOf(view), [term]: swapped });
            return {
              object: 'checkout_instruction',
              feePayer: view.payer,
              instruction: bincode(main),
              transaction: wire([main], person.account.address as never),
            };
          },
        },
      );
      await checkout.recover();
      await checkout.connect('Test Wallet');
      expect(await checkout.confirm()).toMatchObject({
        status: 'failed',
        error: { code: 'transaction_mismatch' },
        authorization: null,
      });
      expect(person.asked).toHaveLength(0);
      expect(called).not.toContain('POST /submit');
      checkout.destroy();
    },
  );

  it('or whose sum moved since it was shown has the person look again', async () => {
    const approveParts = [{ mandateId: 'man_2eKpV9sTq4xRwZ8uYh3Nc', amount: '150000000' }];
    const { checkout, person } = await startScripted(
      {},
      {
        'POST /refresh': async () =>
          viewOf({ payer: person.account.address, approveAmount: '150000000', approveParts }),
      },
    );
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({
      status: 'review',
      view: { approveAmount: '150000000' },
      error: { code: 'terms_changed' },
    });
    expect(person.asked).toHaveLength(0);
    checkout.destroy();
  });

  it.each([
    ['a page', () => new Response('<html>cs_1')],
    ['a view without an amount', async () => ({ ...(await viewOf()), amountPerPeriod: undefined })],
    ['a view with a number as text', async () => ({ ...(await viewOf()), decimals: '6' })],
  ])('with %s is unexpected_response, which quotes it without the secret', async (_, reply) => {
    const { checkout } = await startScripted({}, { 'GET ': reply });
    const { status, error } = await checkout.recover();
    expect(status).toBe('failed');
    expect(error).toMatchObject({ code: 'unexpected_response', status: 200 });
    expect(error!.message).toMatch(/It began: "(<html>|\{)/);
    expect(error!.message).not.toContain('cs_1');
    checkout.destroy();
  });
});

describe('the truth from the service', () => {
  it.each([
    ['expired', { status: 'expired' }, { status: 'expired', error: null }],
    ['revoked', { status: 'revoked' }, { status: 'failed', error: { code: 'mandate_not_pending' } }],
    [
      'active with its first payment made',
      { status: 'active', firstCharge: { status: 'succeeded', txSignature: 'sig' } },
      { status: 'settled', error: null },
    ],
    [
      'active with its first payment failed',
      { status: 'active', firstCharge: { status: 'retrying', txSignature: null } },
      { status: 'failed', error: { code: 'charge_failed' } },
    ],
    ['in its trial', { status: 'active', trialSeconds: 60 }, { status: 'settled', error: null }],
  ] as const)('is shown for a mandate that is %s', async (_, changes, expected) => {
    const { checkout } = await startScripted({}, {}, changes as object);
    expect(await checkout.recover()).toMatchObject(expected);
    expect(await checkout.confirm()).toMatchObject(expected);
    checkout.destroy();
  });

  it('is asked for again after a failed load', async () => {
    const { checkout, view } = await startScripted(
      {},
      { 'GET ': (asked) => (asked === 0 ? Response.json({}, { status: 502 }) : view) },
    );
    expect(await checkout.recover()).toMatchObject({
      status: 'failed',
      view: null,
      error: { code: 'unexpected_response', status: 502 },
    });
    expect(await checkout.confirm()).toMatchObject({ status: 'choose_wallet', error: null });
    checkout.destroy();
  });

  it('that the secret is wrong arrives with the code of the API', async () => {
    const { checkout } = await startScripted({}, { 'GET ': refused(401, 'invalid_client_secret') });
    expect(await checkout.recover()).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_client_secret', status: 401 },
    });
    checkout.destroy();
  });

  it('that stays out is outcome_unknown after a minute, is not asked for twice, and is taken when it comes', async () => {
    vi.useFakeTimers();
    let isSettled = false;
    const { checkout, person, settled, view } = await startScripted(
      {},
      {
        'POST /submit': () => view,
        'POST /refresh': () => (isSettled ? settled : view),
      },
    );
    await checkout.recover();
    await checkout.connect('Test Wallet');
    const confirming = checkout.confirm();
    await until(checkout, 'submitted');
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await confirming).toMatchObject({
      status: 'outcome_unknown',
      error: { code: 'settlement_timeout' },
    });
    isSettled = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(checkout.getState()).toMatchObject({ status: 'settled', error: null });
    expect(person.asked).toHaveLength(1);
    checkout.destroy();
  });

  it('that nothing landed within the life of what was sent is blockhash_expired, and a new try is allowed', async () => {
    vi.useFakeTimers();
    const { checkout, person, settled, view } = await startScripted(
      {},
      { 'POST /submit': (asked) => (asked === 0 ? view : settled) },
    );
    await checkout.recover();
    await checkout.connect('Test Wallet');
    void checkout.confirm();
    await until(checkout, 'submitted');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(checkout.getState()).toMatchObject({ status: 'failed', error: { code: 'blockhash_expired' } });
    expect((await checkout.confirm()).status).toBe('settled');
    expect(person.asked).toHaveLength(2);
    checkout.destroy();
  });
});

describe('a wrong call', () => {
  const good: CheckoutOptions = {
    apiBase: 'https://pay.example.com',
    mandateId: 'man_1',
    clientSecret: 'cs_1',
  };

  it.each([
    ['mandateId', { mandateId: 'ch_1' }],
    ['mandateId', { mandateId: undefined }],
    ['clientSecret', { clientSecret: 'sk_test_1' }],
    ['clientSecret', { clientSecret: '' }],
    ['apiBase', { apiBase: 'pay.example.com' }],
    ['apiBase', { apiBase: 'ftp://pay.example.com' }],
    ['apiBase', { apiBase: 'https://pay.example.com/?x=1' }],
    ['apiBase', { apiBase: 'https://pay.example.com/V1/' }],
    ['walletTimeoutMs', { walletTimeoutMs: 0 }],
    ['walletTimeoutMs', { walletTimeoutMs: '5' }],
    ['walletTimeoutMs', { walletTimeoutMs: Infinity }],
    ['fetch', { fetch: 'fetch' }],
    ['storage', { storage: {} }],
    ['wallets', { wallets: {} }],
  ])('names the %s, repeats no secret, and sends nothing', (name, wrong) => {
    const fetch = vi.fn();
    const options = { fetch, ...good, ...wrong } as unknown as CheckoutOptions;
    expect(() => createCheckout(options)).toThrow(new RegExp(`^${name} must be`));
    expect(() => createCheckout(options)).not.toThrow(/sk_test_1/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that does not fit the state rejects with wrong_state and changes nothing', async () => {
    const { checkout } = await startScripted();
    const whileLoading = [checkout.confirm(), checkout.connect('Test Wallet')];
    for (const call of await Promise.allSettled(whileLoading))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'wrong_state' } });
    const chosen = await checkout.recover();
    await expect(checkout.confirm()).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(checkout.connect(5 as never)).rejects.toThrow(/^walletId must be/);
    expect(() => checkout.subscribe(null as never)).toThrow(/^listener must be/);
    expect(checkout.getState()).toBe(chosen);
    checkout.destroy();
  });

  it('of a listener does not keep the others from being told', async () => {
    const thrown = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve));
    const others = process.listeners('uncaughtException').slice(0, -1);
    others.forEach((listener) => process.off('uncaughtException', listener));
    const { checkout } = await startScripted();
    const mistake = new Error('a listener broke');
    const stop = checkout.subscribe(() => {
      throw mistake;
    });
    const told = vi.fn(stop);
    checkout.subscribe(told);
    expect((await checkout.recover()).status).toBe('choose_wallet');
    expect(told).toHaveBeenCalled();
    expect(await thrown).toBe(mistake);
    others.forEach((listener) => process.on('uncaughtException', listener));
    checkout.destroy();
  });
});
