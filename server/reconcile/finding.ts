/**
 * What does not match.
 *
 * - `not_on_chain`: the books have a transfer that no node shows as successful.
 * - `differs`: the chain's transaction does not make the transfer that the books have.
 * - `not_in_books`: one of our keys, or a payer or payee with one of our references, moved tokens that settle nothing.
 * - `not_settled`: a charge, refund or attempt counts as paid, without a transfer that paid it.
 * - `contradiction`: the books name a transfer for a charge or refund that they do not have as paid by it.
 */
export interface Finding {
  kind: 'not_on_chain' | 'differs' | 'not_in_books' | 'not_settled' | 'contradiction';
  signature: string | null;
  /** The transfer's place among the transaction's instructions. */
  instructionIndex: number | null;
  merchantId: string | null;
  /** The charge, refund, mandate or attempt that it is about. */
  objectId: string | null;
  /** One sentence for whoever looks into it. */
  message: string;
}

/** One line of text. */
export function describeFinding({ kind, signature, merchantId, objectId, message }: Finding): string {
  const about = [objectId, merchantId, signature].filter((part) => part !== null).join(' ');
  return `${kind}: ${message} (${about})`;
}
