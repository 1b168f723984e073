import { mintTestTokens, writeApproval } from '../chain/localnet.ts';
import { ask, type Chain } from '../chain/rpc.ts';
import { readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { saturatingU64 } from '../../rules/money.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { isShared, mostPerGift, requireGift } from '../tokens/gift.ts';
import type { TokenRow } from '../tokens/queries.ts';
import type { Approval } from './activate-mandate.ts';
import { amountToApprove } from '../../rules/mandates/approval.ts';
import { listShares } from '../delegations/share-queries.ts';
import { type MandateRow } from '../mandates/queries.ts';

/** What a wallet that never held the token receives, in periods: enough to watch a year of billing. */
const GIFT_PERIODS = 12n;

/** SPL Token's Overflow: the supply would exceed 2^64 - 1 atomic units. */
const OVERFLOW = /custom program error: 0xe\b/;

/**
 * Prepares a mandate that its payer need not sign: a wallet without a token account gets some tokens, and under approval the localnet writes the
 * approval that the wallet would have signed. Throws verification_failed if the payer holds too little to start, or the
 * supply or the largest gift would be exceeded; rate_limit_exceeded if the merchant has used up the day's
 * gifts.
 */
export async function simulateSignature(
  deployment: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  chain: Chain,
  token: Pick<TokenRow, 'madeBy' | 'decimals'>,
  mandate: Pick<
    MandateRow,
    | 'id'
    | 'merchantId'
    | 'livemode'
    | 'payer'
    | 'mint'
    | 'tokenProgram'
    | 'amountPerPeriod'
    | 'trialSeconds'
    | 'budget'
    | 'delegate'
    | 'scheme'
  >,
): Promise<Approval> {
  const { payer, mint, amountPerPeriod } = mandate;
  const balanceAtomic = await balanceOf(chain, mandate);
  const fundsSufficient = balanceAtomic === null || balanceAtomic >= amountPerPeriod;
  if (!fundsSufficient && mandate.trialSeconds === 0) throw new ApiError('verification_failed');
  if (balanceAtomic === null) {
    const amountAtomic = await giftOf(deployment, token, mandate);
    await mintTestTokens(chain, { mint, owner: payer, amountAtomic }).catch((error: unknown) => {
      throw error instanceof Error && OVERFLOW.test(error.message)
        ? new ApiError('verification_failed', {
            message: 'So much more of this test token cannot be issued.',
          })
        : error;
    });
  }
  // The subscription follows, to a plan that is chosen and made first.
  if (mandate.scheme === 'plan') return { slot: 0, fundsSufficient };
  const others = await listShares(deployment.db, mandate, mandate.id);
  const amountAtomic = amountToApprove(mandate.budget, others);
  const slot = await writeApproval(chain, { mint, owner: payer, delegate: mandate.delegate, amountAtomic });
  await reachSlot(chain, slot);
  return { slot: Number(slot), fundsSufficient };
}

/** Null while the payer has no token account. */
async function balanceOf(
  chain: Chain,
  { payer, mint, tokenProgram }: Pick<MandateRow, 'payer' | 'mint' | 'tokenProgram'>,
): Promise<bigint | null> {
  const account = await tokenAccountOf(payer, mint, tokenProgram);
  const { accounts } = await readTokenAccounts(chain, [account], { commitment: 'confirmed' });
  return accounts[0]?.kind === 'account' ? accounts[0].account.amountAtomic : null;
}

/** A year's worth; of a token shared by all merchants at most the limit of one gift. */
async function giftOf(
  { db, clock, quotas }: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  token: Pick<TokenRow, 'madeBy' | 'decimals'>,
  mandate: Tenant & Pick<MandateRow, 'amountPerPeriod'>,
): Promise<bigint> {
  const wanted = saturatingU64(mandate.amountPerPeriod * GIFT_PERIODS);
  if (!isShared(token, mandate)) return wanted;
  const most = mostPerGift(quotas, token);
  if (mandate.amountPerPeriod > most) {
    throw new ApiError('verification_failed', {
      message:
        'A test wallet is not given so many of a token that all merchants share. Make a token of your own: POST /v1/test/tokens.',
    });
  }
  const amountAtomic = wanted < most ? wanted : most;
  await requireGift(db, mandate, quotas, { amountAtomic, decimals: token.decimals, now: clock.seconds() });
  return amountAtomic;
}

/** A confirmed slot follows the processed one within a slot or two, 0.4 s each. */
const SLOT_POLL_MS = 50;
/**
 * A node further behind is not waited for: the mandate remembers the slot, and no older state decides about
 * it.
 */
const MAX_WAIT_MS = 2_000;

/** Waits until the node's confirmed state has `slot`, 2 s at most. */
export async function reachSlot(chain: Chain, slot: bigint): Promise<void> {
  const deadline = chain.clock.milliseconds() + MAX_WAIT_MS;
  while ((await ask(chain, (rpc) => rpc.getSlot({ commitment: 'confirmed' }))) < slot) {
    if (chain.clock.milliseconds() >= deadline) return;
    await chain.clock.sleep(SLOT_POLL_MS);
  }
}
