// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { SearchResults } from '../models.ts';

/**
 * Find anything by what is known of it.
 *
 * Finds mandates, charges, refunds, products, links, events and deliveries by their id, and all but the last three kinds by what else is known of a sale: the beginning of an address (payer or payee) or of a transaction's signature, from 4 characters on; the beginning of a name, or of a word in the name of a product or link, whatever its case; the beginning of a clientReference; a whole value of metadata, whatever its case. Of an id the beginning is enough too, but for events. At most 20 rows, 5 found in one way; `hasMore` says that a longer query finds others.
 *
 * `searchObjects`: `GET /v1/search`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function searchObjects(client: Client, query: Query<'searchObjects'>, options?: CallOptions): Call<SearchResults> {
  return call(client, 'search', 'GET', '/v1/search', QUERY_REQUIRED, options, undefined, undefined, query);
}

/** The operations of `autopay.search`. */
export interface SearchResource {
  /**
   * Find anything by what is known of it.
   *
   * Finds mandates, charges, refunds, products, links, events and deliveries by their id, and all but the last three kinds by what else is known of a sale: the beginning of an address (payer or payee) or of a transaction's signature, from 4 characters on; the beginning of a name, or of a word in the name of a product or link, whatever its case; the beginning of a clientReference; a whole value of metadata, whatever its case. Of an id the beginning is enough too, but for events. At most 20 rows, 5 found in one way; `hasMore` says that a longer query finds others.
   *
   * `searchObjects`: `GET /v1/search`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  find(query: Query<'searchObjects'>, options?: CallOptions): Call<SearchResults>;
}

/** The operations of `autopay.search`, with their client. */
export function search(client: Client): SearchResource {
  return bind(client, {
    find: searchObjects,
  }) as SearchResource;
}
