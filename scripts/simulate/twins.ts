import { chargeReference } from '../../server/chain/references.ts';
import {
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
import type { Snapshot } from './snapshot.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/**
 * Worlds of pairs: payer 2i is subscribed by an approval, payer 2i + 1 through the Subscriptions program, on the same terms at the same time, and
 * whatever happens to one of them happens to the other. Whatever goes wrong around the service, their books must be the same in the end.
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
  const both = (atMs: number, deed: (payer: number) => Deed, pair: number) => {
    for (const payer of [2 * pair, 2 * pair + 1]) plan.steps.push({ atMs, ...deed(payer) } as Step);
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    const terms = termsOf(random);
    const merchant = random.between(0, 1);
    const atMs = random.between(HOUR, end / 2);
    both(atMs - HOUR / 2, (payer) => ({ do: 'fund', payer, amountAtomic: 200_000_000 }), pair);
    both(
      atMs,
      (payer) => {
        const scheme = payer % 2 === 0 ? 'approval' : 'plan';
        return { do: 'subscribe', payer, merchant, terms: { ...terms, scheme }, how: 'submit' };
      },
      pair,
    );
    // Most are left alone; each of the others meets one thing.
    const later = random.between(atMs + DAY, end);
    if (random.chance(0.5)) both(later, pairDeed(random), pair);
    if (random.chance(0.3)) {
      const emptyMs = random.between(atMs + DAY, end);
      both(emptyMs, (payer) => ({ do: 'drain', payer }), pair);
      const fullMs = emptyMs + random.between(2, 60) * DAY;
      both(fullMs, (payer) => ({ do: 'fund', payer, amountAtomic: 200_000_000 }), pair);
    }
  }
  for (let i = 0; i < months * 8; i += 1)
    plan.steps.push({ atMs: random.between(HOUR, end), ...fault(random, plan.nodes) } as Step);
  plan.steps.sort((a, b) => a.atMs - b.atMs);
  return plan;
}

/**
 * With an end, as an approval without one runs out and must be topped up; and with no trial but whole periods, which leave the retries as they are.
 */
function termsOf(random: Random): SoldTerms {
  const periodSeconds = random.pick([WEEK_SECONDS, WEEK_SECONDS, MONTH_SECONDS]);
  return {
    amountAtomic: random.between(1, 20) * 100_000,
    periodSeconds,
    maxPeriods: random.pick([3, 6, 12, 52]),
    trialSeconds: random.pick([0, 0, periodSeconds]),
    sellMode: 'subscription',
  };
}

function pairDeed(random: Random): (payer: number) => Deed {
  const share = random.pick([0.25, 0.5, 1]);
  return random.pick<(payer: number) => Deed>([
    (payer) => ({ do: 'cancel-in-portal', mandate: payer }),
    (payer) => ({ do: 'revoke', mandate: payer }),
    (payer) => ({ do: 'refund', mandate: payer, share, signed: 'submit' }),
    (payer) => ({ do: 'spam', mandate: payer }),
  ]);
}

/** Retries and outages move what happens by hours; what happened by then must be the same. */
const SETTLED_MS = 2 * DAY;

/** Throws a Violation unless the books of both of each pair are the same: states, periods, and what moved on chain for each. */
export function checkTwins(world: World, { mandates, charges }: Snapshot): void {
  const { plan, movements, chain, time } = world;
  const byMandate = Map.groupBy(charges, ({ mandateId }) => mandateId);
  const before = time.nowMs - SETTLED_MS;
  const bookOf = (payer: number) => {
    const sold = world.mandates[payer];
    if (sold === undefined) return { status: 'never made', charges: [] };
    const mandate = mandates.find(({ id }) => id === sold.id)!;
    const own = (byMandate.get(sold.id) ?? []).filter(
      ({ wakeAt }) => wakeAt === null || wakeAt * 1000 < before,
    );
    return {
      status: mandate.status,
      charges: own.map(({ periodIndex, status, amount, refunded }) => {
        const moved = movements
          .under(chargeReference(chain.genesisHash, sold.id, periodIndex))
          .filter(({ authority }) => world.knownDelegates.includes(authority))
          .reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
        return `${periodIndex}: ${status}, ${amount}, back ${refunded}, moved ${moved}`;
      }),
    };
  };
  const pulled = movements.all.filter(({ subscription }) => subscription !== null);
  world.trace.count('pulls through subscriptions', pulled.length);
  for (let pair = 0; 2 * pair < plan.payers; pair += 1) {
    const [approval, subscribed] = [bookOf(2 * pair), bookOf(2 * pair + 1)];
    world.trace.count(`pairs ${approval.status}`);
    world.trace.count('charges of both schemes', approval.charges.length + subscribed.charges.length);
    if (approval.status !== subscribed.status || approval.charges.join() !== subscribed.charges.join())
      throw new Violation(
        'twins differ',
        `pair ${pair}, by approval: ${JSON.stringify(approval)}; by plan: ${JSON.stringify(subscribed)}`,
      );
  }
}
