import type { Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';

/** Throws owner_required where the platform's owner alone makes merchants. */
export function requireSignUp({ signUp }: Pick<Deployment, 'signUp'>): void {
  if (signUp !== 'closed') return;
  throw new ApiError('owner_required', {
    message: "On this deployment the platform's owner makes merchants: ask the owner for keys.",
  });
}
