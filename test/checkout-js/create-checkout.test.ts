import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Checkout,
  type CheckoutOptions,
  type CheckoutState,
  createCheckout,
} from '@autopay/checkout-js';
import { createMandate } from '../support/checkout.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast } from '../support/wallet-signing.ts';
import { scriptedWallet, type WalletScript } from './standard-wallet.ts';

/** One second by default, which a busy machine can exceed. */
const PATIENCE_MS = 20_000;

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

/** What a tab remembers. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** A checkout of a fresh mandate with a wallet of its payer, and the statuses it goes through. */
async function start(
  script: WalletScript = {},
  { terms = {}, amount, ...options }: Partial<CheckoutOptions> & { terms?: object; amount?: string } = {},
) {
  const payer = await service.wallet(merchant, amount === undefined ? {} : { amount });
  const mandate = await createMandate(service, merchant, payer, payee, terms as Record<string, unknown>);
  const send = (signed: Uint8Array) => broadcast(service, Buffer.from(signed).toString('base64'));
  const person = await scriptedWallet(payer, { send, ...script });
  const storage = memoryStorage();
  const open = (changes: Partial<CheckoutOptions> = {}) => {
    const checkout = createCheckout({
      apiBase: service.url,
      mandateId: mandate.id,
      clientSecret: mandate.client_secret,
      wallets: [person.wallet],
      storage,
      ...options,
      ...changes,
    });
    return { checkout, seen: watch(checkout) };
  };
  return { ...open(), open, person, storage, mandate, payer };
}

function watch(checkout: Checkout): CheckoutState[] {
  const seen = [checkout.getState()];
  checkout.subscribe(() => seen.push(checkout.getState()));
  return seen;
}

function statuses(seen: CheckoutState[]): string[] {
  return seen.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1]);
}

describe('a payer who approves', () => {
  it.each(['solana:signTransaction', 'solana:signAndSendTransaction'] as const)(
    'goes from the terms to settled, with a wallet that has %s',
    async (feature) => {
      const { checkout, seen, person, mandate, payer } = await start({ features: [feature] });
      expect((await checkout.recover()).status).toBe('choose_wallet');
      await checkout.connect('Test Wallet');
      expect(checkout.getState()).toMatchObject({
        status: 'review',
        view: { id: mandate.id, approveAmount: '12000000' },
        wallet: { id: 'Test Wallet', name: 'Test Wallet', address: payer.address },
        authorization: null,
      });
      expect(person.asked).toHaveLength(0);
      const settled = await checkout.confirm();
      expect(settled).toMatchObject({
        status: 'settled',
        error: null,
        view: { status: 'active', firstCharge: { status: 'succeeded' } },
        authorization: { kind: 'approval', amount: '12000000', payer: payer.address },
      });
      expect(statuses(seen)).toEqual([
        'loading',
        'choose_wallet',
        'connecting',
        'review',
        'signing',
        'submitted',
        'settled',
      ]);
      expect(person.asked).toHaveLength(1);
      checkout.destroy();
    },
  );
});

describe('what the payer gets', () => {
  it('is a payment for a one-time purchase, made once', async () => {
    const { checkout, payer } = await start({}, { terms: { sellMode: 'once', maxPeriods: 1 } });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({
      status: 'settled',
      view: { status: 'completed' },
      authorization: { kind: 'payment', amount: '1000000', delegate: null, payer: payer.address },
    });
    checkout.destroy();
  });

  it('is settled with a trial as soon as that begins', async () => {
    const { checkout } = await start({}, { terms: { trialSeconds: 86_400 } });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({ status: 'settled', view: { status: 'active' } });
    checkout.destroy();
  });

  it('is insufficient_funds with an empty wallet, again on a retry, and settled after a top-up, with one signature', async () => {
    const { checkout, person, payer } = await start({}, { amount: '1' });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_funds', status: 402 },
    });
    expect(await checkout.confirm()).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_funds' },
    });
    await merchant.api.test.fund({ address: payer.address, amount: '5000000' });
    expect((await checkout.confirm()).status).toBe('settled');
    expect(person.asked).toHaveLength(1);
    checkout.destroy();
  });

  it('is asked for one signature too where a purchase was not sent for want of funds', async () => {
    const { checkout, person, mandate, payer } = await start(
      {},
      { terms: { sellMode: 'once', maxPeriods: 1 }, amount: '1' },
    );
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_funds' },
    });
    expect(await checkout.confirm()).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_funds' },
    });
    await merchant.api.test.fund({ address: payer.address, amount: '1000000' });
    expect((await checkout.confirm()).status).toBe('settled');
    expect(person.asked).toHaveLength(1);
    expect((await merchant.api.mandates.listCharges(mandate.id)).data).toHaveLength(1);
    checkout.destroy();
  });
});

describe('a payer who hesitates', () => {
  it('declines, and pays on the second try', async () => {
    const { checkout, seen } = await start({ answers: [new Error('User rejected the request.'), 'sign'] });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({ status: 'failed', error: { code: 'user_rejected' } });
    expect(await checkout.confirm()).toMatchObject({ status: 'settled', error: null });
    expect(statuses(seen).slice(-5)).toEqual(['signing', 'failed', 'signing', 'submitted', 'settled']);
    checkout.destroy();
  });

  it('clicks twice and is asked once', async () => {
    const { checkout, person } = await start();
    await checkout.recover();
    await Promise.all([checkout.connect('Test Wallet'), checkout.connect('Test Wallet')]);
    const [one, other] = await Promise.all([checkout.confirm(), checkout.confirm()]);
    expect(one).toBe(other);
    expect(one.status).toBe('settled');
    expect(await checkout.confirm()).toBe(one);
    expect(person.asked).toHaveLength(1);
    checkout.destroy();
  });

  it('cancels at the wallet: what is signed afterwards is not sent, and a new try works', async () => {
    const { checkout, person } = await start({ answers: ['hang', 'sign'] });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    const first = checkout.confirm();
    await vi.waitFor(() => expect(person.asked).toHaveLength(1), PATIENCE_MS);
    checkout.cancel();
    expect(await first).toMatchObject({ status: 'review', error: null, authorization: null });
    person.approveNow();
    expect(await checkout.recover()).toMatchObject({ status: 'review', view: { status: 'pending' } });
    expect((await checkout.confirm()).status).toBe('settled');
    checkout.cancel();
    expect(checkout.getState().status).toBe('settled');
    checkout.destroy();
  });

  it('answers a wallet that sends after everyone stopped waiting, and is settled by that', async () => {
    const { checkout, person } = await start(
      { features: ['solana:signAndSendTransaction'], answers: ['hang'] },
      { walletTimeoutMs: 150 },
    );
    await checkout.recover();
    await checkout.connect('Test Wallet');
    expect(await checkout.confirm()).toMatchObject({ status: 'failed', error: { code: 'wallet_timeout' } });
    person.approveNow();
    await vi.waitFor(() => expect(checkout.getState().status).toBe('settled'), PATIENCE_MS);
    checkout.destroy();
  });

  it('lets the blockhash expire once, which is repaired by itself, and twice, which is told', async () => {
    const expired = new Error('Transaction simulation failed: Blockhash not found');
    const features: WalletScript['features'] = ['solana:signAndSendTransaction'];
    const once = await start({ features, answers: [expired, 'sign'] });
    await once.checkout.recover();
    await once.checkout.connect('Test Wallet');
    const asking: boolean[] = [];
    once.checkout.subscribe(() => {
      const { status, authorization } = once.checkout.getState();
      if (status === 'signing') asking.push(authorization !== null);
    });
    expect((await once.checkout.confirm()).status).toBe('settled');
    expect(once.person.asked).toHaveLength(2);
    // Between the two, when the wallet is not asked, nothing says that it is.
    expect(asking).toEqual([false, true, false, true]);
    const twice = await start({ features, answers: [expired] });
    await twice.checkout.recover();
    await twice.checkout.connect('Test Wallet');
    expect(await twice.checkout.confirm()).toMatchObject({
      status: 'failed',
      error: { code: 'blockhash_expired' },
    });
    expect(twice.person.asked).toHaveLength(2);
    once.checkout.destroy();
    twice.checkout.destroy();
  });

  it('switches the account while reviewing, and chooses again', async () => {
    const { checkout, person } = await start();
    await checkout.recover();
    await checkout.connect('Test Wallet');
    person.switchTo({ ...person.account, address: payee.address });
    expect(checkout.getState()).toMatchObject({
      status: 'choose_wallet',
      wallet: null,
      wallets: [{ eligible: true, reason: 'wrong_account' }],
      error: { code: 'wrong_payer' },
    });
    await checkout.connect('Test Wallet');
    expect((await checkout.confirm()).status).toBe('settled');
    checkout.destroy();
  });
});

describe('two tabs', () => {
  it('sign one at a time, and the second learns that it is paid', async () => {
    const { checkout, open, person } = await start({ answers: ['hang', 'sign'] });
    const { checkout: other } = open({ storage: null });
    for (const each of [checkout, other]) {
      await each.recover();
      await each.connect('Test Wallet');
    }
    const first = checkout.confirm();
    await vi.waitFor(() => expect(person.asked).toHaveLength(1), PATIENCE_MS);
    expect(await other.confirm()).toMatchObject({ status: 'failed', error: { code: 'signing_elsewhere' } });
    person.approveNow();
    expect((await first).status).toBe('settled');
    expect((await other.confirm()).status).toBe('settled');
    expect(person.asked).toHaveLength(1);
    checkout.destroy();
    other.destroy();
  });
});

describe('a page that goes away', () => {
  it('while the wallet is open sends nothing, and lets go of the wallets', async () => {
    const { checkout, person, open } = await start({ answers: ['hang', 'sign'] });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    const confirming = checkout.confirm();
    await vi.waitFor(() => expect(person.asked).toHaveLength(1), PATIENCE_MS);
    checkout.destroy();
    expect((await confirming).status).toBe('signing');
    expect(person.listeners.size).toBe(0);
    person.approveNow();
    await expect(checkout.confirm()).rejects.toMatchObject({ code: 'wrong_state' });
    const { checkout: again } = open();
    expect(await again.recover()).toMatchObject({ status: 'choose_wallet', view: { status: 'pending' } });
    again.destroy();
  });

  it('after it was sent finds it settled when it comes back, by a marker without a secret', async () => {
    const { checkout, storage, mandate, open } = await start();
    await checkout.recover();
    await checkout.connect('Test Wallet');
    const sent = new Promise<void>((resolve) =>
      checkout.subscribe(() => {
        if (checkout.getState().status === 'submitted') resolve();
      }),
    );
    void checkout.confirm();
    await sent;
    const kept = [...storage.items].flat().join(' ');
    checkout.destroy();
    expect(kept).toContain(mandate.id);
    expect(kept).not.toContain(mandate.client_secret);
    const { checkout: again, seen } = open();
    const states = statuses(seen);
    await vi.waitFor(() => expect(again.getState().status).toBe('settled'), PATIENCE_MS);
    expect(states[0]).toBe('loading');
    expect(storage.items.size).toBe(0);
    again.destroy();
  });

  it('before the wallet that sends has answered finds what that sent', async () => {
    const { checkout, person, open } = await start({
      features: ['solana:signAndSendTransaction'],
      answers: ['hang'],
    });
    await checkout.recover();
    await checkout.connect('Test Wallet');
    void checkout.confirm();
    await vi.waitFor(() => expect(person.asked).toHaveLength(1), PATIENCE_MS);
    checkout.destroy();
    person.approveNow();
    const { checkout: again } = open();
    await vi.waitFor(() => expect(again.getState().status).toBe('settled'), PATIENCE_MS);
    again.destroy();
  });
});
