import type { History, PastCharge, PastRefund } from './support.ts';

/** A token of the registry as a test put it there. */
export interface Registered {
  mint: string;
  symbol: string;
  decimals: number;
  class: 'stable' | 'other';
}

/** What one merchant should be shown in one mode, reckoned from the whole history by going through it again for every figure. */
export interface Asked {
  merchantId: string;
  livemode: boolean;
  registry: readonly Registered[];
}

const DAY = 86_400;
const MONTH = 2_592_000n;

export function reckonMetrics(history: History, asked: Asked, from: number, to: number) {
  const length = to - from + 1;
  return {
    decimals: asked.registry[0]!.decimals,
    ...reckonTotals(history, asked, from, to),
    atRisk: reckonAtRisk(history, asked),
    previous: { ...reckonTotals(history, asked, from - length, from - 1) },
    daily: reckonDays(history, asked, from, to),
    byMint: reckonMints(history, asked, from, to),
  };
}

export function reckonCustomers(history: History, asked: Asked) {
  const own = history.mandates.filter((mandate) => isOf(mandate, asked));
  const payers = [
    ...new Set(own.filter((mandate) => mandate.activatedAt !== null).map(({ payer }) => payer)),
  ];
  const customers = payers.map((payer) => {
    const activated = own.filter((mandate) => mandate.payer === payer && mandate.activatedAt !== null);
    const since = Math.min(...activated.map((mandate) => mandate.activatedAt!));
    const charges = history.charges.filter(
      (charge) =>
        isOf(charge.mandate, asked) && charge.mandate.payer === payer && charge.status === 'succeeded',
    );
    const mints = sortMints([...new Set(charges.map(({ mandate }) => mandate.mint))], history, asked);
    return {
      object: 'customer',
      // None of them bought anything that has a name.
      name: null,
      paymentLink: null,
      product: null,
      clientReference: null,
      livemode: asked.livemode,
      createdAt: since,
      payer,
      subscriptions: activated.length,
      activeSubscriptions: activated.filter(
        ({ status, sellMode }) => status === 'active' && sellMode === 'subscription',
      ).length,
      totalPaid: toFloor(charges, [], history, asked),
      totalPaidByMint: mints.map((mint) => {
        const { symbol, decimals } = tokenOf(mint, history, asked);
        const amount = charges
          .filter(({ mandate }) => mandate.mint === mint)
          .reduce((sum, part) => sum + part.amount, 0n);
        return { mint, symbol, decimals, amount: String(amount) };
      }),
      since,
    };
  });
  return customers.sort((a, b) => b.since - a.since || (a.payer < b.payer ? 1 : -1));
}

function reckonTotals(history: History, asked: Asked, from: number, to: number) {
  const active = activeAt(history, asked, to);
  const monthly = [...new Set(active.map(({ mint }) => mint))].map((mint) => ({
    mint,
    amount: monthlyOf(active.filter((mandate) => mandate.mint === mint)),
  }));
  let mrr = 0n;
  for (const { mint, amount } of monthly) {
    const token = tokenOf(mint, history, asked);
    if (token.class === 'stable') mrr += amount * 10n ** BigInt(20 - token.decimals);
  }
  return {
    from: from < 0 ? 0 : from,
    to: to < 0 ? 0 : to,
    ...volume(history, asked, from, to),
    mrr: String(mrr / 10n ** BigInt(20 - asked.registry[0]!.decimals)),
    activeSubscriptions: active.length,
    newSubscriptions: history.mandates.filter(
      (mandate) =>
        isOf(mandate, asked) &&
        mandate.sellMode === 'subscription' &&
        mandate.activatedAt !== null &&
        mandate.activatedAt >= from &&
        mandate.activatedAt <= to,
    ).length,
    recovered: renewals(recoveredIn(history, asked, from, to), history, asked),
    lost: renewals(lostIn(history, asked, from, to), history, asked),
  };
}

function renewals(charges: readonly PastCharge[], history: History, asked: Asked) {
  return { payments: charges.length, amount: toFloor(charges, [], history, asked) };
}

function recoveredIn(history: History, asked: Asked, from: number, to: number): PastCharge[] {
  return chargesIn(history, asked, from, to).filter(
    ({ mandate, attempts }) => mandate.sellMode === 'subscription' && attempts > 1,
  );
}

function lostIn(history: History, asked: Asked, from: number, to: number): PastCharge[] {
  return history.charges.filter(
    ({ mandate, failed, attempts, status }) =>
      isOf(mandate, asked) &&
      mandate.sellMode === 'subscription' &&
      mandate.activatedAt !== null &&
      mandate.endedAt !== null &&
      mandate.endedAt >= from &&
      mandate.endedAt <= to &&
      failed &&
      attempts > 0 &&
      status !== 'processing',
  );
}

/** Those that failed, and those that will. Nothing is due within a day of a week from now, so that it does not matter when this runs. */
function riskyCharges(history: History, asked: Asked) {
  const renewing = history.charges.filter(
    ({ mandate }) =>
      isOf(mandate, asked) && mandate.sellMode === 'subscription' && mandate.status === 'active',
  );
  const failed = renewing.filter(
    (charge) => charge.failed && ['retrying', 'processing'].includes(charge.status),
  );
  const uncovered = renewing.filter(
    ({ status, dueAt, mandate, amount }) =>
      status === 'scheduled' &&
      dueAt < Date.now() / 1000 + 7 * DAY &&
      (mandate.remaining < amount || (mandate.periodsCharged === 0 && !mandate.fundsSufficient)),
  );
  return { failed, uncovered };
}

function reckonAtRisk(history: History, asked: Asked) {
  const { failed, uncovered } = riskyCharges(history, asked);
  const all = renewals([...failed, ...uncovered], history, asked);
  return { ...all, failed: failed.length, uncovered: uncovered.length };
}

function reckonDays(history: History, asked: Asked, from: number, to: number) {
  const days = [];
  for (let day = Math.floor(from / DAY); day <= Math.floor(to / DAY); day++) {
    const [start, end] = [Math.max(day * DAY, from), Math.min(day * DAY + DAY - 1, to)];
    days.push({
      date: new Date(day * DAY * 1000).toISOString().split('T')[0],
      ...volume(history, asked, start, end),
    });
  }
  return days;
}

function reckonMints(history: History, asked: Asked, from: number, to: number) {
  const charges = chargesIn(history, asked, from, to);
  const refunds = refundsIn(history, asked, from, to);
  const lost = lostIn(history, asked, from, to);
  const { failed, uncovered } = riskyCharges(history, asked);
  const atRisk = [...failed, ...uncovered];
  const subscribed = history.mandates.filter(
    (mandate) =>
      isOf(mandate, asked) &&
      mandate.sellMode === 'subscription' &&
      mandate.activatedAt !== null &&
      // Its first moment in the window, if it has one.
      (mandate.endedAt === null || mandate.endedAt > Math.max(from, mandate.activatedAt)) &&
      mandate.activatedAt <= to,
  );
  const mints = [
    ...charges.map(({ mandate }) => mandate.mint),
    ...refunds.map(({ charge }) => charge.mandate.mint),
    ...subscribed.map(({ mint }) => mint),
    ...[...lost, ...atRisk].map(({ mandate }) => mandate.mint),
  ];
  const exactly = (of: readonly PastCharge[], mint: string) => {
    const own = of.filter((charge) => charge.mandate.mint === mint);
    return { payments: own.length, amount: String(own.reduce((sum, { amount }) => sum + amount, 0n)) };
  };
  return sortMints([...new Set(mints)], history, asked).map((mint) => {
    const { symbol, decimals, class: kind } = tokenOf(mint, history, asked);
    const paid = charges.filter((charge) => charge.mandate.mint === mint);
    const gross = paid.reduce((sum, charge) => sum + charge.amount, 0n);
    const back = refunds
      .filter((refund) => refund.charge.mandate.mint === mint)
      .reduce((sum, refund) => sum + refund.amount, 0n);
    const active = activeAt(history, asked, to).filter((mandate) => mandate.mint === mint);
    return {
      mint,
      symbol,
      decimals,
      class: kind,
      grossVolume: String(gross),
      payments: paid.length,
      refunds: String(back),
      netVolume: String(gross - back),
      mrr: String(monthlyOf(active)),
      recovered: exactly(recoveredIn(history, asked, from, to), mint),
      lost: exactly(lost, mint),
      atRisk: exactly(atRisk, mint),
    };
  });
}

function volume(history: History, asked: Asked, from: number, to: number) {
  const charges = chargesIn(history, asked, from, to);
  const refunds = refundsIn(history, asked, from, to);
  return {
    grossVolume: toFloor(charges, [], history, asked),
    payments: charges.length,
    refunds: toFloor([], refunds, history, asked).replace('-', ''),
    netVolume: toFloor(charges, refunds, history, asked),
  };
}

/** Stable payments less stable refunds in the floor token's decimals. 20 decimals hold every token's. */
function toFloor(
  charges: readonly PastCharge[],
  refunds: readonly PastRefund[],
  history: History,
  asked: Asked,
): string {
  let sum = 0n;
  for (const { mandate, amount } of charges) sum += fine(mandate.mint, amount, history, asked);
  for (const { charge, amount } of refunds) sum -= fine(charge.mandate.mint, amount, history, asked);
  return String(sum / 10n ** BigInt(20 - asked.registry[0]!.decimals));
}

function fine(mint: string, amount: bigint, history: History, asked: Asked): bigint {
  const token = tokenOf(mint, history, asked);
  return token.class === 'stable' ? amount * 10n ** BigInt(20 - token.decimals) : 0n;
}

function chargesIn(history: History, asked: Asked, from: number, to: number): PastCharge[] {
  return history.charges.filter(
    ({ mandate, status, settledAt }) =>
      isOf(mandate, asked) && status === 'succeeded' && settledAt! >= from && settledAt! <= to,
  );
}

function refundsIn(history: History, asked: Asked, from: number, to: number): PastRefund[] {
  return history.refunds.filter(
    ({ charge, status, settledAt }) =>
      isOf(charge.mandate, asked) && status === 'succeeded' && settledAt! >= from && settledAt! <= to,
  );
}

function activeAt(history: History, asked: Asked, at: number) {
  return history.mandates.filter(
    (mandate) =>
      isOf(mandate, asked) &&
      mandate.sellMode === 'subscription' &&
      mandate.activatedAt !== null &&
      mandate.activatedAt <= at &&
      (mandate.endedAt === null || mandate.endedAt > at),
  );
}

/** Over the product of all periods, since that divides by each of them. */
function monthlyOf(mandates: readonly { amount: bigint; period: number }[]): bigint {
  const product = mandates.reduce((all, { period }) => all * BigInt(period), 1n);
  const sum = mandates.reduce(
    (all, { amount, period }) => all + (amount * MONTH * product) / BigInt(period),
    0n,
  );
  return sum / product;
}

function sortMints(mints: string[], history: History, asked: Asked): string[] {
  const key = (mint: string) => `${tokenOf(mint, history, asked).symbol} ${mint}`;
  return mints.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function tokenOf(mint: string, { mandates }: History, { registry }: Asked): Registered {
  const registered = registry.find((token) => token.mint === mint);
  if (registered) return registered;
  const { decimals } = mandates.find((mandate) => mandate.mint === mint)!;
  return { mint, symbol: mint.slice(0, 4), decimals, class: 'other' };
}

function isOf(mandate: { merchantId: string; livemode: boolean }, asked: Asked): boolean {
  return mandate.merchantId === asked.merchantId && mandate.livemode === asked.livemode;
}
