import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';

/** Throws owner_required if only the platform's owner creates merchants. */
export function requireSignUp({ signUp }: Pick<Deployment, 'signUp'>): void {
  if (signUp !== 'closed') return;
  throw new ApiError('owner_required', {
    message: "On this deployment the platform's owner makes merchants: ask the owner for keys.",
  });
}
