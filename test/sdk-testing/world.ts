import { Autopay } from '@autopay/sdk';
import type { FakeAutopay, FakeMerchant } from '../../sdk/src/testing/index.ts';
import { type Wallet, walletOf } from '../conformance/wallet.ts';

/** A merchant of a fake with its SDK client, a payer who holds 1,000 tokens and a payee. */
export interface FakeWorld {
  merchant: FakeMerchant;
  api: Autopay;
  payer: Wallet;
  payee: Wallet;
  mint: string;
}

/** Sets a world up through the API alone, as a merchant's own tests would. */
export async function worldIn(fake: FakeAutopay): Promise<FakeWorld> {
  const merchant = fake.merchant();
  const api = clientOf(fake, merchant.testKey);
  const wallet = async () => walletOf((await api.test.createWallet({})).secretKey);
  return { merchant, api, payer: await wallet(), payee: await wallet(), mint: fake.mint };
}

/** A client of the fake. It does not retry: what is provoked is what comes back. */
export function clientOf(fake: FakeAutopay, key: string): Autopay {
  return new Autopay(key, { baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
}

/** 2.5 tokens an hour from the payer to the payee, unless said otherwise. */
export function hourly({ payer, payee, mint }: FakeWorld) {
  return {
    payer: payer.address as string,
    payee: payee.address as string,
    mint,
    amountPerPeriod: '2500000',
    periodSeconds: 3600,
  };
}
