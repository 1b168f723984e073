import type { Address, Signature } from '@solana/kit';
import { feePayerLamports } from '../chain/fee-payer.ts';
import { isSignedBy, type ReadTransaction } from '../chain/read-transaction.ts';
import type { Chain } from '../chain/rpc.ts';
import { addSignature } from '../chain/submit.ts';
import { acceptedSteps, type SigningStep } from '../chain/subscriptions/signing-steps.ts';
import type { SubscriptionReads } from '../chain/subscriptions/standing.ts';
import { issuedStepIn } from '../chain/subscriptions/verify-signed.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { recordSponsored, sumSponsoredRent } from '../sponsored-rent/queries.ts';
import { readSigning } from './read-signing.ts';
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

/**
 * Whether the service pays for what a payer signs. `off`: this deployment does not. `declined`: not for this payer, whose wallet changes what it
 * signs or holds less than the first payment. `used_up`: it has paid as much as it may, and may again within a day or when rent returns.
 */
export type Sponsorship = 'offered' | 'off' | 'declined' | 'used_up';

/** Accounts that a step opens. Nothing is opened by an approval or a payment. */
type Opens = Pick<SigningStep, 'opens'>;
const OPENS_NOTHING: Opens = { opens: [] };
/** What they cost. */
type Rents = { opens: readonly { lamports: bigint }[] };

/** Quotas count the last 24 hours. */
const DAY_SECONDS = 86_400;
/**
 * Sponsored fees per day, which are spent. A transaction with two signatures costs 10,000 lamports, so a mode
 * spends at most 0.05 SOL a day. Rent returns, and has quotas of its own, in lamports (`quotas.sponsoredRent`).
 */
const QUOTAS = {
  /** A person authorizes a subscription or two, and retries after a mistake. */
  payer: 5,
  /** One merchant, or one stolen client_secret after another, uses at most a tenth of the day's quota. */
  merchant: 500,
  all: 5_000,
};
/** 0.02 SOL pays for two thousand pulls: rent must not take what charges need. */
const KEPT_LAMPORTS = 20_000_000n;
/** A blockhash expires after 150 blocks, 60 to 90 s: an older offer can no longer land. */
const OFFER_SECONDS = 300;

const ASK_AGAIN = 'Ask for the instruction again and have that signed.';

/**
 * Whether the service offers to pay the fee of what this mandate's payer signs next, and the rent of the accounts that it opens: if enabled, for a
 * wallet that signs without changes, and within the quotas. Rent is paid only for a wallet that holds the first payment, as `reads` show, which
 * come with a plan. The caller makes sure that the transaction creates no other account. Throws ChainUnavailableError.
 */
export async function mayBeSponsored(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  step: Rents = OPENS_NOTHING,
  reads: Pick<SubscriptionReads, 'source'> | null = null,
): Promise<Sponsorship> {
  const { db, sponsorFees } = deployment;
  if (!sponsorFees) return 'off';
  if (await wasSponsoredChanged(db, mandate.id)) return 'declined';
  if (reads !== null && !holdsPayment(mandate, reads)) return 'declined';
  if (!(await isWithinQuotas(db, mandate, deployment, step))) return 'used_up';
  return (await isAffordable(chain, step)) ? 'offered' : 'used_up';
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
 * Signs as fee payer, and as payer of the rent, if the bytes the payer signed are an offer for this mandate, still do what they were issued for,
 * would succeed now, and fit into the quotas. The signature and the accounts that it may open are counted before it is made. Changed bytes end the
 * sponsoring of this mandate. Throws verification_failed; ChainUnavailableError.
 */
export async function signOffer(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  read: ReadTransaction,
): Promise<OfferVerdict> {
  const { db, clock, sponsorFees } = deployment;
  const message = new Uint8Array(read.transaction.messageBytes);
  const isOffered = sponsorFees && (await findOffer(db, mandate, message)) !== null;
  if (!isOffered) {
    await markSponsoredChanged(db, mandate.id);
    return { ok: false, reason: `The service pays the fee only of what it issued, unchanged. ${ASK_AGAIN}` };
  }
  if (!(await isSignedBy(read, mandate.payer as Address))) {
    return { ok: false, reason: "The payer's signature is missing or does not verify." };
  }
  const step = await stepIn(deployment, chain, mandate, read);
  if (typeof step === 'string') return { ok: false, reason: step };
  const prospect = await requireFunds(chain, mandate, read, { isSponsored: true });
  if (prospect.kind === 'unknown') return { ok: false, reason: `Its blockhash is out of date. ${ASK_AGAIN}` };
  if (prospect.kind === 'fails') {
    return { ok: false, reason: `It would fail now. ${prospect.failure.message} ${ASK_AGAIN}` };
  }
  if (prospect.kind === 'short_of_sol' || !(await isAffordable(chain, step))) {
    return { ok: false, reason: `The service cannot pay for it at the moment. ${ASK_AGAIN}` };
  }
  const isCounted = await db.begin(async (tx) => {
    await lockSponsorship(tx, mandate.livemode);
    const status = await findOffer(tx, mandate, message);
    // Sent again after a lost response: the same bytes give the same signature at no further cost.
    if (status === 'signed') return true;
    if (status === null || !(await isWithinQuotas(tx, mandate, deployment, step))) return false;
    const now = clock.seconds();
    await markSponsoredSigned(tx, mandate.id, message, { rent: rentOf(step), now });
    await recordSponsored(tx, mandate, step.opens, { chain, now });
    return true;
  });
  if (!isCounted) return { ok: false, reason: `It can no longer be paid for today. ${ASK_AGAIN}` };
  return { ok: true, ...(await addSignature(read, chain.feePayer)) };
}

/** The signature of an offer that the service has signed before: the same bytes give the same one again. Null if it has not. */
export async function signatureOfSigned(
  { db }: Deployment,
  chain: Chain,
  mandate: MandateRow,
  read: ReadTransaction,
): Promise<Signature | null> {
  const message = new Uint8Array(read.transaction.messageBytes);
  if ((await findOffer(db, mandate, message)) !== 'signed') return null;
  return (await addSignature(read, chain.feePayer)).signature;
}

/** What the offered bytes open. On a plan they must still be what is issued: the payer's accounts or the plan may be others by now. */
async function stepIn(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  read: ReadTransaction,
): Promise<Opens | string> {
  if (mandate.scheme === 'approval') return OPENS_NOTHING;
  if (!hasPlan(mandate)) return 'Nothing was issued to sign.';
  const signing = await readSigning(deployment, chain, mandate, { isConsented: false });
  if (!holdsPayment(mandate, signing.reads)) {
    return `The wallet holds less than the first payment, so the service does not pay for it. ${ASK_AGAIN}`;
  }
  const steps = await acceptedSteps({ ...signing, rentPayer: chain.feePayer.address });
  const found = issuedStepIn(read, steps);
  return typeof found === 'string' ? found : found.step;
}

async function isWithinQuotas(
  db: Db,
  mandate: MandateRow,
  { clock, quotas }: Deployment,
  step: Rents,
): Promise<boolean> {
  const counts = await countSponsored(db, mandate, clock.seconds() - DAY_SECONDS);
  const { payer, merchant, all } = counts;
  if (payer.transactions >= QUOTAS.payer || merchant.transactions >= QUOTAS.merchant) return false;
  if (all.transactions >= QUOTAS.all) return false;
  const rent = rentOf(step);
  if (rent === 0n) return true;
  const most = quotas.sponsoredRent;
  const isOfTheDay =
    payer.rent + rent <= most.payerPerDay &&
    merchant.rent + rent <= most.merchantPerDay &&
    all.rent + rent <= most.perDay;
  return isOfTheDay && (await sumSponsoredRent(db, mandate.livemode)).held + rent <= most.held;
}

/** The lamports that the accounts hold until they are closed. */
export function rentOf({ opens }: Rents): bigint {
  return opens.reduce((sum, { lamports }) => sum + lamports, 0n);
}

/** Whether rent leaves the fee payer enough for charges. */
async function isAffordable(chain: Chain, step: Rents): Promise<boolean> {
  const rent = rentOf(step);
  return rent === 0n || (await feePayerLamports(chain)) >= rent + KEPT_LAMPORTS;
}

function holdsPayment(
  { amountPerPeriod }: MandateRow,
  { source }: Pick<SubscriptionReads, 'source'>,
): boolean {
  return source.kind === 'account' && source.account.amountAtomic >= amountPerPeriod;
}
