import { ChainUnavailableError, ask, type Chain } from '../chain/rpc.ts';
import { type PlanPublication, planPublications } from '../chain/publish-plans.ts';
import { sendWire } from '../chain/submit.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { termsOf } from '../mandates/present.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { claimPlansToPublish, recordPlanSignature } from '../mandates/wake-queries.ts';

/** Twenty plans make about eight transactions. */
const BATCH = 20;
/** After it a plan that did not land is published again: a duplicate is harmless. Longer than a blockhash lives. */
const RETRY_SECONDS = 120;
/** How long one round waits for its transactions: a confirmation takes a second, and the next round looks again anyway. */
const CONFIRM_MS = 10_000;
const POLL_MS = 250;

/** Writes the terms of new mandates on chain, several in a transaction. Answers how many it sent. */
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
      const publications = await publicationsOf(deployment, chain, due);
      await Promise.all(publications.map(({ transaction }) => sendWire(chain, transaction.wire)));
      await recordLanded(deployment, chain, publications);
      published += due.length;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, plans: due.length }, 'publishing plans is postponed');
      return published;
    }
  }
}

/** The transactions for these plans. One whose plan cannot be written is left out: the others must not wait for it. */
async function publicationsOf(
  { log }: Deployment,
  chain: Chain,
  due: readonly MandateRow[],
): Promise<PlanPublication[]> {
  try {
    return await planPublications(chain, due.map(plainTermsOf));
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
  }
  const publications: PlanPublication[] = [];
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

async function recordLanded(
  { db, clock }: Deployment,
  chain: Chain,
  publications: readonly PlanPublication[],
): Promise<void> {
  const deadline = clock.milliseconds() + CONFIRM_MS;
  let open = [...publications];
  while (open.length > 0 && clock.milliseconds() < deadline) {
    const signatures = open.map(({ transaction }) => transaction.signature);
    const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses(signatures));
    const landed = open.filter(
      (_, at) => value[at]?.err === null && value[at]?.confirmationStatus !== 'processed',
    );
    for (const { mandateIds, transaction } of landed)
      await recordPlanSignature(db, mandateIds, transaction.signature);
    open = open.filter((one) => !landed.includes(one));
    if (open.length > 0) await clock.sleep(POLL_MS);
  }
}

function plainTermsOf(mandate: MandateRow) {
  const { genesisHash, payer, payee, mint } = mandate;
  const delegate = mandate.planDelegate ?? mandate.delegate;
  return { ...termsOf(mandate), mandateId: mandate.id, genesisHash, payer, payee, mint, delegate };
}
