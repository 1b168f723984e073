import type { Address } from '@solana/kit';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type AccountRead, readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { notePayerAccounts, payerAccountOf } from '../payer-accounts/note-reads.ts';
import { watchTopUps } from './watch-top-ups.ts';
import { goRound } from './go-round.ts';
import { detectCancellation } from './detect-cancellation.ts';
import { listPulledAccounts, type PulledAccount } from './share-queries.ts';
import { isOurs } from './shared-delegate.ts';

/** Four calls at once, each of up to 100 accounts. */
const BATCH = 400;
/** Accounts checked closely at once: public nodes reject more than a few requests from one address. */
const LANES = 8;
/**
 * Checks the accounts that active mandates pull from: counts what payers renewed, and settles cancellations
 * before a charge runs into them. An account is checked closely only if its delegate is not one of this
 * service's, or was not at the last check. One process at a time does this, for 10 s; the next round
 * continues where this one stopped. What was read is kept for forecasts.
 */
export async function watchAccounts(deployment: Deployment, livemode: boolean): Promise<void> {
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  await watchTopUps(deployment, chain);
  await goRound<PulledAccount>(
    deployment,
    { round: 'approvals', livemode },
    {
      batch: BATCH,
      list: ([payer = '', mint = '']) => listPulledAccounts(deployment.db, livemode, { payer, mint }, BATCH),
      positionOf: ({ payer, mint }) => [payer, mint],
      lookAt: (accounts) => lookAt(deployment, chain, accounts),
    },
  );
}

/**
 * Throws ChainUnavailableError: then the next round starts with these accounts. An error of ours would only
 * repeat.
 */
async function lookAt(
  deployment: Deployment,
  chain: Chain,
  accounts: readonly PulledAccount[],
): Promise<void> {
  try {
    const addresses = await Promise.all(accounts.map(addressOf));
    const reads = await readTokenAccounts(chain, addresses, { commitment: 'finalized' });
    const readAt = deployment.clock.seconds();
    const ours = (delegate: string) => isOurs(chain, delegate as Address);
    await notePayerAccounts(
      deployment,
      chain.livemode,
      accounts.flatMap((account, at) =>
        reads.slot < account.authorizationSlot
          ? []
          : [payerAccountOf(account, reads.accounts[at]!, ours, readAt)],
      ),
    );
    // One that was suspected and has its delegate is cleared: years later a single wrong response would be
    // the second sight.
    const suspects = accounts.filter(
      ({ isSuspected }, at) => isSuspected || hasNoDelegateOfOurs(chain, reads.accounts[at]!),
    );
    await mapInLanes(suspects, LANES, (suspect) => lookClosely(deployment, chain, suspect));
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    deployment.log.error({ err: error, after: accounts[0] }, "payers' accounts cannot be looked at");
  }
}

/**
 * A fresh approval takes about 13 s to be finalized, and until then no node has its slot: that account waits
 * for the next sweep. A failure of one account must not end the sweep for those behind it.
 */
async function lookClosely(deployment: Deployment, chain: Chain, account: PulledAccount): Promise<void> {
  try {
    await detectCancellation(deployment, chain, { ...account, livemode: chain.livemode });
  } catch (error) {
    const isOurs = !(error instanceof ChainUnavailableError);
    const { payer } = account;
    deployment.log[isOurs ? 'error' : 'info']({ err: error, payer }, 'an account cannot be judged yet');
  }
}

function hasNoDelegateOfOurs(chain: Chain, read: AccountRead): boolean {
  if (read.kind !== 'account') return false;
  return !isOurs(chain, read.account.delegate);
}

function addressOf({ payer, mint, tokenProgram }: PulledAccount) {
  return tokenAccountOf(payer, mint, tokenProgram);
}
