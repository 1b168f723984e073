import type { TransactionError } from '@solana/kit';
import { ACCOUNT_FAILURES, type AccountFailureCode } from '../../rules/failures.ts';

/**
 * Why money could not be moved. `account`: the state of the payer's or payee's account or of the token; a
 * failed attempt that the merchant sees. `ours`: anything else; it is retried without an event and alerts the
 * operator.
 */
export type Failure =
  | { kind: 'account'; code: AccountFailureCode; message: string }
  | { kind: 'ours'; message: string };

/** The failure of `code`, with more detail if there is any. */
export function accountFailure(code: AccountFailureCode, message: string = ACCOUNT_FAILURES[code]): Failure {
  return { kind: 'account', code, message };
}

/**
 * Classifies a transaction's error, where `instructionIndex` is the transfer's position. The chain has one
 * error for both a balance and an allowance that are too small, so the accounts are checked before signing to
 * tell them apart. Source of the numbers: spl-token and spl-token-2022 `error.rs`, which agree where they
 * overlap, and the Subscriptions program's, which begin at 100; what a token program refuses in a pull through a
 * subscription has the token program's number.
 */
export function classifyFailure(error: TransactionError, instructionIndex: number): Failure {
  const described = describe(error);
  if (typeof error !== 'object' || !('InstructionError' in error))
    return { kind: 'ours', message: described };
  const [index, reason] = error.InstructionError;
  if (Number(index) !== instructionIndex) return { kind: 'ours', message: described };
  const number = typeof reason === 'object' ? Number(reason.Custom) : null;
  const code = number === null ? RUNTIME_ERRORS[reason as string] : PROGRAM_ERRORS[number];
  if (code === undefined) return { kind: 'ours', message: described };
  return number !== null && PLAN_ERRORS.has(number) ? accountFailure(code, PLAN_GONE) : accountFailure(code);
}

/** Of what a plan's owner brought about, and not the payer. */
export const PLAN_GONE =
  'The plan that the payer subscribed to has ended or is gone, or its owner no longer lets this service collect through it. The payer did not end the subscription.';

/** No plan is at the address any more, or another one than the payer subscribed to. */
const PLAN_ERRORS: ReadonlySet<number> = new Set([516, 519]);

const PROGRAM_ERRORS: Record<number, AccountFailureCode> = {
  1: 'insufficient_funds',
  // The mint of an account differs; an account is not initialized.
  3: 'account_invalid',
  9: 'account_invalid',
  // The authority is neither owner nor delegate of the source.
  4: 'allowance_gone',
  17: 'account_frozen',
  67: 'mint_paused',
  // Not a token account of this token and owner, as the Subscriptions program found out.
  106: 'account_invalid',
  107: 'account_invalid',
  108: 'payer_account_invalid',
  109: 'account_invalid',
  110: 'account_invalid',
  125: 'account_invalid',
  132: 'account_invalid',
  // The owner of the destination is not whom the plan pays.
  506: 'payee_account_invalid',
  // The subscription is closed, over or cancelled, or its authority was opened anew since.
  103: 'allowance_gone',
  117: 'allowance_gone',
  136: 'allowance_gone',
  505: 'allowance_gone',
  508: 'allowance_gone',
  516: 'allowance_gone',
  519: 'allowance_gone',
  // A token whose issuer has switched on what the program does not accept.
  118: 'mint_refused',
  119: 'mint_refused',
  120: 'mint_refused',
  121: 'mint_refused',
  122: 'mint_refused',
  123: 'mint_refused',
  124: 'mint_refused',
  // Missing on purpose, since the charge is ours to set back: 400, this period's amount is taken, 407, it has not begun, and 501, the plan is over. Around
  // the end of a period they are a matter of seconds; otherwise the accounts show it when they are read again. And 130: our key may not pull.
};

const RUNTIME_ERRORS: Record<string, AccountFailureCode> = {
  InvalidAccountData: 'account_invalid',
  InvalidAccountOwner: 'account_invalid',
  IncorrectProgramId: 'account_invalid',
  UninitializedAccount: 'account_invalid',
};

/** A failure with the chain's own message added: the program's log line, if there is one, and the error. */
export function inChainsWords<F extends Failure>(
  failure: F,
  error: TransactionError,
  logs: readonly string[] | null = null,
): F {
  if (failure.kind === 'ours') return failure;
  const line = logs?.findLast((log) => log.startsWith(ERROR_LINE))?.slice(ERROR_LINE.length);
  const said = line === undefined ? asJson(error) : `${line}, ${asJson(error)}`;
  return { ...failure, message: `${failure.message} The chain said: ${said}` };
}

/** How token programs log the reason for an error. */
const ERROR_LINE = 'Program log: Error: ';

function describe(error: TransactionError): string {
  return `The chain refused the transaction: ${asJson(error)}`;
}

/** A transaction's error as the chain words it. */
export function asJson(error: TransactionError): string {
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}
