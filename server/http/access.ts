import { ApiError } from '../errors/api-error.ts';
import type { ErrorCode } from '../../rules/error-codes.ts';
import type { Auth } from './context.ts';
import type { Operation, OperationId } from './handler.ts';

/** The security scheme of the contract that each caller satisfies. */
const SCHEME_OF: Record<Auth['kind'], string> = {
  key: 'apiKey',
  session: 'session',
  wallet: 'walletSession',
  owner: 'ownerKey',
};

/**
 * Whether an operation checks who calls: one whose only credential is the client_secret leaves that to its
 * handler.
 */
export function looksAtCaller({ security }: Operation): boolean {
  return security.some((scheme) => scheme !== 'clientSecret');
}

/** Whether `operation` accepts a credential of this caller's class. */
export function accepts({ security }: Operation, auth: Auth | null): auth is Auth {
  return auth !== null && security.includes(SCHEME_OF[auth.kind]);
}

/**
 * The error for a caller that `operation` does not accept. First whether there is a valid credential at all,
 * then its class: a key is told that a person must sign in, a merchant that only the owner may call
 * (specification, Authentication).
 */
export function refusalOf({ security }: Operation, auth: Auth | null): ErrorCode {
  const takes = (scheme: string) => security.includes(scheme);
  if (takes('walletSession')) return takes('clientSecret') ? 'wallet_proof_required' : 'wallet_not_signed_in';
  if (auth === null || takes('apiKey')) return 'unauthenticated';
  return takes('session') ? 'session_required' : 'owner_required';
}

/** What a merchant may do before the platform's owner approves it: its people can sign up and out. */
const BEFORE_APPROVAL: ReadonlySet<OperationId> = new Set(['signUp', 'deleteCurrentSession']);

/** Throws insufficient_scope: a read-only key may only GET, and so may a merchant until the platform's owner approves it. */
export function requireScope({ method, operationId }: Operation, auth: Auth | null): void {
  if (method === 'get') return;
  if (auth?.kind === 'key' && auth.scope === 'read') throw new ApiError('insufficient_scope');
  const isPending = (auth?.kind === 'key' || auth?.kind === 'session') && auth.isPending;
  if (!isPending || BEFORE_APPROVAL.has(operationId)) return;
  throw new ApiError('insufficient_scope', {
    message: "This merchant only reads until the platform's owner has approved it.",
  });
}
