import { type Api, dataOf, init, path } from '../api.ts';
import type { Body, CallOptions, IdempotentCallOptions, Refund } from '../types.ts';

/** Charges. */
export interface Charges {
  /**
   * Refunds a charge in full, or in part by `amount`. Pending with a `transaction` for the payee's wallet, unless the
   * payee delegated refunds. Throws refund_exceeds_charge, refund_failed.
   */
  refund(id: string, refund?: Body<'refundCharge'>, options?: IdempotentCallOptions): Promise<Refund>;
}

/** Refunds. */
export interface Refunds {
  /** Reads a refund. */
  get(id: string, options?: CallOptions): Promise<Refund>;
  /** The transaction that the payee signs: the current one, or a new one once the former can no longer land. */
  transaction(id: string, options?: CallOptions): Promise<Refund>;
  /** Broadcasts what the payee signed. Not repeated by itself: on a connection error read the refund. Throws transaction_not_issued. */
  submit(id: string, signed: Body<'submitRefund'>, options?: CallOptions): Promise<Refund>;
}

/** Charges of the deployment behind `api`. */
export function charges(api: Api): Charges {
  return {
    refund: (id, body = {}, options) =>
      dataOf(api.POST('/v1/charges/{id}/refund', { params: path(id), body, ...init(options) })),
  };
}

/** Refunds of the deployment behind `api`. */
export function refunds(api: Api): Refunds {
  return {
    get: (id, options) => dataOf(api.GET('/v1/refunds/{id}', { params: path(id), ...init(options) })),
    transaction: (id, options) =>
      dataOf(api.POST('/v1/refunds/{id}/transaction', { params: path(id), ...init(options) })),
    submit: (id, body, options) =>
      dataOf(api.POST('/v1/refunds/{id}/submit', { params: path(id), body, ...init(options) })),
  };
}
