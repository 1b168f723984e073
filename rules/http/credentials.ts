import type { ErrorCode } from '../error-codes.ts';

/** Who can call: a merchant by key or by session, a payer, the platform's owner. */
export type CallerKind = 'key' | 'session' | 'wallet' | 'owner';

/** The credentials that an operation takes, by the contract's schemes. */
export interface Secured {
  security: readonly string[];
}

/** The security scheme of the contract that each caller satisfies. */
const SCHEME_OF: Record<CallerKind, string> = {
  key: 'apiKey',
  session: 'session',
  wallet: 'walletSession',
  owner: 'ownerKey',
};

/**
 * Whether an operation checks who calls: one whose only credential is the client_secret leaves that to its
 * handler.
 */
export function looksAtCaller({ security }: Secured): boolean {
  return security.some((scheme) => scheme !== 'clientSecret');
}

/** Whether `operation` accepts a credential of this caller's class. */
export function accepts<Caller extends { kind: CallerKind }>(
  { security }: Secured,
  caller: Caller | null,
): caller is Caller {
  return caller !== null && security.includes(SCHEME_OF[caller.kind]);
}

/**
 * The error for a caller that `operation` does not accept. First whether there is a valid credential at all,
 * then its class: a key is told that a person must sign in, a merchant that only the owner may call
 * (specification, Authentication).
 */
export function refusalOf({ security }: Secured, caller: { kind: CallerKind } | null): ErrorCode {
  const takes = (scheme: string) => security.includes(scheme);
  if (takes('walletSession')) return takes('clientSecret') ? 'wallet_proof_required' : 'wallet_not_signed_in';
  if (caller === null || takes('apiKey')) return 'unauthenticated';
  return takes('session') ? 'session_required' : 'owner_required';
}

/** The message for a session's write that came from another site, or from a client that sends no origin. */
export function needsOrigin(publicUrl: string): string {
  return `A session changes something only from this service's own pages: send the header "Origin: ${publicUrl}".`;
}
