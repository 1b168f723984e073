import type { Signature } from '@solana/kit';
import { ChainUnavailableError, ask, type Chain } from '../chain/rpc.ts';
import { type Publication, planPublications } from '../chain/publications.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { type MandateRow } from './queries.ts';
import { hasLanded, untilLanded } from './until-landed.ts';
import {
  claimPlansToPublish,
  notePublishingFees,
  listPlanAttempts,
  type PlanAttempt,
  recordPlanSignature,
  savePlanAttempts,
} from './publish-queries.ts';

/** Twenty plans make about eight transactions. */
const BATCH = 20;
/** How soon a sent plan is looked for again. Longer than one round takes with a slow node. */
const RETRY_SECONDS = 30;
/** 150 blocks past the last valid one, about a minute: by then a lagging node has seen what landed. */
const EXPIRY_MARGIN = 150n;

/**
 * Publishes the terms of new mandates on chain, several in a transaction. A plan is sent again only if the
 * previous transaction can no longer land. Returns how many it checked.
 */
export async function publishPlans(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null || !chain.publishPlans) return 0;
  let published = 0;
  for (;;) {
    const now = clock.seconds();
    const due = await claimPlansToPublish(db, livemode, { now, until: now + RETRY_SECONDS, take: BATCH });
    if (due.length === 0) return published;
    try {
      const publications = await publicationsOf(deployment, chain, await unsent(deployment, chain, due));
      await savePlanAttempts(db, publications.flatMap(attemptsOf));
      await notePublishingFees(db, livemode, publications);
      await Promise.all(publications.map(({ transaction }) => sendWire(chain, transaction.wire)));
      await untilLanded(chain, publications, ({ transaction }) =>
        recordPlanSignature(db, transaction.signature),
      );
      published += due.length;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, plans: due.length }, 'publishing plans is postponed');
      return published;
    }
  }
}

/** Those of `due` with nothing in flight: what was sent before has landed, or can no longer land. */
async function unsent(
  { db }: Deployment,
  chain: Chain,
  due: readonly MandateRow[],
): Promise<readonly MandateRow[]> {
  const attempts = await listPlanAttempts(
    db,
    due.map(({ id }) => id),
  );
  if (attempts.length === 0) return due;
  // The height first: what it proves expired must be missing from a later response.
  const { blockHeight } = await ask(chain, (rpc) => rpc.getEpochInfo({ commitment: 'finalized' }));
  const signatures = [...new Set(attempts.map(({ signature }) => signature as Signature))];
  const { value } = await ask(chain, (rpc) =>
    rpc.getSignatureStatuses(signatures, { searchTransactionHistory: true }),
  );
  const statuses = new Map(signatures.map((signature, at) => [signature as string, value[at] ?? null]));
  const held = new Set<string>();
  for (const { mandateId, signature, lastValidBlockHeight } of attempts) {
    const status = statuses.get(signature) ?? null;
    if (hasLanded(status)) await recordPlanSignature(db, signature);
    const canLand = status === null && blockHeight <= BigInt(lastValidBlockHeight) + EXPIRY_MARGIN;
    if (canLand || status?.err === null) held.add(mandateId);
  }
  return due.filter(({ id }) => !held.has(id));
}

function attemptsOf({ mandateIds, transaction }: Publication): PlanAttempt[] {
  const { signature, lastValidBlockHeight } = transaction;
  return mandateIds.map((mandateId) => ({
    mandateId,
    signature,
    lastValidBlockHeight: Number(lastValidBlockHeight),
  }));
}

/**
 * The transactions for these plans. A plan that cannot be published is left out: the others must not wait for
 * it.
 */
async function publicationsOf(
  { log }: Deployment,
  chain: Chain,
  due: readonly MandateRow[],
): Promise<Publication[]> {
  if (due.length === 0) return [];
  try {
    return await planPublications(chain, due.map(plainTermsOf));
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
  }
  const publications: Publication[] = [];
  for (const mandate of due) {
    try {
      publications.push(...(await planPublications(chain, [plainTermsOf(mandate)])));
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error;
      log.error({ err: error, mandateId: mandate.id }, 'a plan cannot be published');
    }
  }
  return publications;
}

function plainTermsOf(mandate: MandateRow) {
  return { ...mandate, mandateId: mandate.id, delegate: mandate.planDelegate ?? mandate.delegate };
}
