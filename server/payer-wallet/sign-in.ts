import { userAgentOf } from '../../rules/audit/request.ts';
import { WALLET_SESSION_SECONDS } from '../../rules/lifetimes.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { insertLines } from '../audit/queries.ts';
import type { RequestContext } from '../http/context.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { useChallenge } from '../wallet-proof/challenge.ts';
import { insertWalletSession } from './queries.ts';

/**
 * Opens a session for the wallet that signed one of our challenges, which is consumed. Only this response
 * contains the token. The audit log says that this wallet signed in, and from where: of no merchant, since none is told when payers look. Throws
 * invalid_wallet_signature.
 */
export async function createWalletSession(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  proof: { address: string; message: string; signature: string },
  { livemode, address, userAgent }: { livemode: boolean } & Pick<RequestContext, 'address' | 'userAgent'>,
): Promise<components['schemas']['WalletSession']> {
  const now = clock.seconds();
  const token = newSecret('ws_');
  const session = {
    id: newId('walletSession'),
    payer: proof.address,
    tokenHash: hashSecret(token),
    createdAt: now,
    expiresAt: now + WALLET_SESSION_SECONDS,
  };
  await db.begin(async (tx) => {
    const outcome = await useChallenge(tx, { ...proof, purpose: 'payer', merchantId: null }, now);
    if (!outcome.ok) throw new ApiError('invalid_wallet_signature', { message: outcome.reason });
    await insertWalletSession(tx, session);
    await insertLines(tx, [
      {
        id: newId('auditEntry'),
        merchantId: null,
        livemode: null,
        actor: { kind: 'wallet', id: session.payer, name: null, role: null },
        action: 'createWalletSession',
        resourceId: session.id,
        outcome: 'succeeded',
        errorCode: null,
        changes: null,
        address,
        userAgent: userAgentOf(userAgent),
        createdAt: now,
      },
    ]);
  });
  return {
    object: 'wallet_session',
    id: session.id,
    livemode,
    createdAt: now,
    address: proof.address,
    token,
    expiresAt: session.expiresAt,
  };
}
