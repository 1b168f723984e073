import { type Api, dataOf, init } from '../api.ts';
import type { CallOptions, Page, Query, Token } from '../types.ts';

/** The tokens that can be charged in. */
export interface Tokens {
  /** The platform's registry of this mode; `accepted` says whether this merchant takes the token. */
  list(query?: Query<'listTokens'>, options?: CallOptions): Promise<Page<Token>>;
}

/** Tokens of the deployment behind `api`. */
export function tokens(api: Api): Tokens {
  return {
    list: (query, options) => dataOf(api.GET('/v1/tokens', { params: { query }, ...init(options) })),
  };
}
