import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { Auth } from '../http/context.ts';
import { hasMembers, insertMembership } from '../memberships/queries.ts';
import { createMerchantIn, type MerchantKeys } from '../merchants/create-merchant.ts';
import { lockMerchant, type MerchantRow, updateMerchantName } from '../merchants/queries.ts';
import { requireName } from '../../rules/merchants/require-name.ts';
import { requireSignUp } from '../merchants/require-sign-up.ts';
import { createAccount } from './create-account.ts';
import { startSession } from './session.ts';

/** What a person signs up with. */
export interface SignUpRequest {
  name: string;
  email: string;
  password: string;
  acknowledged?: boolean | undefined;
}

export interface SignedUp {
  merchant: MerchantRow;
  /** Null if the merchant already had keys. */
  keys: MerchantKeys | null;
  cookie: string;
}

/**
 * Creates an account that owns a new merchant, or the merchant whose live key was sent, and signs the person
 * in. Throws acknowledgement_required, parameter_invalid, email_taken, rate_limit_exceeded,
 * owner_required.
 */
export async function signUp(
  deployment: Deployment,
  { email, name, password, acknowledged }: SignUpRequest,
  {
    auth,
    now,
    address,
    userAgent,
    audit = null,
  }: {
    auth: Auth | null;
    now: number;
    address: string;
    userAgent: string | null;
    audit?: AuditTrail | null;
  },
): Promise<SignedUp> {
  const { db, publicUrl } = deployment;
  if (acknowledged !== true) throw new ApiError('acknowledgement_required', { param: 'acknowledged' });
  const claimedId = claimedBy(auth);
  if (claimedId === null) requireSignUp(deployment);
  requireName(name);
  return createAccount(db, { email, password, address, now }, async (tx, accountId) => {
    audit?.isBy(accountId);
    const made =
      claimedId === null
        ? await createMerchantIn(tx, { name, createdAt: now, approved: deployment.signUp === 'open' })
        : null;
    const merchantId = made?.merchant.id ?? claimedId!;
    if (made === null) await requireNoMembers(tx, merchantId);
    await insertMembership(tx, { accountId, merchantId, role: 'owner', createdAt: now });
    // After the membership: the row has its owner's e-mail address.
    const merchant = await updateMerchantName(tx, merchantId, name);
    const { cookie } = await startSession(
      tx,
      { accountId, merchantId, now, userAgent, address, secondFactor: 'none' },
      publicUrl(),
    );
    return { merchant, keys: made?.keys ?? null, cookie };
  });
}

/** The merchant that a key claims; null without one. A test key alone must not take the account over. */
function claimedBy(auth: Auth | null): string | null {
  if (auth?.kind !== 'key') return null;
  if (auth.livemode) return auth.merchantId;
  throw new ApiError('parameter_invalid', {
    param: 'Authorization',
    message: "Send the merchant's full live key to give it a sign-in, or no key to make a new merchant.",
  });
}

/** Throws email_taken if somebody is in the merchant: a key does not make its holder the owner of that. */
async function requireNoMembers(tx: Tx, merchantId: string): Promise<void> {
  await lockMerchant(tx, merchantId);
  if (!(await hasMembers(tx, merchantId))) return;
  throw new ApiError('email_taken', {
    param: 'Authorization',
    message: 'The merchant of this key has a sign-in already. Sign in instead.',
  });
}
