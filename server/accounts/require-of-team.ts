import { ApiError } from '../../rules/api-error.ts';
import type { Deployment } from '../deployment.ts';
import type { Changing } from './change-factors.ts';
import { findSession } from './queries.ts';
import { requireProvedLately } from './second-factor.ts';
import { requiresSecondFactor, updateSecondFactorRequired } from './sign-in-queries.ts';

/**
 * Sets whether a merchant's people need a second factor. Whoever turns it on or off has proven their own lately: they know that it works, and an
 * open browser turns nothing off. Throws second_factor_required, unauthenticated.
 */
export async function requireOfTeam(
  { db }: Pick<Deployment, 'db'>,
  required: boolean,
  { accountId, sessionId, merchantId, now }: Changing & { merchantId: string },
): Promise<void> {
  await db.begin(async (tx) => {
    const session = await findSession(tx, { accountId, id: sessionId });
    if (session === null) throw new ApiError('unauthenticated');
    if ((await requiresSecondFactor(tx, merchantId)) === required) return;
    if (session.secondFactorAt === null) {
      throw new ApiError('second_factor_required', {
        message: 'Add a second factor of your own first, and prove it. Then require it of your team.',
      });
    }
    requireProvedLately(session, now);
    await updateSecondFactorRequired(tx, merchantId, required);
  });
}
