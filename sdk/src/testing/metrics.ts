import { ApiError } from '../../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { Handlers } from './operation.ts';
import type { MandateRow, Tenant } from './rows.ts';
import { stableTotal, type TokenFacts, tokenFacts, totalDecimals } from './totals.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

type Metrics = components['schemas']['Metrics'];
type Totals = components['schemas']['MetricsTotals'];

const DAY_SECONDS = 86_400;
const DEFAULT_SECONDS = 30 * DAY_SECONDS;
const MOST_SECONDS = 731 * DAY_SECONDS;
/** 30 days. */
const MONTH_SECONDS = 2_592_000n;

/** Unix seconds, both included. */
interface Window {
  from: number;
  to: number;
}

/** A paid charge, or a refund, in one mint. */
interface Settled {
  at: number;
  mint: string;
  paid: bigint;
  refunded: bigint;
}

/** The data behind a tenant's figures. */
interface Source {
  settled: Settled[];
  subscriptions: MandateRow[];
  tokens: TokenFacts[];
  decimals: number;
}

function chooseWindow(asked: { from?: number; to?: number }, now: number): Window {
  const to = asked.to ?? now;
  const from = asked.from ?? Math.max(0, to - DEFAULT_SECONDS);
  const refuse = (message: string) => new ApiError('parameter_invalid', { param: 'from', message });
  if (from > to) throw refuse('from must not be after to.');
  if (to - from > MOST_SECONDS) throw refuse('from may be at most 731 days before to.');
  return { from, to };
}

function sourceOf(world: World, tenant: Tenant): Source {
  const isMine = isOf(tenant);
  const mintOf = (mandateId: string) => world.mandates.get(mandateId).mint;
  const settled = [
    ...world.charges
      .filter((row) => isMine(row) && row.status === 'succeeded')
      .map(({ settledAt, mandateId, amount }) => ({
        at: settledAt!,
        mint: mintOf(mandateId),
        paid: amount,
        refunded: 0n,
      })),
    ...world.refunds
      .filter((row) => isMine(row) && row.status === 'succeeded')
      .map(({ settledAt, mandateId, amount }) => ({
        at: settledAt!,
        mint: mintOf(mandateId),
        paid: 0n,
        refunded: amount,
      })),
  ];
  const subscriptions = world.mandates.filter(
    (row) => isMine(row) && row.sellMode === 'subscription' && row.activatedAt !== null,
  );
  const mints = [...settled, ...subscriptions].map(({ mint }) => mint);
  return {
    settled,
    subscriptions,
    tokens: tokenFacts(world, tenant, mints),
    decimals: totalDecimals(world, tenant.livemode),
  };
}

function isActiveAt({ activatedAt, endedAt }: MandateRow, at: number): boolean {
  return activatedAt! <= at && (endedAt === null || endedAt > at);
}

/** The value of active subscriptions per 30 days: the exact sum, rounded down once. */
function monthly(rows: readonly MandateRow[]): bigint {
  const byPeriod = new Map<bigint, bigint>();
  for (const { amountPerPeriod, periodSeconds } of rows) {
    const period = BigInt(periodSeconds);
    byPeriod.set(period, (byPeriod.get(period) ?? 0n) + amountPerPeriod * MONTH_SECONDS);
  }
  let [numerator, denominator] = [0n, 1n];
  for (const [period, amount] of byPeriod) {
    numerator = numerator * period + amount * denominator;
    denominator *= period;
  }
  return numerator / denominator;
}

/** Volume over several tokens: each figure is summed exactly and rounded towards zero once. */
function volumeOf({ tokens, decimals }: Source, settled: readonly Settled[]) {
  const total = (amountOf: (row: Settled) => bigint) => {
    const amounts = tokens.map((token) => {
      const own = settled.filter(({ mint }) => mint === token.mint);
      return { ...token, amount: own.reduce((sum, row) => sum + amountOf(row), 0n) };
    });
    return stableTotal(amounts, decimals).toString();
  };
  return {
    grossVolume: total(({ paid }) => paid),
    payments: settled.filter(({ paid }) => paid > 0n).length,
    refunds: total(({ refunded }) => refunded),
    netVolume: total(({ paid, refunded }) => paid - refunded),
  };
}

function within({ settled }: Source, { from, to }: Window): Settled[] {
  return settled.filter(({ at }) => at >= from && at <= to);
}

function totalsOf(source: Source, window: Window): Totals {
  const { subscriptions, tokens, decimals } = source;
  const active = subscriptions.filter((row) => isActiveAt(row, window.to));
  const worth = tokens.map((token) => ({
    ...token,
    amount: monthly(active.filter(({ mint }) => mint === token.mint)),
  }));
  return {
    // No time before 1970.
    from: Math.max(0, window.from),
    to: Math.max(0, window.to),
    ...volumeOf(source, within(source, window)),
    mrr: stableTotal(worth, decimals).toString(),
    activeSubscriptions: active.length,
    newSubscriptions: subscriptions.filter(
      ({ activatedAt }) => activatedAt! >= window.from && activatedAt! <= window.to,
    ).length,
  };
}

function dailyOf(source: Source, window: Window): Metrics['daily'] {
  const startOf = (at: number) => at - (at % DAY_SECONDS);
  const count = (startOf(window.to) - startOf(window.from)) / DAY_SECONDS + 1;
  const settled = within(source, window);
  return Array.from({ length: count }, (_, n) => {
    const day = startOf(window.from) + n * DAY_SECONDS;
    const own = settled.filter(({ at }) => startOf(at) === day);
    return { date: new Date(day * 1000).toISOString().slice(0, 10), ...volumeOf(source, own) };
  });
}

function byMintOf(source: Source, window: Window): Metrics['byMint'] {
  const settled = within(source, window);
  return source.tokens.flatMap((token) => {
    const own = settled.filter(({ mint }) => mint === token.mint);
    const subscriptions = source.subscriptions.filter(({ mint }) => mint === token.mint);
    const wasActive = ({ activatedAt, endedAt }: MandateRow) =>
      activatedAt! <= window.to && (endedAt === null || endedAt > Math.max(window.from, activatedAt!));
    if (own.length === 0 && !subscriptions.some(wasActive)) return [];
    const gross = own.reduce((sum, { paid }) => sum + paid, 0n);
    const refunds = own.reduce((sum, { refunded }) => sum + refunded, 0n);
    const figures = {
      grossVolume: gross.toString(),
      payments: own.filter(({ paid }) => paid > 0n).length,
      refunds: refunds.toString(),
      netVolume: (gross - refunds).toString(),
      mrr: monthly(subscriptions.filter((row) => isActiveAt(row, window.to))).toString(),
    };
    return [{ ...token, ...figures }];
  });
}

/** The operation on metrics. */
export const metricsHandlers = {
  getMetrics: (world, call) => {
    const tenant = tenantOf(call);
    const now = merchantNow(world, tenant);
    const window = chooseWindow(call.query, now);
    const previous = { from: window.from - (window.to - window.from + 1), to: window.from - 1 };
    const source = sourceOf(world, tenant);
    return {
      status: 200,
      body: {
        object: 'metrics',
        livemode: tenant.livemode,
        createdAt: now,
        decimals: source.decimals,
        ...totalsOf(source, window),
        previous: totalsOf(source, previous),
        daily: dailyOf(source, window),
        byMint: byMintOf(source, window),
      },
    };
  },
} satisfies Pick<Handlers, 'getMetrics'>;
