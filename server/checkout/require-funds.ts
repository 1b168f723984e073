import { foresee, type Prospect } from '../chain/simulate.ts';
import type { ReadTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { ApiError } from '../errors/api-error.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** What was not sent is not kept: its payer may never want it sent, and whoever has the bytes can submit them again. */
const SUBMIT_AGAIN =
  'Nothing was sent. Once that is remedied, submit the same signed transaction again, or have a new one signed.';

/**
 * What a payer's signed transaction would come to, asked before it is sent or signed for: a wallet that cannot do it is told so, instead
 * of waiting for what never lands. Throws verification_failed; ChainUnavailableError.
 */
export async function requireFunds(
  chain: Chain,
  { reference }: Pick<MandateRow, 'reference'>,
  read: ReadTransaction,
): Promise<Prospect> {
  const prospect = await foresee(chain, read, reference);
  if (prospect.kind === 'short_of_sol') throw lacking('The wallet holds too little SOL for the network fee.');
  if (prospect.kind === 'fails' && prospect.failure.kind === 'account') {
    throw lacking(prospect.failure.message);
  }
  return prospect;
}

function lacking(what: string): ApiError {
  return new ApiError('verification_failed', { message: `${what} ${SUBMIT_AGAIN}` });
}
