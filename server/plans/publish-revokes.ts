import type { Publication } from '../chain/publish-plans.ts';
import { revocationPublications } from '../chain/revocation.ts';
import { ask, type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { claimRevokesToPublish, recordRevokePublished } from '../mandates/wake-queries.ts';

/** Twenty revocations make about two transactions. */
const BATCH = 20;
/** After it a revocation that did not land is written again: a duplicate is harmless. Longer than a blockhash lives. */
const RETRY_SECONDS = 120;
/** How long one round waits for its transactions; what lands later is written a second time. */
const CONFIRM_MS = 10_000;
const POLL_MS = 250;

/**
 * Writes on chain that mandates were revoked, several in a transaction, so that a database that is set back learns of it before it
 * charges them. A merchant's beyond the daily quota wait. Returns how many it sent.
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
      await Promise.all(publications.map(({ transaction }) => sendWire(chain, transaction.wire)));
      await recordLanded(deployment, chain, publications);
      published += due.length;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, revocations: due.length }, 'publishing revocations is postponed');
      return published;
    }
  }
}

async function recordLanded(
  { db, clock }: Deployment,
  chain: Chain,
  publications: readonly Publication[],
): Promise<void> {
  const deadline = clock.milliseconds() + CONFIRM_MS;
  let open = [...publications];
  while (open.length > 0 && clock.milliseconds() < deadline) {
    const signatures = open.map(({ transaction }) => transaction.signature);
    const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses(signatures));
    const landed = open.filter(
      (_, at) => value[at]?.err === null && value[at]?.confirmationStatus !== 'processed',
    );
    for (const { mandateIds } of landed) await recordRevokePublished(db, mandateIds, clock.seconds());
    open = open.filter((one) => !landed.includes(one));
    if (open.length > 0) await clock.sleep(POLL_MS);
  }
}
