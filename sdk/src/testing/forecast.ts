import { remainingBudget } from '../../../rules/mandates/approval.ts';
import { MOST_DAYS } from '../../../rules/forecast/dues.ts';
import { type ForeseenMandate, judge } from '../../../rules/forecast/judge.ts';
import { horizonOf, presentForecast } from '../../../rules/forecast/summary.ts';
import { symbolOf } from '../../../rules/mandates/present-for-payer.ts';
import { balanceOf } from './chain.ts';
import type { Handlers } from './operation.ts';
import type { ChargeRow } from './rows.ts';
import { chainOf, merchantNow, tenantOf, type World } from './world.ts';

/** An open charge's mandate with the payer's account, which the fake reads at once. */
export function foreseenOf(world: World, charge: ChargeRow): ForeseenMandate {
  const mandate = world.mandates.get(charge.mandateId);
  const { id, payer, mint, livemode } = mandate;
  const chain = chainOf(world, livemode)!;
  const balance = balanceOf(chain, payer, mint);
  const approval = chain.approvals.get(`${payer}/${mint}`);
  return {
    ...mandate,
    mandateId: id,
    amount: charge.amount,
    anchorAt: mandate.anchorAt!,
    periodIndex: charge.periodIndex,
    nextAttemptAt: charge.nextAttemptAt!,
    remaining: remainingBudget(mandate),
    account: {
      state: balance === null ? 'missing' : 'open',
      balance: balance ?? 0n,
      delegate: approval?.delegate ?? null,
      delegated: approval?.amount ?? 0n,
      isOurs: approval?.delegate === mandate.delegate,
    },
  };
}

/** What falls due, and what of it is at risk. */
export const forecastHandlers = {
  getForecast: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    const now = merchantNow(world, { merchantId, livemode });
    const { days = MOST_DAYS, mint: only } = call.query;
    const horizon = horizonOf(now, days);
    const mandates = [...world.openCharges]
      .filter((charge) => charge.merchantId === merchantId && charge.livemode === livemode)
      .map((charge) => foreseenOf(world, charge))
      .filter((foreseen) => world.mandates.get(foreseen.id).status === 'active')
      .filter(({ mint }) => only === undefined || mint === only);
    const judged = judge(mandates, horizon);
    const mints = [...new Set(judged.sums.map(({ mint }) => mint))];
    const tokens = mints.map((mint) => {
      const { decimals } = world.mandates.first((row) => row.mint === mint)!;
      const listed = world.tokens.find((row) => row.mint === mint && row.livemode === livemode);
      return { mint, decimals, symbol: symbolOf({ mint }, listed?.symbol ?? null) };
    });
    const inOrder = tokens.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    const readAt = mandates.length === 0 ? null : now;
    return { status: 200, body: presentForecast(horizon, inOrder, judged, { livemode, readAt }) };
  },
} satisfies Pick<Handlers, 'getForecast'>;
