import { displayName } from '../display-name.ts';
import { type Brand, brandOf } from '../merchants/branding.ts';
import { presentPurchase } from './bought.ts';
import { presentMandate, type ShownMandate } from './present.ts';

/** What a payer is shown beside the mandate's own fields. */
export interface ShownToPayer extends ShownMandate {
  decimals: number;
  tokenProgram: 'token' | 'token-2022';
  genesisHash: string;
}

/** The fields of a mandate that its payer always sees: its terms, the merchant, and the token. */
export function presentForPayer(
  mandate: ShownToPayer,
  { merchantName, symbol, brand }: { merchantName: string; symbol: string | null; brand: Brand },
) {
  // A merchant's own: its payers are not shown what it notes about them.
  const {
    merchantId: _,
    clientReference: _1,
    metadata: _2,
    endedAt: _3,
    endedBy: _4,
    ...terms
  } = presentMandate(mandate);
  return {
    ...terms,
    ...presentPurchase(mandate),
    merchantName: displayName(merchantName),
    brand: brandOf(brand),
    symbol: symbolOf(mandate, symbol),
    decimals: mandate.decimals,
    tokenProgram: mandate.tokenProgram,
    genesisHash: mandate.genesisHash,
  };
}

/** A token that left the registry keeps its mandates; then the mint's first letters name it. */
export function symbolOf({ mint }: { mint: string }, symbol: string | null): string {
  return symbol ?? mint.slice(0, 4);
}
