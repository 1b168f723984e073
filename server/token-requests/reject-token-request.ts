import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { lockTokenRequest, reviewTokenRequest, type TokenRequestRow } from './queries.ts';

/**
 * Rejects a pending request; a rejected one is returned unchanged. Throws resource_missing, and
 * parameter_invalid for an approved one.
 */
export function rejectTokenRequest(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  livemode: boolean,
  id: string,
): Promise<TokenRequestRow> {
  return db.begin(async (tx) => {
    const request = await lockTokenRequest(tx, livemode, id);
    if (request.status === 'rejected') return request;
    if (request.status === 'approved') {
      throw new ApiError('parameter_invalid', {
        message:
          'This request was approved already. Take its token off the registry instead: DELETE /v1/platform/tokens/{mint}.',
      });
    }
    return reviewTokenRequest(tx, id, { status: 'rejected', reviewedAt: clock.seconds() });
  });
}
