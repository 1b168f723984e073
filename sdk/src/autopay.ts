import type { Method } from './call.ts';
import { type AutopayOptions, type Client, createClient } from './client.ts';
import type { Credential } from './credential.ts';
import type { MerchantWithKeys } from './generated/models.ts';
import { Resources } from './generated/resources.ts';
import { request, type RequestOptions } from './request.ts';
import type { Body, Call, CallOptions } from './types.ts';

/**
 * The operations of one deployment, by resource: `autopay.mandates.create(...)`. A wrong argument throws
 * TypeError at the call and sends nothing; a call that fails rejects with AutopayError.
 */
export class Autopay extends Resources {
  readonly #client: Client;

  /**
   * Throws TypeError for an invalid credential, for unusable options, and for a secret key in a browser,
   * where it must never be.
   */
  constructor(credential: Credential, options?: AutopayOptions) {
    const client = createClient(credential, options);
    super(client);
    this.#client = client;
  }

  /**
   * Calls any path of the deployment, for what this version has no method for: `autopay.request('GET', '/v1/mandates')`. The
   * response may be any JSON object. A write is repeated only with an `idempotencyKey` of yours. Throws TypeError for a wrong
   * argument.
   */
  request<T extends object = Record<string, unknown>>(
    method: Method,
    path: string,
    options?: RequestOptions,
  ): Call<T> {
    return request<T>(this.#client, method, path, options);
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
