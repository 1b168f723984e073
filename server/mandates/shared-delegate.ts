import type { Address } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { Commitment } from './commitment-queries.ts';

type Ring = Pick<Chain, 'delegates'>;

/** Whether `delegate` is a key of this service, the newest or one from before a rotation. */
export function isOurs({ delegates }: Ring, delegate: Address | null): boolean {
  return delegates.some(({ address }) => address === delegate);
}

/**
 * The delegate through which a payer's active mandates on one mint are pulled; null where none is, or its key is gone. The token
 * account has one delegate slot, so a mandate with another delegate would take it from those that are paying.
 */
export function sharedDelegate(chain: Ring, active: readonly Commitment[]): Address | null {
  const [newest] = active
    .filter(({ delegate }) => isOurs(chain, delegate))
    .toSorted((a, b) => (b.authorizationSlot ?? 0) - (a.authorizationSlot ?? 0));
  return newest?.delegate ?? null;
}

/**
 * Who is to pull for a mandate that is not signed yet, beside the payer's `active` ones. Its `current` delegate stays where nothing
 * speaks against it: the payer may be signing for that one right now.
 */
export function delegateFor(
  chain: Ring,
  active: readonly Commitment[],
  current: Address | null = null,
): Address {
  const shared = sharedDelegate(chain, active);
  if (shared !== null) return shared;
  return current !== null && isOurs(chain, current) ? current : chain.delegates[0]!.address;
}
