import type { Sql } from '../db/connect.ts';
import type { Page, PageRequest } from '../../rules/http/page.ts';
import { type PageQuery, readPage } from '../db/page.ts';
import type { components } from '../generated/api.ts';
import { presentToken } from '../../rules/tokens/present.ts';
import { findMerchantToken, listMerchantTokens, type MerchantToken, type Viewer } from './queries.ts';

/**
 * A page of the registry as `viewer` sees it, newest first. Throws parameter_invalid for a cursor that is not
 * in it.
 */
export function readRegistry(
  db: Sql,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<components['schemas']['Token']>> {
  const source = {
    exists: async (mint: string) => (await findMerchantToken(db, viewer, mint)) !== null,
    read: (page: PageQuery) => listMerchantTokens(db, viewer, page),
    cursorOf: (row: MerchantToken) => row.mint,
  };
  return readPage(request, source, presentToken);
}
