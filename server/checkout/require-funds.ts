import { foresee, type Prospect } from '../chain/simulate.ts';
import type { ReadTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { MandateRow } from '../mandates/queries.ts';

/**
 * An unsent transaction is not stored: its payer may not want it sent later, and can submit the bytes again.
 */
const SUBMIT_AGAIN =
  'Nothing was sent. Put that right, then sign again, or submit what is signed already once more.';

const SHORT_OF_SOL = {
  approval: 'The wallet holds too little SOL for the network fee.',
  plan: 'The wallet holds too little SOL for the network fee and the deposit of the accounts that it opens, 0.004 SOL together.',
};

/**
 * Simulates a payer's signed transaction before it is sent or co-signed, so that a wallet that cannot pay is
 * told at once, instead of waiting for a transaction that never lands. Of one that the service pays for it returns
 * `short_of_sol` where the service is. Throws verification_failed; ChainUnavailableError.
 */
export async function requireFunds(
  chain: Chain,
  { reference, scheme }: Pick<MandateRow, 'reference' | 'scheme'>,
  read: ReadTransaction,
  { isSponsored = false }: { isSponsored?: boolean } = {},
): Promise<Prospect> {
  const prospect = await foresee(chain, read, reference);
  if (prospect.kind === 'short_of_sol' && !isSponsored) throw lacking(SHORT_OF_SOL[scheme]);
  if (prospect.kind === 'fails' && prospect.failure.kind === 'account') {
    throw lacking(prospect.failure.message);
  }
  return prospect;
}

function lacking(what: string): ApiError {
  return new ApiError('verification_failed', { message: `${what} ${SUBMIT_AGAIN}` });
}
