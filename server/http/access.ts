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

/** What a merchant that has departed may do beside that: end what it has here. */
const AFTER_DEPARTURE: ReadonlySet<OperationId> = new Set<OperationId>(['revokeApiKey']);

/** Throws insufficient_scope: a read-only key may only GET, and so may a merchant that is not approved yet, or has departed. */
export function requireScope({ method, operationId }: Operation, auth: Auth | null): void {
  if (method === 'get') return;
  if (auth?.kind === 'key' && auth.scope === 'read') throw new ApiError('insufficient_scope');
  const why = auth?.kind === 'key' || auth?.kind === 'session' ? auth.onlyReads : null;
  if (why === null || BEFORE_APPROVAL.has(operationId)) return;
  if (why === 'departed' && AFTER_DEPARTURE.has(operationId)) return;
  throw new ApiError('insufficient_scope', {
    message:
      why === 'departed'
        ? 'This merchant has moved to another deployment, and only reads here.'
        : "This merchant only reads until the platform's owner has approved it.",
  });
}
