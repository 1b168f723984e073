import { needsRole } from '../../rules/merchants/role.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Auth } from './context.ts';
import type { Operation, OperationId } from './handler.ts';

/** What a merchant may do before the platform's owner approves it: its people can sign up, in and out, look after how they do, and go to their other merchants. */
const BEFORE_APPROVAL: ReadonlySet<OperationId> = new Set([
  'signUp',
  'createSession',
  'createPasskeySession',
  'createPasskeyChallenge',
  'proveSecondFactor',
  'deleteCurrentSession',
  'deleteSession',
  'deleteSessions',
  'changePassword',
  'changeEmail',
  'startAuthenticatorApp',
  'confirmAuthenticatorApp',
  'removeAuthenticatorApp',
  'startPasskey',
  'addPasskey',
  'removePasskey',
  'replaceRecoveryCodes',
  'requireSecondFactor',
  'switchTeam',
  'leaveTeam',
  'acceptInvitation',
]);

/** Throws role_required if the contract does not let a person of this role call the operation. Keys have no role. */
export function requireRole({ roles }: Pick<Operation, 'roles'>, auth: Auth | null): void {
  if (auth?.kind !== 'session' || roles.includes(auth.role)) return;
  throw new ApiError('role_required', { message: needsRole(roles, auth.role) });
}

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
