import type { SponsoredRentQuotas } from '../lib/quotas.ts';
import type { SettingValues } from './settings.ts';

/** The rent of what a payer's first subscription in a token opens, in lamports. */
const FIRST_SUBSCRIPTION = 3_608_320;
const LAMPORTS_PER_SOL = 1_000_000_000n;

const PAYER = 'AUTOPAY_SPONSOR_PAYER_LAMPORTS_PER_DAY';
const MERCHANT = 'AUTOPAY_SPONSOR_MERCHANT_LAMPORTS_PER_DAY';
const ALL = 'AUTOPAY_SPONSOR_LAMPORTS_PER_DAY';

/** The quotas of sponsored rent. Those that let nothing through, or never bind, are problems: somebody meant something else. */
export function sponsoredRentOf(values: SettingValues, problems: string[]): SponsoredRentQuotas {
  const { [PAYER]: payer, [MERCHANT]: merchant, [ALL]: all } = values;
  if (payer > 0 && payer < FIRST_SUBSCRIPTION) {
    problems.push(
      `${PAYER}: ${payer} lamports pay for nobody's first subscription, which takes ${FIRST_SUBSCRIPTION}. Set at least that, or 0 to sponsor no rent.`,
    );
  }
  for (const [name, part, wholeName, whole] of [
    [PAYER, payer, MERCHANT, merchant],
    [MERCHANT, merchant, ALL, all],
  ] as const) {
    if (part > whole && whole > 0) {
      problems.push(
        `${name}: ${part} lamports are more than ${wholeName} allows in all (${whole}). Lower it, or raise ${wholeName}.`,
      );
    }
  }
  return {
    payerPerDay: BigInt(payer),
    merchantPerDay: BigInt(merchant),
    perDay: BigInt(all),
    held: BigInt(values.AUTOPAY_SPONSOR_RENT_SOL) * LAMPORTS_PER_SOL,
  };
}
