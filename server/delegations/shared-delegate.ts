import type { Address } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { AccountRead } from '../chain/tokens.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { SlotShare } from './share-queries.ts';

type Ring = Pick<Chain, 'delegates'>;

/** Whether `delegate` is one of the service's keys, the newest or an older one. */
export function isOurs({ delegates }: Ring, delegate: Address | null): boolean {
  return delegates.some(({ address }) => address === delegate);
}

/**
 * The delegate that pulls a payer's active mandates in one mint; null if there is none, or its key is gone.
 * The token account has one delegate slot, so a mandate with another delegate would take it from the active
 * ones.
 */
export function sharedDelegate(chain: Ring, active: readonly SlotShare[]): Address | null {
  const [newest] = active
    .filter(({ delegate }) => isOurs(chain, delegate))
    .toSorted((a, b) => (b.authorizationSlot ?? 0) - (a.authorizationSlot ?? 0));
  return newest?.delegate ?? null;
}

/**
 * The delegate for a mandate that is not signed yet, given the payer's `active` ones. Keeps the `current` one
 * if possible: the payer may be signing for it right now.
 */
export function delegateFor(
  chain: Ring,
  active: readonly SlotShare[],
  current: Address | null = null,
): Address {
  const shared = sharedDelegate(chain, active);
  if (shared !== null) return shared;
  return current !== null && isOurs(chain, current) ? current : chain.delegates[0]!.address;
}

/**
 * The delegate slot of a payer's account if this service holds it, null otherwise. Any of its keys counts:
 * the mandate's own may have been retired.
 */
export function slotOf(
  chain: Ring,
  { payer, mint, delegate: own }: Pick<MandateRow, 'payer' | 'mint' | 'delegate'>,
  read: AccountRead,
): { delegate: MandateRow['delegate']; amountAtomic: bigint } | null {
  if (read.kind !== 'account') return null;
  const { owner, mint: held, delegate, delegatedAmountAtomic } = read.account;
  if (delegate === null || !(delegate === own || isOurs(chain, delegate)) || owner !== payer || held !== mint)
    return null;
  return { delegate, amountAtomic: delegatedAmountAtomic };
}
