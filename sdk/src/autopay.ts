import { type AutopayOptions, createClient } from './client.ts';
import type { Credential } from './credential.ts';
import type { MerchantWithKeys } from './generated/models.ts';
import { Resources } from './generated/resources.ts';
import type { Body, Call, CallOptions } from './types.ts';

/**
 * The operations of one deployment, by resource: `autopay.mandates.create(...)`. A wrong argument throws
 * TypeError at the call and sends nothing; a call that fails rejects with AutopayError.
 */
export class Autopay extends Resources {
  /**
   * Throws TypeError for an invalid credential, for unusable options, and for a secret key in a browser,
   * where it must never be.
   */
  constructor(credential: Credential, options?: AutopayOptions) {
    super(createClient(credential, options));
  }
}

/** Creates a merchant; needs no key. Store the two secret keys of the response: they are not shown again. */
export function createMerchant(
  merchant: Body<'createMerchant'>,
  options: AutopayOptions & CallOptions,
): Call<MerchantWithKeys> {
  const { signal, ...clientOptions } = options;
  return new Autopay(null, clientOptions).merchants.create(merchant, signal ? { signal } : {});
}
