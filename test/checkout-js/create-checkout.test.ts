import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
