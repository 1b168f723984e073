import type { components } from '../generated/api.ts';
import type { MerchantToken, TokenRow } from './queries.ts';

/** A token as the API shows it to a merchant. */
export function presentToken(row: MerchantToken): components['schemas']['Token'] {
  return {
    object: 'token',
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
export function presentPlatformToken(row: TokenRow): components['schemas']['Token'] {
  return presentToken({ ...row, accepted: row.isDefault });
}
