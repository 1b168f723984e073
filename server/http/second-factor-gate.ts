import type { Auth } from './context.ts';
import type { Operation, OperationId } from './handler.ts';

/** What works for whoever is signed in with the password alone, and has a second factor: to prove it, or to go. */
const BEFORE_PROOF: readonly OperationId[] = [
  'signUp',
  'createSession',
  'createPasskeySession',
  'getCurrentSession',
  'deleteCurrentSession',
  'createPasskeyChallenge',
  'proveSecondFactor',
];

/** What works for whoever has to add a second factor: to add one, or to go. */
const BEFORE_ADDING: readonly OperationId[] = [
  ...BEFORE_PROOF,
  'deleteSessions',
  'getTeam',
  'switchTeam',
  'getAccount',
  'startAuthenticatorApp',
  'confirmAuthenticatorApp',
  'startPasskey',
  'addPasskey',
];

const WORKS = { proof: new Set(BEFORE_PROOF), second_factor: new Set(BEFORE_ADDING) };

const MESSAGES = {
  proof: 'Prove your second factor first: the code of your authenticator app, a passkey, or a recovery code.',
  second_factor:
    'This merchant requires a second factor of its team. Add one first, under Account & security.',
};

/** Why a session does not count for `operation` yet; null if it does. Such a session is as none at all. */
export function whyItWaits({ operationId }: Operation, auth: Auth | null): string | null {
  if (auth?.kind !== 'session' || auth.waitsFor === null) return null;
  return WORKS[auth.waitsFor].has(operationId) ? null : MESSAGES[auth.waitsFor];
}
