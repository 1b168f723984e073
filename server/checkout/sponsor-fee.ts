import type { Address, Signature } from '@solana/kit';
import { isSignedBy, type ReadTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { addSignature } from '../chain/submit.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { requireFunds } from './require-funds.ts';
import {
  countSponsored,
  deleteOldOffers,
  findOffer,
  insertSponsored,
  lockSponsorship,
  markSponsoredChanged,
  markSponsoredSigned,
  wasSponsoredChanged,
} from './sponsorship-queries.ts';

/** A transaction for us to send, or why not. */
export type OfferVerdict =
  | { ok: true; signature: Signature; wire: Uint8Array }
  | { ok: false; reason: string };

/** Quotas count the last 24 hours. */
const DAY_SECONDS = 86_400;
/**
 * Sponsored fees per day. A transaction with two signatures costs 10,000 lamports, so a mode spends at most
 * 0.05 SOL a day.
 */
const QUOTAS = {
  /** A person authorizes a subscription or two, and retries after a mistake. */
  payer: 5,
  /** One merchant, or one stolen client_secret after another, uses at most a tenth of the day's quota. */
  merchant: 500,
  all: 5_000,
};
/** A blockhash expires after 150 blocks, 60 to 90 s: an older offer can no longer land. */
const OFFER_SECONDS = 300;

const ASK_AGAIN = 'Ask for the instruction again and have that signed.';

/**
 * Whether the service offers to pay the fee of this mandate's authorization: if enabled, for a wallet that
 * signs without changes, and within the quotas. The caller makes sure that the transaction creates no
 * account.
 */
export async function mayBeSponsored(deployment: Deployment, mandate: MandateRow): Promise<boolean> {
  const { db, sponsorFees } = deployment;
  return (
    sponsorFees &&
    !(await wasSponsoredChanged(db, mandate.id)) &&
    (await isWithinQuotas(db, mandate, deployment))
  );
}

/** Stores the bytes of an offer: only these are signed later. */
export async function recordOffer(
  { db, clock }: Deployment,
  mandate: MandateRow,
  message: Uint8Array,
): Promise<void> {
  const now = clock.seconds();
  await deleteOldOffers(db, mandate.id, now - OFFER_SECONDS);
  await insertSponsored(db, mandate, message, now);
}

/**
 * Signs as fee payer if the bytes the payer signed are an offer for this mandate, would succeed now, and fit
 * into the quotas. The signature is counted before it is made. Changed bytes end the sponsoring of this
 * mandate. Throws verification_failed; ChainUnavailableError.
 */
export async function signOffer(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  read: ReadTransaction,
): Promise<OfferVerdict> {
  const { db, clock, sponsorFees } = deployment;
  const message = new Uint8Array(read.transaction.messageBytes);
  const isOffered = sponsorFees && (await findOffer(db, mandate.id, message)) !== null;
  if (!isOffered) {
    await markSponsoredChanged(db, mandate.id);
    return { ok: false, reason: `The service pays the fee only of what it issued, unchanged. ${ASK_AGAIN}` };
  }
  if (!(await isSignedBy(read, mandate.payer as Address))) {
    return { ok: false, reason: "The payer's signature is missing or does not verify." };
  }
  const prospect = await requireFunds(chain, mandate, read);
  if (prospect.kind === 'unknown') return { ok: false, reason: `Its blockhash is out of date. ${ASK_AGAIN}` };
  if (prospect.kind === 'fails') {
    return { ok: false, reason: `It would fail now. ${prospect.failure.message} ${ASK_AGAIN}` };
  }
  const isCounted = await db.begin(async (tx) => {
    await lockSponsorship(tx, mandate.livemode);
    const status = await findOffer(tx, mandate.id, message);
    // Sent again after a lost response: the same bytes give the same signature at no further cost.
    if (status === 'signed') return true;
    if (status === null || !(await isWithinQuotas(tx, mandate, deployment))) return false;
    await markSponsoredSigned(tx, mandate.id, message, clock.seconds());
    return true;
  });
  if (!isCounted) return { ok: false, reason: `Its fee can no longer be paid for it today. ${ASK_AGAIN}` };
  return { ok: true, ...(await addSignature(read, chain.feePayer)) };
}

async function isWithinQuotas(db: Db, mandate: MandateRow, { clock }: Deployment): Promise<boolean> {
  const counts = await countSponsored(db, mandate, clock.seconds() - DAY_SECONDS);
  return counts.payer < QUOTAS.payer && counts.merchant < QUOTAS.merchant && counts.all < QUOTAS.all;
}
