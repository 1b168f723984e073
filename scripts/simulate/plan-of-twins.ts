import {
  CALM_MS,
  DAY,
  type Deed,
  fault,
  HOUR,
  MONTH_MS,
  MONTH_SECONDS,
  type Plan,
  type SoldTerms,
  type Step,
  WEEK_SECONDS,
} from './plan.ts';
import { Random } from './random.ts';

/** A pair: what it is sold, when, and what happens to it. Payer 2i has an approval, payer 2i + 1 subscribes through the program. */
interface Pair {
  approval: number;
  subscribed: number;
  terms: SoldTerms;
  soldMs: number;
  /** When period `index` falls due, unless a fault made the pair late. */
  dueMs: (index: number) => number;
  periods: number;
}

/**
 * Faults keep somebody from a deed for hours, and may meet only one of a pair: what is done to pairs is done this long before a charge of theirs
 * falls due, so that it comes before the same charge for both.
 */
const BEFORE_MS = 12 * HOUR;
/**
 * A payer's account is usable again this long after a charge fell due: in time, before the last retry, or after it, when the charge is given up and the
 * mandate has ended.
 */
const AFTER_MS = [-10 * HOUR, 14 * HOUR, 18 * HOUR, 14 * HOUR, 100 * HOUR] as const;
const FUNDS = 200_000_000;

/**
 * Worlds of pairs: payer 2i is subscribed by an approval, payer 2i + 1 through the Subscriptions program, on the same terms at the same time, and
 * what happens to one of them happens to the other. Whatever goes wrong around the service, their books must be the same in the end.
 */
export function planOfTwins(seed: number, months: number, pairs: number): Plan {
  const random = Random.of(seed, 'twins');
  const plan: Plan = {
    seed,
    months,
    payers: 2 * pairs,
    merchants: 2,
    workers: random.between(1, 3),
    nodes: random.between(1, 2),
    twins: true,
    steps: [],
  };
  const end = months * MONTH_MS;
  const deeds: Step[] = Array.from({ length: pairs }, (_, pair) => pairSteps(random, pair, months)).flat();
  for (let i = 0; i < Math.ceil(months / 6); i += 1)
    deeds.push({ atMs: random.between(HOUR, (end * 2) / 3), do: 'rotate-delegate' });
  plan.steps.push(...deeds);
  for (let i = 0; i < months * 8; i += 1)
    plan.steps.push({ atMs: random.between(HOUR, end), ...fault(random, plan.nodes) } as Step);
  for (let i = 0; i < Math.ceil(months / 3); i += 1) plan.steps.push(...setBack(random, deeds, end));
  plan.steps.sort((a, b) => a.atMs - b.atMs);
  return plan;
}

function pairSteps(random: Random, number: number, months: number): Step[] {
  const pair = newPair(random, number, months);
  const { approval, subscribed, terms, soldMs } = pair;
  const merchant = random.between(0, 1);
  const both = (atMs: number, deed: (payer: number) => Deed): Step[] =>
    [approval, subscribed].map((payer) => ({ atMs, ...deed(payer) }) as Step);
  const steps = [
    ...both(soldMs - HOUR / 2, (payer) => ({ do: 'fund', payer, amountAtomic: FUNDS })),
    ...both(soldMs, (payer) => {
      const scheme = payer === approval ? 'approval' : 'plan';
      return { do: 'subscribe', payer, merchant, terms: { ...terms, scheme }, how: 'submit' };
    }),
  ];
  const trouble = random.chance(0.5) ? unusable(random, pair) : [];
  steps.push(...trouble);
  const isDisplaced = trouble.some((step) => step.do === 'cancel-in-wallet');
  // An approval without an end is for 13 weeks or 12 months and runs out. Nothing is missing from a plan, unless it is displaced until it is repaired.
  if (terms.maxPeriods === null)
    for (let index = 8; index < pair.periods; index += 8)
      for (const payer of isDisplaced ? [approval] : [approval, subscribed])
        steps.push({ atMs: pair.dueMs(index) - BEFORE_MS, do: 'top-up', mandate: payer });
  const laterMs = pair.dueMs(random.between(1, Math.max(1, pair.periods - 2))) - BEFORE_MS;
  if (random.chance(0.5)) {
    const deed = pairDeed(random, trouble.length > 0);
    steps.push(...both(laterMs, deed));
    // What is closed after a cancellation, once the program's period is over.
    const isCancelled = deed(0).do === 'cancel-in-portal';
    if (isCancelled) steps.push(...both(laterMs + 40 * DAY, deed));
  }
  return steps;
}

function newPair(random: Random, number: number, months: number): Pair {
  const terms = termsOf(random);
  const end = months * MONTH_MS;
  const periodMs = terms.periodSeconds * 1000;
  const trialMs = terms.trialSeconds * 1000;
  let soldMs = random.between(HOUR, end / 2);
  // Nothing falls due about the end of the world, where one of a pair may be late by hours.
  const restMs = (end + CALM_MS - soldMs - trialMs) % periodMs;
  if (restMs < DAY) soldMs -= Math.min(2 * DAY, soldMs - HOUR);
  if (restMs > periodMs - DAY) soldMs += 2 * DAY;
  return {
    approval: 2 * number,
    subscribed: 2 * number + 1,
    terms,
    soldMs,
    dueMs: (index) => soldMs + trialMs + index * periodMs,
    periods: Math.min(terms.maxPeriods ?? 1_000, Math.floor((end - soldMs - trialMs) / periodMs)),
  };
}

/** Trials of whole periods, and of parts: those leave the program's first window with days, or with 12 hours, to collect in. */
function termsOf(random: Random): SoldTerms {
  const periodSeconds = random.pick([WEEK_SECONDS, WEEK_SECONDS, MONTH_SECONDS]);
  return {
    amountAtomic: random.between(1, 20) * 100_000,
    periodSeconds,
    maxPeriods: random.pick([null, 3, 6, 12, 52]),
    trialSeconds: random.pick([0, 0, 0, periodSeconds, 3 * 86_400, periodSeconds - 43_200]),
    sellMode: 'subscription',
  };
}

/** With `inTrouble` nothing that depends on which charge was paid last, or that repairs what is in the way. */
function pairDeed(random: Random, inTrouble: boolean): (payer: number) => Deed {
  const share = random.pick([0.25, 0.5, 1]);
  const harmless = [
    (payer: number): Deed => ({ do: 'cancel-in-portal', mandate: payer }),
    (payer: number): Deed => ({ do: 'cancel-in-wallet', payer, how: 'revoke' }),
    (payer: number): Deed => ({ do: 'revoke', mandate: payer }),
    (payer: number): Deed => ({ do: 'spam', mandate: payer }),
  ];
  const others = [
    (payer: number): Deed => ({ do: 'refund', mandate: payer, share, signed: 'submit' }),
    (payer: number): Deed => ({ do: 'refund', mandate: payer, share, signed: 'submit' }),
    (payer: number): Deed => ({ do: 'top-up', mandate: payer }),
  ];
  return random.pick(inTrouble ? harmless : [...harmless, ...others]);
}

/** For a while nothing can be taken from either payer. */
function unusable(random: Random, { approval, subscribed, dueMs, periods }: Pair): Step[] {
  const first = random.between(1, Math.max(1, periods - 2));
  const fromMs = dueMs(first) - BEFORE_MS - 2 * HOUR;
  const untilMs = dueMs(first + random.pick([0, 0, 0, 0, 0, 1])) + random.pick(AFTER_MS);
  const drained = (payer: number): Step[] => [
    { atMs: fromMs, do: 'drain', payer },
    { atMs: untilMs, do: 'fund', payer, amountAtomic: FUNDS },
  ];
  const frozen = (payer: number): Step[] => [
    { atMs: fromMs, do: 'freeze-account', payer },
    { atMs: untilMs, do: 'thaw-account', payer },
  ];
  // Another application's approval ends an approval, and only interrupts a subscription until its payer signs once: it must be as if they had been out of money.
  const displaced = (payer: number): Step[] => [
    { atMs: fromMs, do: 'cancel-in-wallet', payer, how: 'another-delegate' },
    { atMs: untilMs, do: 'top-up', mandate: payer },
  ];
  return random.pick([
    () => [...drained(approval), ...drained(subscribed)],
    () => [...frozen(approval), ...frozen(subscribed)],
    () => [...drained(approval), ...displaced(subscribed)],
  ])();
}

const SET_BACK_TRIES = 50;
/** What somebody was kept from is tried again for five hours. */
const DONE_WITHIN_MS = 6 * HOUR;

/** The database is set back over charges, where nobody did anything meanwhile: what people did is forgotten with it, and nobody promises to find that. */
function setBack(random: Random, deeds: readonly Step[], end: number): Step[] {
  const remembered = new Set(['fund', 'drain', 'freeze-account', 'thaw-account', 'spam']);
  for (let tries = 0; tries < SET_BACK_TRIES; tries += 1) {
    const atMs = random.between(DAY, end);
    const backMs = atMs + random.pick([1, HOUR, DAY, 2 * DAY]);
    const isNear = (step: Step) => step.atMs > atMs - DONE_WITHIN_MS && step.atMs < backMs + DONE_WITHIN_MS;
    if (deeds.some((step) => !remembered.has(step.do) && isNear(step))) continue;
    const how = random.pick(['failover', 'restore'] as const);
    return [
      { atMs, do: 'dump', point: null },
      { atMs: backMs, do: 'set-back', point: null, how },
    ];
  }
  return [];
}
