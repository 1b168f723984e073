import { revocationPublications } from '../chain/revocation.ts';
import { ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { untilLanded } from './until-landed.ts';
import { claimRevokesToPublish, recordRevokePublished, notePublishingFees } from './publish-queries.ts';

/** Twenty revocations make about two transactions. */
const BATCH = 20;
/**
 * After this a revocation that was not seen to land is published again: a duplicate is harmless. Longer than
 * a blockhash lives.
 */
const RETRY_SECONDS = 120;

/**
 * Publishes revocations of mandates on chain, several in a transaction, so that a restored database learns of
 * them before it charges those mandates. A merchant's revocations beyond the daily quota wait. Returns how
 * many were sent.
 */
export async function publishRevokes(deployment: Deployment, livemode: boolean): Promise<number> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null || !chain.publishPlans) return 0;
  let published = 0;
  for (;;) {
    const now = clock.seconds();
    const window = { now, until: now + RETRY_SECONDS, take: BATCH, perDay: chain.revokesPublishedPerDay };
    const due = await claimRevokesToPublish(db, livemode, window);
    if (due.length === 0) return published;
    try {
      const revocations = due.map(({ id, reference, delegate }) => ({ mandateId: id, reference, delegate }));
      const publications = await revocationPublications(chain, revocations);
      await notePublishingFees(db, livemode, publications);
      await Promise.all(publications.map(({ transaction }) => sendWire(chain, transaction.wire)));
      await untilLanded(chain, publications, ({ mandateIds }) =>
        recordRevokePublished(db, mandateIds, clock.seconds()),
      );
      published += due.length;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, revocations: due.length }, 'publishing revocations is postponed');
      return published;
    }
  }
}
