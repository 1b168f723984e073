import { CRASH_POINTS, type CrashPoint } from '../../server/lib/crash-points.ts';
import type { NodeFault } from './node.ts';
import { Random } from './random.ts';

/** What a payer and a merchant agree on. */
export interface SoldTerms {
  amountAtomic: number;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
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
  | { do: 'refund'; mandate: number; share: number; sign: boolean }
  | { do: 'spam'; mandate: number }
  | { do: 'pay-many'; mandate: number }
  | { do: 'node'; node: number; fault: NodeFault; forMs: number }
  | { do: 'crash'; worker: number; point: CrashPoint }
  | { do: 'kill'; worker: number }
  | { do: 'freeze'; worker: number; forMs: number }
  | { do: 'skew'; worker: number; ms: number }
  | { do: 'lose-commit'; worker: number; when: 'lost-before' | 'lost-after' }
  | { do: 'postgres-stop'; forMs: number }
);

/** Everything that a seed decides before a world begins. The rest follows from it. */
export interface Plan {
  seed: number;
  months: number;
  payers: number;
  merchants: number;
  workers: number;
  nodes: number;
  steps: Step[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK_SECONDS = 7 * 86_400;
const MONTH_SECONDS = 30 * 86_400;
export const MONTH_MS = MONTH_SECONDS * 1000;

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
  plan.steps.sort((a, b) => a.atMs - b.atMs);
  return plan;
}

type Undated<T> = T extends unknown ? Omit<T, 'atMs'> : never;
type Deed = Undated<Step>;

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
    () => ({ do: 'refund', mandate, share: random.pick([0.25, 0.5, 1]), sign: random.chance(0.8) }),
    () => ({ do: 'refund', mandate, share: random.pick([0.25, 0.5, 1]), sign: random.chance(0.8) }),
    () => ({ do: 'spam', mandate }),
    () => ({ do: 'pay-many', mandate }),
    () => subscription(random),
  ])();
}

function fault(random: Random, nodes: number): Deed {
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

/** Faults last until a charge or two have met them. A second node lies only while the first does not: one of two may. */
function nodeFault(random: Random, nodes: number): Deed {
  const kinds = ['lose', 'refuse', 'hang', 'drop', 'delay', 'lag', 'prune'] as const;
  const kind = random.pick(nodes > 1 ? [...kinds, 'blank' as const] : kinds);
  const node = kind === 'blank' ? 0 : random.between(0, 9);
  const fault = { kind, share: random.pick([0.2, 0.5, 1]), slots: random.between(1, 140) };
  return { do: 'node', node, fault, forMs: random.pick([10 * MINUTE, 6 * HOUR, 3 * DAY, 10 * DAY]) };
}
