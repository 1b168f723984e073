// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { CallOptions, Query } from '../../types.ts';
import type { Customer } from '../models.ts';

/**
 * List customers.
 *
 * One entry per payer whose mandate was ever active, with totals across all mandates that payer holds with the merchant. A filter on what was bought leaves the payers of those mandates, and `since`, by which the list is ordered and `createdFrom` and `createdTo` choose, is then the first activation among them. With `accept: text/csv` the response is the whole filtered list as CSV, a row per customer and token, whatever `limit`.
 *
 * `listCustomers`: `GET /v1/customers`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listCustomers(client: Client, query?: Query<'listCustomers'>, options?: CallOptions): ListCall<Customer> {
  return new ListCall(client, '/v1/customers', options, query);
}

/** The operations of `autopay.customers`. */
export interface CustomersResource {
  /**
   * List customers.
   *
   * One entry per payer whose mandate was ever active, with totals across all mandates that payer holds with the merchant. A filter on what was bought leaves the payers of those mandates, and `since`, by which the list is ordered and `createdFrom` and `createdTo` choose, is then the first activation among them. With `accept: text/csv` the response is the whole filtered list as CSV, a row per customer and token, whatever `limit`.
   *
   * `listCustomers`: `GET /v1/customers`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listCustomers'>, options?: CallOptions): ListCall<Customer>;
}

/** The operations of `autopay.customers`, with their client. */
export function customers(client: Client): CustomersResource {
  return bind(client, {
    list: listCustomers,
  }) as CustomersResource;
}
