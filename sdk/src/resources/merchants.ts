import { type Api, dataOf, init } from '../api.ts';
import type { Body, CallOptions, MerchantWithKeys } from '../types.ts';

/** Merchants. */
export interface Merchants {
  /** Creates another merchant. Its secret keys are in the answer only. Never repeated by itself once it may have been sent. */
  create(merchant: Body<'createMerchant'>, options?: CallOptions): Promise<MerchantWithKeys>;
}

/** Merchants of the deployment behind `api`. */
export function merchants(api: Api): Merchants {
  return {
    create: (body, options) => dataOf(api.POST('/v1/merchants', { body, ...init(options) })),
  };
}
