import { TOKEN_PROGRAMS, tokenAccountOf } from '@autopay/checkout-js/inspect';
import type { WalletMandate } from '@autopay/sdk';
import { expectShown, onlyInstruction } from './inspect-delegation.ts';

/** What a payer can sign about a subscription to a plan. */
export type PlanStep = 'cancel' | 'close' | 'restore';

const SUBSCRIPTIONS_PROGRAM = 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44';
/** Discriminators of the program's instructions: each is its whole data. */
const DATA: Record<PlanStep, number> = { restore: 0, close: 3, cancel: 12 };

/** What the payer can sign now; null if there is nothing, or nothing that this page knows. */
export function nextStepOf({ onChain }: Pick<WalletMandate, 'onChain'>): PlanStep | null {
  const step = onChain?.nextStep ?? null;
  return step !== null && step in DATA ? (step as PlanStep) : null;
}

/**
 * Throws transaction_mismatch unless the unsigned transaction (base64) does exactly this step about this mandate's subscription, and nothing else.
 * What the accounts are to each other the program checks itself: another's would make it fail.
 */
export async function inspectStep(
  transaction: string,
  step: PlanStep,
  { payer, mint, tokenProgram, subscription }: WalletMandate,
): Promise<void> {
  const { programAddress, data, accounts } = onlyInstruction(transaction, payer);
  expectShown(programAddress === SUBSCRIPTIONS_PROGRAM, 'it is for another program');
  expectShown(data.length === 1 && data[0] === DATA[step], 'it is another step than the one shown');
  const at = accounts.map(({ address }) => address);
  expectShown(at[0] === payer, 'it is about another wallet');
  if (step === 'restore') {
    const program = TOKEN_PROGRAMS.get(tokenProgram);
    expectShown(program !== undefined && at[2] === mint && at[5] === program, 'it is about another token');
    expectShown(at[3] === (await tokenAccountOf(payer, mint, program)), 'it is about another token account');
    return;
  }
  const own = step === 'cancel' ? [at[2], at[1]] : [at[1], at[2]];
  expectShown(
    subscription !== null && own[0] === subscription.account && own[1] === subscription.plan,
    'it is about another subscription',
  );
}
