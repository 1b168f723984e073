import { type AutopayOptions, createClient } from './client.ts';
import type { Credential } from './credential.ts';
import type { MerchantWithKeys } from './generated/models.ts';
import { Resources } from './generated/resources.ts';
import type { Body, Call, CallOptions } from './types.ts';

/**
 * One deployment's operations, by resource: `autopay.mandates.create(...)`. A wrong argument throws TypeError at the call
 * and sends nothing; a call that fails rejects with AutopayError.
 */
export class Autopay extends Resources {
  /** Throws TypeError for what is no credential, for unusable options, and for a secret key in a browser, where it must never be. */
  constructor(credential: Credential, options?: AutopayOptions) {
    super(createClient(credential, options));
  }
}

/** Creates a merchant, for which no key is needed. Store the two secret keys of the answer: nothing shows them again. */
export function createMerchant(
  merchant: Body<'createMerchant'>,
  options: AutopayOptions & CallOptions,
): Call<MerchantWithKeys> {
  const { signal, ...clientOptions } = options;
  return new Autopay(null, clientOptions).merchants.create(merchant, signal ? { signal } : {});
}
