import { type Api, dataOf, init } from '../api.ts';
import type { Balance, CallOptions, Query } from '../types.ts';

/** Public on-chain data of any wallet. */
export interface Wallet {
  /** A wallet's balance of one token, on the chain of the key's mode; "0" where it has no token account. */
  balance(query: Query<'getWalletBalance'>, options?: CallOptions): Promise<Balance>;
}

/** Wallet data through the deployment behind `api`. */
export function wallet(api: Api): Wallet {
  return {
    balance: (query, options) =>
      dataOf(api.GET('/v1/wallet/balance', { params: { query }, ...init(options) })),
  };
}
