import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import { hashSecret } from '../lib/secrets.ts';
import { getMandateForCheckout, type MandateRow } from '../mandates/queries.ts';

/**
 * The mandate of a checkout. Throws resource_missing, then invalid_client_secret: the secret is the only
 * proof of access.
 */
export async function findCheckoutMandate(sql: Sql, id: string, clientSecret: string): Promise<MandateRow> {
  const mandate = await getMandateForCheckout(sql, id);
  if (!timingSafeEqual(hashSecret(clientSecret), mandate.clientSecretHash)) {
    throw new ApiError('invalid_client_secret', { param: 'client_secret' });
  }
  return mandate;
}
