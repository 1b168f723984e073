import { CRASH_POINTS, type CrashPoint } from '../../server/lib/crash-points.ts';
import type { DunningPolicy } from '../../rules/dunning/policy.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import type { NodeFault } from './node.ts';
import { Random } from './random.ts';

/** What a payer and a merchant agree on. */
export interface SoldTerms {
  amountAtomic: number;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  /** Default the deployment's, approval. */
  scheme?: Scheme;
}

/** What happens in a world from outside, at `atMs` after its start. Indexes are taken modulo what there is, so that a script that lost a line still means something. */
export type Step = { atMs: number } & (
  | {
      do: 'subscribe';
      payer: number;
      merchant: number;
      terms: SoldTerms;
      how: 'submit' | 'broadcast' | 'leave';
    }
  | { do: 'fund'; payer: number; amountAtomic: number }
  | { do: 'drain'; payer: number }
  | { do: 'cancel-in-wallet'; payer: number; how: 'revoke' | 'another-delegate' }
  | { do: 'cancel-in-portal'; mandate: number }
  | { do: 'top-up'; mandate: number }
  | { do: 'revoke'; mandate: number }
  | { do: 'refund'; mandate: number; share: number; signed: 'submit' | 'broadcast' | 'never' }
  | { do: 'poison-refund'; mandate: number }
  | { do: 'spam'; mandate: number }
  | { do: 'pay-many'; mandate: number }
  | { do: 'node'; node: number; fault: NodeFault; forMs: number }
  | { do: 'crash'; worker: number; point: CrashPoint }
  | { do: 'kill'; worker: number }
  | { do: 'freeze'; worker: number; forMs: number }
  | { do: 'skew'; worker: number; ms: number }
  | { do: 'lose-commit'; worker: number; when: 'lost-before' | 'lost-after' }
  | { do: 'postgres-stop'; forMs: number }
  /** A copy is taken: now, or when a process next passes `point`. */
  | { do: 'dump'; point: CrashPoint | null }
  /** The last copy takes the place of the database, under running processes or with a restart in recovery. */
  | { do: 'set-back'; point: CrashPoint | null; how: 'failover' | 'restore' }
  | { do: 'delegate-refunds'; merchant: number }
  /** The payer's account is emptied, and filled shortly before the next charge of the mandate falls due. */
  | { do: 'fund-just-in-time'; mandate: number; beforeMs: number }
  | { do: 'rotate-delegate' }
  | { do: 'choose-dunning'; merchant: number; policy: DunningPolicy }
  /** By the token's issuer. */
  | { do: 'freeze-account'; payer: number }
  | { do: 'thaw-account'; payer: number }
);

/** Everything that a seed decides before a world begins. The rest follows from it. */
export interface Plan {
  seed: number;
  months: number;
  payers: number;
  merchants: number;
  workers: number;
  nodes: number;
  /** Payers are pairs who do the same under both schemes, each with one mandate of its own number; see plan-of-twins.ts. */
  twins?: true;
  steps: Step[];
}

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK_SECONDS = 7 * 86_400;
export const MONTH_SECONDS = 30 * 86_400;
export const MONTH_MS = MONTH_SECONDS * 1000;
/** After the last fault everything has this long to come to rest. */
export const CALM_MS = 12 * DAY;

/** The plan of a seed: people and faults, spread over the months. */
export function planOf(seed: number, months: number): Plan {
  const random = Random.of(seed, 'plan');
  const plan: Plan = {
    seed,
    months,
    payers: random.between(2, 4),
    merchants: 2,
    workers: random.between(1, 3),
    nodes: random.between(1, 2),
    steps: [],
  };
  const end = months * MONTH_MS;
  const add = (step: Step) => plan.steps.push(step);
  for (let i = 0; i < random.between(2, 3) + Math.ceil(months / 4); i += 1) {
    add({ atMs: i < 2 ? (i + 1) * HOUR : random.between(HOUR, end), ...subscription(random) });
  }
  for (let i = 0; i < months * 3; i += 1) add({ atMs: random.between(DAY, end), ...deed(random) });
  for (let i = 0; i < months * 4; i += 1)
    add({ atMs: random.between(HOUR, end), ...fault(random, plan.nodes) });
  for (let i = 0; i < Math.ceil(months / 4); i += 1) {
    const atMs = random.between(2 * HOUR, end);
    const [dumpAt, backAt] = random.pick(SET_BACKS);
    add({ atMs, do: 'dump', point: dumpAt });
    const how = random.pick(['failover', 'restore'] as const);
    add({ atMs: atMs + random.pick([1, HOUR, 9 * DAY]), do: 'set-back', point: backAt, how });
  }
  if (random.chance(0.4)) add({ atMs: random.between(0, end / 2), do: 'rotate-delegate' });
  const scenes = random.shuffle(SCENES);
  for (let i = 0; i < Math.ceil(months / 2); i += 1) {
    const atMs = random.between(3 * HOUR, end);
    for (const step of scenes[i % scenes.length]!(random, atMs)) add(step);
  }
  for (let i = 0; i < plan.merchants; i += 1)
    if (random.chance(0.6)) add({ atMs: random.between(0, end / 3), do: 'delegate-refunds', merchant: i });
  // By chance of its own: a seed's other steps are those that it always had.
  for (const step of choices(Random.of(seed, 'dunning'), plan.merchants, end)) add(step);
  plan.steps.sort((a, b) => a.atMs - b.atMs);
  return plan;
}

/** Most merchants choose what happens to renewals that fail, some while charges of theirs are being tried again. */
function choices(random: Random, merchants: number, endMs: number): Step[] {
  return Array.from({ length: merchants * 2 }, (_, at) => ({
    atMs: random.between(0, at < merchants ? HOUR : endMs),
    do: 'choose-dunning' as const,
    merchant: at % merchants,
    policy: {
      retries: random.pick(['short', 'standard', 'long'] as const),
      keepsAccess: random.chance(0.5),
      afterLast: random.pick(['end', 'keep'] as const),
    },
  })).filter(() => random.chance(0.7));
}

/** Where a copy is taken and where it comes back: around the moments at which something is committed and sent. */
const SET_BACKS: readonly (readonly [CrashPoint | null, CrashPoint | null])[] = [
  [null, null],
  [null, null],
  ['attempt:signed', 'attempt:sent'],
  ['attempt:signed', 'attempt:resolved'],
  ['charge:claimed', null],
];

/** A payer gets money, and subscribes a moment later by nodes of which some responses are old. */
function poorSubscriber(random: Random, atMs: number): Step[] {
  const payer = random.between(0, 9);
  const fault = { kind: 'lag' as const, share: 0.5, slots: 64 };
  return [
    { atMs, do: 'drain', payer },
    { atMs: atMs + 60_000, do: 'node', node: 0, fault, forMs: 10 * MINUTE },
    { atMs: atMs + 61_000, do: 'fund', payer, amountAtomic: 40_000_000 },
    { atMs: atMs + 63_000, ...subscription(random), payer } as Step,
  ];
}

/** One refund that cannot be carried on stands before others that a wallet sent by itself. */
function poisonedRefunds(random: Random, atMs: number): Step[] {
  const mandate = random.between(0, 19);
  return [
    { atMs, do: 'poison-refund', mandate },
    ...[1, 2, 3].map((more): Step => ({
      atMs: atMs + more * MINUTE,
      do: 'refund',
      mandate: mandate + more - 1,
      share: 0.25,
      signed: 'broadcast',
    })),
  ];
}

/** A weekly subscription that nothing ends before its time. */
function steady(random: Random, payer: number, merchant: number): Deed {
  const amountAtomic = random.between(1, 9) * 100_000;
  const terms = { amountAtomic, periodSeconds: WEEK_SECONDS, maxPeriods: 12, trialSeconds: 0 };
  return {
    do: 'subscribe',
    payer,
    merchant,
    terms: { ...terms, sellMode: 'subscription' },
    how: 'submit',
  };
}

/** A payer gets money seconds before a charge, while one node responds as it was before. */
function lateFunds(random: Random, atMs: number): Step[] {
  const payer = random.between(0, 9);
  const fault = { kind: 'lag' as const, share: random.pick([0.5, 1]), slots: 64 };
  return [
    { atMs: atMs - HOUR, do: 'fund', payer, amountAtomic: 30_000_000 },
    { atMs, ...steady(random, payer, 0) } as Step,
    {
      atMs: atMs + 10 * MINUTE,
      do: 'fund-just-in-time',
      mandate: -1,
      beforeMs: random.between(10, 22) * 1000,
    },
    { atMs: atMs + 7 * DAY - HOUR, do: 'node', node: 0, fault, forMs: DAY },
  ];
}

/** A payer subscribes again after the operator has put a new key first, while the first subscription is paid through the old one. */
function rotatedKey(random: Random, atMs: number): Step[] {
  const payer = random.between(0, 9);
  return [
    { atMs: atMs - HOUR, do: 'fund', payer, amountAtomic: 30_000_000 },
    { atMs, ...steady(random, payer, 0) } as Step,
    { atMs: atMs + HOUR, do: 'rotate-delegate' },
    { atMs: atMs + 2 * HOUR, ...steady(random, payer, 1) } as Step,
  ];
}

/** Transfers that each name several periods, before the database is set back and every period is looked up on chain. */
function manyPaid(random: Random, atMs: number): Step[] {
  const first = random.between(0, 19);
  return [
    ...[0, 1, 2].map((more): Step => ({ atMs: atMs + more * 1000, do: 'pay-many', mandate: first + more })),
    { atMs: atMs + MINUTE, do: 'dump', point: null },
    {
      atMs: atMs + 2 * MINUTE,
      do: 'set-back',
      point: null,
      how: random.pick(['failover', 'restore'] as const),
    },
  ];
}

/** A refund is signed with the delegate's key, and sent, by a database that is then set back to before its signature. */
function forgottenRefund(random: Random, atMs: number): Step[] {
  const mandate = random.between(0, 19);
  return [
    { atMs: atMs - MINUTE, do: 'delegate-refunds', merchant: 0 },
    { atMs: atMs - MINUTE, do: 'delegate-refunds', merchant: 1 },
    { atMs, do: 'dump', point: 'refund:signed' },
    { atMs, do: 'set-back', point: 'refund:sent', how: random.pick(['failover', 'restore'] as const) },
    ...[1, 2, 3].map((more): Step => ({
      atMs: atMs + more * 30_000,
      do: 'refund',
      mandate: mandate + more,
      share: random.pick([0.25, 0.5, 1]),
      signed: 'submit',
    })),
  ];
}

/** Charges of several payers at one merchant fall due while the database is away, and are pulled together once it is back. */
function dueTogether(random: Random, atMs: number): Step[] {
  const dueMs = atMs + 7 * DAY;
  const backMs = dueMs + MINUTE;
  const [payer, soonMs] = [random.between(0, 2), backMs + random.between(-2, 12) * 500];
  return [
    ...[0, 1, 2].flatMap((each): Step[] => [
      { atMs: atMs - HOUR, do: 'fund', payer: each, amountAtomic: 30_000_000 },
      { atMs: atMs + each * 1000, ...steady(random, each, 0) } as Step,
    ]),
    { atMs: dueMs - MINUTE, do: 'crash', worker: 0, point: random.pick(CRASH_POINTS) },
    { atMs: dueMs - 10_000, do: 'postgres-stop', forMs: backMs - dueMs + 10_000 },
    random.chance(0.5)
      ? { atMs: soonMs, do: 'drain', payer }
      : { atMs: soonMs, do: 'revoke', mandate: -1 - payer },
  ];
}

const SCENES = [
  dueTogether,
  lateFunds,
  poorSubscriber,
  poisonedRefunds,
  rotatedKey,
  manyPaid,
  forgottenRefund,
] as const;

type Undated<T> = T extends unknown ? Omit<T, 'atMs'> : never;
export type Deed = Undated<Step>;

function subscription(random: Random): Deed {
  const sellMode = random.chance(0.15) ? 'once' : 'subscription';
  const periodSeconds = random.chance(0.4) ? WEEK_SECONDS : MONTH_SECONDS;
  const terms: SoldTerms =
    sellMode === 'once'
      ? {
          amountAtomic: random.between(1, 90) * 100_000,
          periodSeconds: 0,
          maxPeriods: null,
          trialSeconds: 0,
          sellMode,
        }
      : {
          amountAtomic: random.between(1, 20) * 100_000,
          periodSeconds,
          maxPeriods: random.pick([null, 3, 6, 12, 52]),
          trialSeconds: random.pick([0, 0, 0, 3 * 86_400]),
          sellMode,
        };
  const how = random.pick(['submit', 'submit', 'broadcast', 'leave'] as const);
  return { do: 'subscribe', payer: random.between(0, 9), merchant: random.between(0, 9), terms, how };
}

function deed(random: Random): Deed {
  const [payer, mandate] = [random.between(0, 9), random.between(0, 19)];
  return random.pick<() => Deed>([
    () => ({ do: 'fund', payer, amountAtomic: random.between(1, 30) * 1_000_000 }),
    () => ({ do: 'fund', payer, amountAtomic: random.between(1, 30) * 1_000_000 }),
    () => ({ do: 'drain', payer }),
    () => ({ do: 'cancel-in-wallet', payer, how: random.pick(['revoke', 'another-delegate'] as const) }),
    () => ({ do: 'cancel-in-portal', mandate }),
    () => ({ do: 'top-up', mandate }),
    () => ({ do: 'top-up', mandate }),
    () => ({ do: 'revoke', mandate }),
    () => refund(random, mandate),
    () => refund(random, mandate),
    () => ({ do: 'fund-just-in-time', mandate, beforeMs: random.between(1, 20) * 1000 }),
    () => ({ do: 'spam', mandate }),
    () => ({ do: 'pay-many', mandate }),
    () => subscription(random),
  ])();
}

function refund(random: Random, mandate: number): Deed {
  const signed = random.pick(['submit', 'submit', 'broadcast', 'broadcast', 'never'] as const);
  return { do: 'refund', mandate, share: random.pick([0.25, 0.5, 1]), signed };
}

/** Something that goes wrong around the service. */
export function fault(random: Random, nodes: number): Deed {
  const worker = random.between(0, 9);
  return random.pick<() => Deed>([
    () => nodeFault(random, nodes),
    () => nodeFault(random, nodes),
    () => nodeFault(random, nodes),
    () => ({ do: 'crash', worker, point: random.pick(CRASH_POINTS) }),
    () => ({ do: 'crash', worker, point: random.pick(CRASH_POINTS) }),
    () => ({ do: 'kill', worker }),
    () => ({ do: 'freeze', worker, forMs: random.between(1, 20) * 30_000 }),
    () => ({ do: 'skew', worker, ms: random.between(-20, 20) * 1000 }),
    () => ({ do: 'lose-commit', worker, when: random.pick(['lost-before', 'lost-after'] as const) }),
    () => ({ do: 'postgres-stop', forMs: random.between(1, 60) * 1000 }),
  ])();
}

/** Nodes with such a fault still serve. */
const STILL_WORK: ReadonlySet<string> = new Set(['lag', 'prune', 'blank', 'twice']);

/** Faults last until a charge or two have met them. A second node lies only while the first does not: one of two may. */
function nodeFault(random: Random, nodes: number): Deed {
  const kinds = ['lose', 'refuse', 'hang', 'drop', 'delay', 'lag', 'prune', 'fork', 'twice'] as const;
  const kind = random.pick(nodes > 1 ? [...kinds, 'blank' as const] : kinds);
  const node = kind === 'blank' ? 0 : random.between(0, 9);
  const share = random.pick([0.2, 0.5, 1]);
  const fault = { kind, share, slots: random.between(1, 140) };
  // Where nothing works at all each minute looks like the last: hours of it are enough.
  const isTotal = share === 1 && !STILL_WORK.has(kind);
  return {
    do: 'node',
    node,
    fault,
    forMs: random.pick(isTotal ? [10 * MINUTE, 3 * HOUR] : [HOUR, DAY, 5 * DAY]),
  };
}
