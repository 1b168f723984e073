import { chargeReference } from '../../server/chain/references.ts';
import { DAY } from './plan.ts';
import type { Snapshot } from './snapshot.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** Retries and outages move what happens by hours; what happened by then must be the same. */
const SETTLED_MS = 2 * DAY;

/** One period as the books and the chain have it. */
interface Period {
  index: number;
  status: string;
  amount: bigint;
  refunded: bigint;
  /** By our delegates, on chain. */
  moved: bigint;
  /** How long after it fell due that was; null where nothing moved. */
  afterMs: number | null;
}

interface Book {
  status: string;
  periods: Period[];
}

/** Throws a Violation unless the books of both of each pair are the same: states, periods, and what moved on chain for each. */
export function checkTwins(world: World, snapshot: Snapshot): void {
  const { plan, movements } = world;
  const pulled = movements.all.filter(({ subscription }) => subscription !== null);
  world.trace.count('pulls through subscriptions', pulled.length);
  const differences: string[] = [];
  for (let pair = 0; 2 * pair < plan.payers; pair += 1) {
    const approval = bookOf(world, snapshot, 2 * pair);
    const subscribed = bookOf(world, snapshot, 2 * pair + 1);
    world.trace.count(`pairs ${subscribed.status}`);
    world.trace.count('charges of both schemes', approval.periods.length + subscribed.periods.length);
    const expected = asSubscribed(world, approval, subscribed, pair);
    if (textOf(expected) !== textOf(subscribed))
      differences.push(`pair ${pair}, by approval: ${textOf(approval)}; by plan: ${textOf(subscribed)}`);
  }
  if (differences.length > 0) throw new Violation('twins differ', differences.join('\n  '));
}

function bookOf(world: World, { mandates, charges }: Snapshot, payer: number): Book {
  const { movements, chain, time, knownDelegates } = world;
  const sold = world.mandates[payer];
  if (sold === undefined) return { status: 'never made', periods: [] };
  const mandate = mandates.find(({ id }) => id === sold.id)!;
  const before = time.nowMs - SETTLED_MS;
  const own = charges.filter(
    ({ mandateId, wakeAt }) => mandateId === sold.id && (wakeAt === null || wakeAt * 1000 < before),
  );
  const periods = own.map(({ periodIndex: index, status, amount, refunded }) => {
    const landed = movements
      .under(chargeReference(chain.genesisHash, sold.id, index))
      .filter(({ authority }) => knownDelegates.includes(authority));
    const moved = landed.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
    const dueMs = ((mandate.anchorAt ?? 0) + index * mandate.periodSeconds) * 1000;
    const afterMs = landed.length === 0 ? null : landed[0]!.atMs - dueMs;
    return { index, status, amount, refunded, moved, afterMs };
  });
  return { status: mandate.status, periods };
}

/** Nothing is signed for a window in its last minutes. */
const CLOSING_MS = 180_000;

/**
 * What the subscription's book must be beside that of the approval: the same, but for what the program itself forbids. A trial that ends within one of
 * its windows leaves each charge only the rest of that window. What an approval pays later than that, since its payer was out of money until
 * then, is not paid through a subscription: the charge is given up, and its mandate with it. One that was never tried in its window moves on.
 */
function asSubscribed(world: World, approval: Book, subscribed: Book, pair: number): Book {
  const { terms } = world.mandates[2 * pair + 1] ?? { terms: null };
  if (terms === null || terms.trialSeconds % terms.periodSeconds === 0) return approval;
  const windowMs = (terms.periodSeconds - (terms.trialSeconds % terms.periodSeconds)) * 1000;
  const isLate = ({ afterMs }: Period) => afterMs !== null && afterMs > windowMs - CLOSING_MS;
  const late = approval.periods.filter(isLate);
  if (late.length === 0) return approval;
  world.trace.count('charges too late for their window', late.length);
  const isTried = ({ index }: Period) => subscribed.periods.some((period) => period.index === index);
  const givenUp = late.find(isTried);
  const periods = approval.periods.filter((period) => !isLate(period));
  if (givenUp === undefined)
    return { status: approval.status === 'completed' ? 'expired' : approval.status, periods };
  const before = periods.filter(({ index }) => index < givenUp.index);
  return {
    status: 'revoked',
    periods: [...before, { ...givenUp, status: 'abandoned', moved: 0n, refunded: 0n }],
  };
}

function textOf({ status, periods }: Book): string {
  const lines = periods.map(
    ({ index, status: outcome, amount, refunded, moved }) =>
      `${index}: ${outcome}, ${amount}, back ${refunded}, moved ${moved}`,
  );
  return `${status} (${lines.join('; ')})`;
}
