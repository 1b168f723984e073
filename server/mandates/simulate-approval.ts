import { mintTestTokens, writeApproval } from '../chain/localnet.ts';
import { ask, type Chain } from '../chain/rpc.ts';
import type { Sql } from '../db/connect.ts';
import { ApiError } from '../errors/api-error.ts';
import { saturatingU64 } from '../lib/money.ts';
import type { Approval } from './activate-mandate.ts';
import { amountToApprove } from './commitments.ts';
import { listCommitments } from './commitment-queries.ts';
import { type MandateRow } from './queries.ts';

/** What a wallet that never held the token gets, in periods: enough to watch a year of billing. */
const GIFT_PERIODS = 12n;

/** SPL Token's Overflow: with it there would be more than 2^64 - 1 atomic units of the token. */
const OVERFLOW = /custom program error: 0xe\b/;

/**
 * Lets the localnet write the approval that the payer's wallet would have signed, giving a wallet without a token account
 * some tokens first. Throws verification_failed where the payer holds too little to start, or so many tokens cannot exist.
 */
export async function simulateApproval(
  db: Sql,
  chain: Chain,
  mandate: Pick<
    MandateRow,
    'id' | 'livemode' | 'payer' | 'mint' | 'amountPerPeriod' | 'trialSeconds' | 'budget' | 'delegate'
  >,
  balanceAtomic: bigint | null,
): Promise<Approval> {
  const { payer, mint, amountPerPeriod } = mandate;
  const fundsSufficient = balanceAtomic === null || balanceAtomic >= amountPerPeriod;
  if (!fundsSufficient && mandate.trialSeconds === 0) throw new ApiError('verification_failed');
  if (balanceAtomic === null) {
    const amountAtomic = saturatingU64(amountPerPeriod * GIFT_PERIODS);
    await mintTestTokens(chain, { mint, owner: payer, amountAtomic }).catch((error: unknown) => {
      throw error instanceof Error && OVERFLOW.test(error.message)
        ? new ApiError('verification_failed', {
            message: 'So much more of this test token cannot be issued.',
          })
        : error;
    });
  }
  const others = await listCommitments(db, mandate, mandate.id);
  const amountAtomic = amountToApprove(mandate.budget, others);
  const slot = await writeApproval(chain, { mint, owner: payer, delegate: mandate.delegate, amountAtomic });
  await reachSlot(chain, slot);
  return { slot: Number(slot), fundsSufficient };
}

/** A confirmed slot follows the processed one within a slot or two, 0.4 s each. */
const SLOT_POLL_MS = 50;
/** A node that is further behind is not waited for: the mandate remembers the slot, and no older state decides about it. */
const MAX_WAIT_MS = 2_000;

async function reachSlot(chain: Chain, slot: bigint): Promise<void> {
  const deadline = chain.clock.milliseconds() + MAX_WAIT_MS;
  while ((await ask(chain, (rpc) => rpc.getSlot({ commitment: 'confirmed' }))) < slot) {
    if (chain.clock.milliseconds() >= deadline) return;
    await chain.clock.sleep(SLOT_POLL_MS);
  }
}
