import type { ErrorCode } from '../error-codes.ts';

export type MandateStatus = 'pending' | 'active' | 'revoked' | 'expired' | 'completed';

/** Who or what ended a mandate; `term`: it was completed, or it expired. */
export type EndedBy = 'payer' | 'merchant' | 'payment_failed' | 'term';

/** What can happen to a mandate. `cancel` is the payer's on-chain cancellation, or retries that were exhausted. */
export type MandateTrigger = 'activate' | 'revoke' | 'cancel' | 'complete' | 'expire';

/** The mandate's state machine, a row per state. Anything not listed is rejected. */
const TRANSITIONS: Record<MandateStatus, Partial<Record<MandateTrigger, MandateStatus>>> = {
  pending: { activate: 'active', revoke: 'revoked', cancel: 'revoked', expire: 'expired' },
  active: { revoke: 'revoked', cancel: 'revoked', complete: 'completed', expire: 'expired' },
  expired: { revoke: 'revoked' },
  completed: { revoke: 'revoked' },
  revoked: {},
};

const REFUSALS: Record<MandateTrigger, ErrorCode | null> = {
  activate: 'mandate_not_pending',
  revoke: 'already_revoked',
  // These come from inside: an impossible one is a bug or a race that is already decided, never a client's fault.
  cancel: null,
  complete: null,
  expire: null,
};

/** The state that `trigger` leads to, or the error code (null for internal triggers). */
export function transition(
  from: MandateStatus,
  trigger: MandateTrigger,
): { to: MandateStatus } | { refused: ErrorCode | null } {
  const to = TRANSITIONS[from][trigger];
  return to === undefined ? { refused: REFUSALS[trigger] } : { to };
}
