/** What the API shows of an attempt's row. */
export interface ShownAttempt {
  id: string;
  livemode: boolean;
  amount: bigint;
  signature: string;
  state: 'signed' | 'landed' | 'failed' | 'expired' | 'duplicate';
  error: string | null;
  signedAt: number;
  resolvedAt: number | null;
}

/**
 * An attempt at a charge as the API shows it. The signed bytes are not shown: anyone who has them could send
 * them.
 */
export function presentChargeAttempt(row: ShownAttempt, chargeId: string) {
  return {
    object: 'charge_attempt' as const,
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
