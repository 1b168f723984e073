import { ChainUnavailableError } from '../chain/rpc.ts';
import { readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { programAddressOf } from '../tokens/program.ts';
import { detectCancellation } from './detect-cancellation.ts';
import { listPulledAccounts, type PulledAccount } from './queries.ts';

/** One call reads up to 100 accounts. */
const BATCH = 100;

/**
 * Looks at the accounts that active mandates pull from, and settles cancellations that no charge has met yet. An account is
 * looked at closely only when its delegate is none of this service's.
 */
export async function watchAccounts(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const ours = new Set<string>(chain.delegates.map(({ address }) => address));
  let after = { payer: '', mint: '' };
  for (;;) {
    const accounts = await listPulledAccounts(db, livemode, after, BATCH);
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
    try {
      const addresses = await Promise.all(accounts.map(addressOf));
      const reads = await readTokenAccounts(chain, addresses, { commitment: 'finalized' });
      for (const [at, read] of reads.accounts.entries()) {
        const { delegate } = read.kind === 'account' ? read.account : { delegate: null };
        if (read.kind === 'account' && (delegate === null || !ours.has(delegate))) {
          await detectCancellation(deployment, chain, { ...accounts[at]!, livemode });
        }
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error }, 'looking for cancellations is postponed');
      return;
    }
    if (accounts.length < BATCH) return;
  }
}

function addressOf({ payer, mint, tokenProgram }: PulledAccount) {
  return tokenAccountOf(payer, mint, programAddressOf(tokenProgram));
}
