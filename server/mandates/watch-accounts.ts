import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type AccountRead, readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { programAddressOf } from '../tokens/program.ts';
import { watchTopUps } from '../top-ups/watch-top-ups.ts';
import { detectCancellation } from './detect-cancellation.ts';
import { listPulledAccounts, type PulledAccount } from './commitment-queries.ts';

/** One call reads up to 100 accounts. */
const BATCH = 100;

/**
 * Looks at the accounts that active mandates pull from: counts what payers renewed, and settles cancellations that no charge has met
 * yet. An account is looked at closely only when its delegate is none of this service's.
 */
export async function watchAccounts(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  await watchTopUps(deployment, chain);
  let after = { payer: '', mint: '' };
  for (;;) {
    const accounts = await listPulledAccounts(db, livemode, after, BATCH);
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
    try {
      const addresses = await Promise.all(accounts.map(addressOf));
      const reads = await readTokenAccounts(chain, addresses, { commitment: 'finalized' });
      const suspects = accounts.filter((_, at) => hasNoDelegateOfOurs(chain, reads.accounts[at]!));
      for (const suspect of suspects) await lookClosely(deployment, chain, { ...suspect, livemode });
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error }, 'looking for cancellations is postponed');
      return;
    }
    if (accounts.length < BATCH) return;
  }
}

/**
 * A fresh approval is not finalized for some 13 s, and until then no node can serve its slot: that account waits for the
 * next sweep, and must not end this one for those behind it.
 */
async function lookClosely(
  deployment: Deployment,
  chain: Chain,
  account: PulledAccount & { livemode: boolean },
): Promise<void> {
  try {
    await detectCancellation(deployment, chain, account);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.info({ err: error, payer: account.payer }, 'an account cannot be judged yet');
  }
}

function hasNoDelegateOfOurs(chain: Chain, read: AccountRead): boolean {
  if (read.kind !== 'account') return false;
  const { delegate } = read.account;
  return !chain.delegates.some(({ address }) => address === delegate);
}

function addressOf({ payer, mint, tokenProgram }: PulledAccount) {
  return tokenAccountOf(payer, mint, programAddressOf(tokenProgram));
}
