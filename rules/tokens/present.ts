import type { Entry } from './entry.ts';

/** What the API shows of a token in the registry. */
export interface ShownToken extends Entry {
  livemode: boolean;
  createdAt: number;
  mint: string;
  decimals: number;
}

/** A token as the API shows it to a merchant. */
export function presentToken(row: ShownToken & { accepted: boolean }) {
  return {
    object: 'token' as const,
    livemode: row.livemode,
    createdAt: row.createdAt,
    mint: row.mint,
    symbol: row.symbol,
    decimals: row.decimals,
    class: row.class,
    isDefault: row.isDefault,
    floor: row.floor,
    accepted: row.accepted,
  };
}

/** A token as the API shows it to the platform's owner, whose accepted tokens are the defaults. */
export function presentPlatformToken(row: ShownToken) {
  return presentToken({ ...row, accepted: row.isDefault });
}
