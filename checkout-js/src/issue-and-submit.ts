import { type CheckoutAccess, type CheckoutView, callCheckout, viewFrom } from './checkout-api.ts';
import type { components } from './generated/api.ts';
import { isCount } from './view-shape.ts';

/** What the payer's wallet signs. */
export type CheckoutInstruction = components['schemas']['CheckoutInstruction'];

/** Asks for the instruction and transaction to sign; with `payerPaysFee` never one whose fee the service pays. Throws mandate_not_pending. */
export async function getInstruction(
  access: CheckoutAccess,
  payerPaysFee: boolean,
): Promise<CheckoutInstruction> {
  const body = payerPaysFee ? { payerPaysFee } : {};
  const answer = await callCheckout(access, 'POST', '/instruction', isInstruction, body);
  // A deployment from before there were two steps does not say.
  return { remaining: 0, ...answer } as unknown as CheckoutInstruction;
}

/** What was signed cannot be handed over twice without a doubt: slow phones and a slow chain get time. */
const SUBMIT_PATIENCE_MS = 30_000;

/**
 * Makes the service broadcast a transaction that the payer signed, in base64. Throws transaction_not_issued,
 * insufficient_funds.
 */
export function submit(access: CheckoutAccess, signedTransaction: string): Promise<CheckoutView> {
  return viewFrom(access, 'POST', '/submit', { signedTransaction }, SUBMIT_PATIENCE_MS);
}

function isInstruction(answer: Record<string, unknown>): boolean {
  return (
    answer['object'] === 'checkout_instruction' &&
    ['instruction', 'transaction', 'feePayer'].every((field) => typeof answer[field] === 'string') &&
    isCount(answer['remaining'] ?? 0)
  );
}
