import type { TransactionError } from '@solana/kit';

/**
 * Why money could not be moved. `account`: the state of the payer's or payee's account or of the token; a
 * failed attempt that the merchant sees. `ours`: anything else; it is retried without an event and alerts the
 * operator.
 */
export type Failure =
  | { kind: 'account'; code: AccountFailureCode; message: string }
  | { kind: 'ours'; message: string };

/** Every reason that lies with an account or the token, in words a merchant can pass on. */
export const ACCOUNT_FAILURES = {
  insufficient_funds: 'The wallet that pays holds less of the token than the amount.',
  allowance_short: "The payer's remaining allowance is smaller than the amount. The payer can top it up.",
  allowance_gone: 'The wallet that pays has revoked the allowance, or given it to another application.',
  payer_account_missing: "The payer's token account does not exist.",
  payer_account_invalid: "The payer's token account does not belong to the payer, or is not of this token.",
  payer_account_frozen: "The payer's token account is frozen by the token's issuer.",
  payee_account_missing: "The payee's token account does not exist. Create it by receiving the token once.",
  payee_account_invalid: "The payee's token account does not belong to the payee, or is not of this token.",
  payee_account_frozen: "The payee's token account is frozen by the token's issuer.",
  account_frozen: "The payer's or the payee's token account is frozen by the token's issuer.",
  account_invalid: "The payer's or the payee's token account is missing or not of this token.",
  mint_paused: "The token's issuer has paused all transfers.",
  mint_refused: 'The token no longer moves the exact amount, so it is not charged in.',
} as const;

export type AccountFailureCode = keyof typeof ACCOUNT_FAILURES;

/** The failure of `code`, with more detail if there is any. */
export function accountFailure(code: AccountFailureCode, message: string = ACCOUNT_FAILURES[code]): Failure {
  return { kind: 'account', code, message };
}

/**
 * Classifies a transaction's error, where `instructionIndex` is the transfer's position. The chain has one
 * error for both a balance and an allowance that are too small, so the accounts are checked before signing to
 * tell them apart. Source of the numbers: spl-token and spl-token-2022 `error.rs`, which agree where they
 * overlap.
 */
export function classifyFailure(error: TransactionError, instructionIndex: number): Failure {
  const described = describe(error);
  if (typeof error !== 'object' || !('InstructionError' in error))
    return { kind: 'ours', message: described };
  const [index, reason] = error.InstructionError;
  if (Number(index) !== instructionIndex) return { kind: 'ours', message: described };
  const code = typeof reason === 'object' ? TOKEN_ERRORS[Number(reason.Custom)] : RUNTIME_ERRORS[reason];
  return code ? accountFailure(code) : { kind: 'ours', message: described };
}

const TOKEN_ERRORS: Record<number, AccountFailureCode> = {
  1: 'insufficient_funds',
  // The mint of an account differs; an account is not initialized.
  3: 'account_invalid',
  9: 'account_invalid',
  // The authority is neither owner nor delegate of the source.
  4: 'allowance_gone',
  17: 'account_frozen',
  67: 'mint_paused',
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

function asJson(error: TransactionError): string {
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}
