import { withinDeadline } from '../lib/deadline.ts';
import { countUnproven, UNPROVEN_SECONDS } from '../attempts/queries.ts';
import { feePayerLamports, LOW_LAMPORTS, planOwnerLamports } from '../chain/fee-payer.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { alarmingLoss } from '../fee-payers/watch-fee-payer.ts';
import type { Readiness } from '../http/service-routes.ts';
import { findChainState } from '../recovery/chain-state.ts';
import { sumSponsoredRent } from '../sponsored-rent/queries.ts';
import { sumPlanRent } from '../subscription-plans/queries.ts';
import type { ClockReport } from './clock-check.ts';
import { lastAnswer } from '../lib/last-answer.ts';
import type { StartedRateStore } from './rate-store.ts';

/** A slower database cannot serve requests in time either. */
const DATABASE_MS = 2_000;
/** As long as the slowest node may take; Postgres has the state of the chain. */
const CHAIN_MS = 10_000;

/**
 * Reports whether the database responds, each chain is reachable, its fee payer can pay, and requests are
 * counted across processes. Fails only without the database. Never waits longer than a second: then it
 * reports the last result and its age.
 */
export function readinessOf(
  deployment: Deployment,
  { isShared, readClock }: Pick<StartedRateStore, 'isShared'> & { readClock: () => Promise<ClockReport> },
): () => Promise<Readiness> {
  const { db, clock, chains } = deployment;
  const readDatabase = lastAnswer(clock, () => lookAtDatabase(deployment));
  const readClockLast = lastAnswer(clock, readClock);
  const readChain = (chain: Chain | null) =>
    chain === null ? null : lastAnswer(clock, () => lookAtChain(db, chain));
  const [readTest, readLive] = [readChain(chains.test), readChain(chains.live)];
  return async () => {
    const [database, test, live, ownClock] = await Promise.all([
      readDatabase(),
      readTest?.(),
      readLive?.(),
      readClockLast(),
    ]);
    const ok = database?.ok ?? false;
    // Without Redis each process counts for itself, which is no reason to stop serving.
    const shared = isShared();
    return {
      ok,
      checks: {
        database: { ok },
        // If a chain is down, charges wait and requests for it fail; reads and the other mode still work.
        chains: { test: shown(readTest, test), live: shown(readLive, live) },
        // With a wrong clock this process charges nothing; others may.
        clock: ownClock ?? { ok: false, error: 'no clock to compare with could be read yet' },
        redis: shared === null ? null : { ok: shared },
      },
    };
  };
}

/** Null if the mode has no chain. */
function shown(read: unknown, answer: object | null | undefined): object | null {
  return read === null ? null : (answer ?? { ok: false, error: 'no node has answered yet' });
}

async function lookAtDatabase({ db, clock }: Deployment): Promise<{ ok: boolean }> {
  return withinDeadline(clock, DATABASE_MS, async () => db`select 1`).then(
    () => ({ ok: true }),
    () => ({ ok: false }),
  );
}

async function lookAtChain(db: Deployment['db'], chain: Chain) {
  try {
    const signedBefore = chain.clock.seconds() - UNPROVEN_SECONDS;
    const [lamports, ownerLamports, rent, sponsored, state, unprovenAttempts, unexplained] =
      await withinDeadline(chain.clock, CHAIN_MS, () =>
        Promise.all([
          feePayerLamports(chain),
          planOwnerLamports(chain),
          sumPlanRent(db, chain.livemode),
          sumSponsoredRent(db, chain.livemode),
          findChainState(db, chain.livemode),
          countUnproven(db, chain.livemode, signedBefore),
          alarmingLoss(db, chain, chain.clock.seconds()),
        ]),
      );
    const haltedReason = state?.haltedReason ?? null;
    const foreignNodes = countForeignNodes(chain);
    return {
      ok:
        lamports >= LOW_LAMPORTS &&
        (ownerLamports === null || ownerLamports >= LOW_LAMPORTS) &&
        haltedReason === null &&
        foreignNodes === 0 &&
        unprovenAttempts === 0 &&
        unexplained === null,
      feePayer: chain.feePayer.address,
      feePayerLamports: lamports.toString(),
      ...(ownerLamports === null
        ? {}
        : { planOwner: chain.planOwner.address, planOwnerLamports: ownerLamports.toString() }),
      // It returns when plans end: the money is not lost, but cannot be spent either.
      plans: rent.plans,
      planRentLamports: rent.held.toString(),
      // What payers' accounts hold for the service. It returns when they are closed.
      sponsoredAccounts: sponsored.accounts,
      sponsoredRentLamports: sponsored.held.toString(),
      haltedReason,
      ...(foreignNodes > 0 ? { foreignNodes } : {}),
      ...(unprovenAttempts > 0 ? { unprovenAttempts } : {}),
      ...(unexplained === null ? {} : { unexplainedLamports: unexplained.toString() }),
    };
  } catch (error) {
    if (countForeignNodes(chain) === chain.nodes.length)
      return { ok: false, error: 'every node serves another chain' };
    if (error instanceof ChainUnavailableError) return { ok: false, error: 'no node answers' };
    return { ok: false, error: 'its state cannot be read' };
  }
}

/** Nodes that serve another chain than this mode's: misconfigured, or set up anew behind the same address. */
export function countForeignNodes(chain: Chain): number {
  return chain.nodes.filter(({ identity }) => identity !== null && identity.genesisHash !== chain.genesisHash)
    .length;
}
