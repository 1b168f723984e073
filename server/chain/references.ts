import { hash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { refundLines } from '../../rules/references.ts';
import { toBase58 } from '../lib/base58.ts';

/**
 * The SHA-256 of `lines` joined by newlines, as an address. An instruction lists it as an extra read-only account, so
 * the signer's signature binds to those lines and `getSignaturesForAddress` finds the transaction. Nobody holds its key.
 */
export function referenceOf(lines: readonly string[]): Address {
  return toBase58(hash('sha256', lines.join('\n'), 'buffer')) as Address;
}

/**
 * The reference in each pull of one period. Without it two equal pulls with one blockhash would be one
 * transaction.
 */
export function chargeReference(genesisHash: string, mandateId: string, periodIndex: number): Address {
  return referenceOf(['autopay/charge/v1', genesisHash, mandateId, String(periodIndex)]);
}

/** The reference in the transfer of one refund, whoever signs it. */
export function refundReference(genesisHash: string, refundId: string): Address {
  return referenceOf(refundLines(genesisHash, refundId));
}

/** The reference in a payee's approval that lets the delegate sign that payee's refunds in one mint. */
export function refundApprovalReference(
  genesisHash: string,
  terms: { payee: Address; mint: Address; delegate: Address },
): Address {
  return referenceOf(['autopay/refund-approval/v1', genesisHash, terms.payee, terms.mint, terms.delegate]);
}
