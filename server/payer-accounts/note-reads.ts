import type { AccountRead } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import { type PayerAccountRow, savePayerAccounts } from './queries.ts';

/** Whose account was read. */
interface Owned {
  payer: string;
  mint: string;
}

/** A read of an account as it is kept. `isOurs` tells whether its delegate may collect for the payer's mandates. */
export function payerAccountOf(
  { payer, mint }: Owned,
  read: AccountRead,
  isOurs: (delegate: string) => boolean,
  readAt: number,
): PayerAccountRow {
  const nothing = { balance: 0n, delegate: null, delegated: 0n, isOurs: false };
  if (read.kind !== 'account') return { payer, mint, state: read.kind, ...nothing, readAt };
  const { account } = read;
  if (account.owner !== payer || account.mint !== mint)
    return { payer, mint, state: 'invalid', ...nothing, readAt };
  const { delegate } = account;
  return {
    payer,
    mint,
    state: account.isFrozen ? 'frozen' : 'open',
    balance: account.amountAtomic,
    delegate,
    delegated: account.delegatedAmountAtomic,
    isOurs: delegate !== null && isOurs(delegate),
    readAt,
  };
}

/** Keeps what a round read for forecasts. A failure is logged: the round has more important things to do. */
export async function notePayerAccounts(
  { db, log }: Pick<Deployment, 'db' | 'log'>,
  livemode: boolean,
  read: readonly PayerAccountRow[],
): Promise<void> {
  try {
    await savePayerAccounts(db, livemode, read);
  } catch (error) {
    log.warn({ err: error }, "what payers' accounts hold could not be kept for forecasts");
  }
}
