import type { components } from '../generated/api.ts';
import type { AttemptRow } from './queries.ts';

/**
 * An attempt at a charge as the API shows it. The signed bytes are not shown: anyone who has them could send
 * them.
 */
export function presentChargeAttempt(
  row: AttemptRow,
  chargeId: string,
): components['schemas']['ChargeAttempt'] {
  return {
    object: 'charge_attempt',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.signedAt,
    chargeId,
    amount: row.amount.toString(),
    txSignature: row.signature,
    status: row.state,
    error: row.error,
    resolvedAt: row.resolvedAt,
  };
}
