import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { insertTokenRequest, type TokenRequestRow } from './queries.ts';

/**
 * Records a merchant's request for a token. The chain is not read until the review, and a token may be
 * requested twice.
 */
export async function createTokenRequest(
  tx: Tx,
  { clock }: Pick<Deployment, 'clock'>,
  { merchantId, livemode }: Tenant,
  { mint, note = null }: { mint: string; note?: string | null | undefined },
): Promise<TokenRequestRow> {
  const request: TokenRequestRow = {
    id: newId('tokenRequest'),
    merchantId,
    livemode,
    mint,
    note,
    status: 'pending',
    createdAt: clock.seconds(),
    reviewedAt: null,
  };
  await insertTokenRequest(tx, request);
  return request;
}
