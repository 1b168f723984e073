import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import type { MandateWithSecret } from '@autopay/sdk';
import type { Answer, TestMerchant, TestService, TestWallet } from './service.ts';

/** Terms charged every 30 days, for at most a year; tests replace the terms they are about. */
export const MONTHLY = { amountPerPeriod: '1000000', periodSeconds: 30 * 86_400, maxPeriods: 12 };

/** Makes a pending mandate from `payer` to `payee` on the floor token, unless `terms` say otherwise. */
export async function createMandate(
  service: TestService,
  merchant: TestMerchant,
  payer: TestWallet,
  payee: { address: string },
  terms: Record<string, unknown> = {},
): Promise<MandateWithSecret> {
  const mint = await service.mint(merchant);
  const body = { payer: payer.address, payee: payee.address, mint, ...MONTHLY, ...terms };
  return merchant.api.mandates.create(body as never);
}

/**
 * Signs the authorization with the payer's real key, through the public checkout package. Returns the view.
 */
export async function authorizeMandate(service: TestService, mandate: MandateWithSecret, payer: TestWallet) {
  return authorize({
    apiBase: service.url,
    mandateId: mandate.id,
    clientSecret: mandate.client_secret,
    signer: await signerFromKeyPair(payer.secretKey),
  });
}

/** One checkout operation: `instruction`, `refresh`, `submit`, or `''` for the view. */
export function checkout(
  service: TestService,
  mandate: MandateWithSecret,
  operation: string,
  body?: unknown,
): Promise<Answer> {
  const path = `/v1/checkout/mandates/${mandate.id}${operation === '' ? '' : `/${operation}`}`;
  const query = `?client_secret=${mandate.client_secret}`;
  return service.call(operation === '' ? 'GET' : 'POST', path + query, { body });
}

/** A wallet's balance of a token on chain, in atomic units, read by the test's own RPC call. */
export async function balanceOnChain(service: TestService, owner: string, mint: string): Promise<bigint> {
  const { value } = await service.rpc('getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', commitment: 'processed' },
  ]);
  return BigInt(value[0]?.account.data.parsed.info.tokenAmount.amount ?? '0');
}
