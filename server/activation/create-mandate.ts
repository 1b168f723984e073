import type { Address } from '@solana/kit';
import { beforeCreating } from '../chain/nothing-created.ts';
import type { AuditTrail } from '../audit/trail.ts';
import { wakeCollector } from '../charges/place-charge.ts';
import type { Db, Tx } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { isWalletAddress } from '../lib/solana-address.ts';
import type { Moment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { activateMandate } from './activate-mandate.ts';
import { checkParties } from './check-parties.ts';
import { checkSale } from './check-sale.ts';
import { draftMandate } from './draft-mandate.ts';
import { readSchemes } from './choose-scheme.ts';
import { insertMandate, insertMandateGathered, type WriteMandate } from './insert-mandate.ts';
import { boughtOf, type RequestedBought } from '../../rules/mandates/bought.ts';
import { checkTerms, type RequestedTerms } from '../../rules/mandates/check-terms.ts';
import { listShares } from '../delegations/share-queries.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { delegateFor } from '../delegations/shared-delegate.ts';
import { holdOpenPlan } from '../subscription-plans/queries.ts';
import { simulateSignature } from './simulate-approval.ts';
import { simulateSubscription } from './simulate-subscription.ts';
import { momentIn, readSurroundings } from './surroundings.ts';
import { takeMandateQuotas } from './take-mandate-quotas.ts';
import { chooseScheme, type Scheme } from '../../rules/mandates/scheme.ts';
import { PENDING_SECONDS, scheduleOf, type Terms } from '../../rules/mandates/terms.ts';

export interface MandateRequest extends RequestedTerms, RequestedBought {
  mint: string;
  autoAuthorize?: boolean;
  scheme?: Scheme;
}

/** Where a mandate comes from, beside the request. */
export interface MandateOrigin {
  /** The payment link or product whose terms these are. */
  offerId?: string;
  /** SHA-256 of the client_secret that the payer's page has made; the one in the response then opens nothing. */
  clientSecretHash?: Uint8Array;
  idempotency?: IdempotencyClaim | null;
  /** Of a request whose line in the audit log is written with the mandate. */
  audit?: AuditTrail | null;
}

/** A new mandate, and its one response that shows the client_secret. */
export interface NewMandate {
  mandate: MandateRow;
  body: components['schemas']['MandateWithSecret'];
}

/**
 * Creates a mandate: pending, or with `autoAuthorize` active at once. The response is stored
 * with the idempotency claim by the statement that inserts it, so a retry can never create a second one.
 * Throws parameter_invalid, recurring_unavailable, broadcast_unavailable, purchases_unavailable,
 * mint_not_allowed, no_payout_wallet, test_mode_only, verification_failed, rate_limit_exceeded;
 * internal_error if no node responds.
 */
export async function createMandate(
  deployment: Deployment,
  tenant: Tenant,
  request: MandateRequest,
  { offerId, clientSecretHash, idempotency, audit = null }: MandateOrigin = {},
): Promise<NewMandate> {
  const { db, clock } = deployment;
  const terms = checkTerms(request, {
    livemode: tenant.livemode,
    onceOnly: deployment.sellMode === 'once',
    isWallet: (address) => isWalletAddress(address as Address),
  });
  if (request.autoAuthorize === true) requireSimulation(deployment, tenant.livemode);
  const { chain, token } = await checkSale(deployment, tenant, {
    payee: request.payee,
    mint: request.mint,
    onceOnly: terms.sellMode === 'once',
  });
  const parties = {
    payer: request.payer as Address,
    payee: request.payee as Address,
    mint: request.mint as Address,
    tokenProgram: token.program,
  };
  const payer = { ...parties, livemode: tenant.livemode };
  const [{ mint, payeeRequiresMemo }, schemes] = await beforeCreating('mandate', () =>
    Promise.all([checkParties(chain, parties, token), readSchemes(db, chain, payer, terms)]),
  );
  const { decimals } = mint;
  const scheme = chooseScheme(
    { ...schemes, asked: request.scheme, fallback: deployment.scheme, payeeRequiresMemo },
    terms,
  );

  const clientSecret = newSecret('cs_');
  // Only a subscription shares its payer's delegate slot, and of one key there is nothing to choose.
  const sharesSlot = terms.sellMode === 'subscription' && chain.delegates.length > 1;
  const active = sharesSlot ? await listShares(db, { ...parties, livemode: tenant.livemode }, null) : [];
  const delegate = delegateFor(chain, active);
  const bought = { ...boughtOf(request), offerId: offerId ?? null };
  const draft = draftMandate(chain, delegate, tenant, { ...parties, decimals }, { ...terms, scheme }, bought);
  draft.clientSecretHash = clientSecretHash ?? hashSecret(clientSecret);
  draft.simulated = request.autoAuthorize === true;
  const simulated = draft.simulated
    ? await beforeCreating('mandate', () => simulateSignature(deployment, chain, token, draft))
    : null;

  const { publishesPlan, surroundings } = await takeMandateQuotas(deployment, tenant, {
    isFromOffer: draft.offerId !== null,
    isPending: simulated === null,
    wantsPlan: chain.publishPlans && draft.offerId === null,
  });
  /** As the surroundings say; after each change of these anew. */
  const dated = (moment: Moment): MandateRow => ({
    ...draft,
    ...datesOf(terms, moment),
    planPublishAt: publishesPlan ? moment.realNow : null,
    planDeferred: chain.publishPlans && !publishesPlan,
  });
  const insert = async <D extends Db>(sql: D, claim: IdempotencyClaim | null, write: WriteMandate<D>) => {
    for (let around = surroundings; ; around = await readSurroundings(sql, tenant)) {
      const moment = momentIn(around, clock);
      const mandate = dated(moment);
      const body = withSecret(mandate, clientSecret);
      const answer = claim && { idempotency: claim, response: { status: 201, body } };
      if (await write(sql, mandate, around, answer, audit)) return { mandate, body, moment };
    }
  };
  if (simulated === null) return insert(db, idempotency ?? null, insertMandateGathered);
  // Nothing is inserted before all that can fail has succeeded: a retry finds no mandate of the first try.
  let approval = simulated;
  if (scheme === 'plan') {
    const subscribed = await beforeCreating('mandate', () =>
      simulateSubscription(deployment, chain, dated(momentIn(surroundings, clock)), simulated),
    );
    const { planAccount, planOwner, subscriptionAccount } = subscribed.mandate;
    Object.assign(draft, { planAccount, planOwner, subscriptionAccount });
    approval = subscribed.approval;
  }
  return db.begin(async (tx) => {
    if (draft.planAccount !== null) await requireOpenPlan(tx, draft.planAccount);
    const { mandate, moment } = await insert(tx, null, insertMandate);
    const active = await activateMandate(tx, mandate, approval, moment);
    const woken = { livemode: tenant.livemode, mandateId: mandate.id };
    await wakeCollector(tx, woken, moment.realNow, moment.realNow);
    const body = withSecret(active, clientSecret);
    await idempotency?.complete(tx, { status: 201, body });
    return { mandate: active, body };
  });
}

/** A plan that no mandate needed for a day may have begun to end since it was chosen. Throws internal_error: the next try chooses another. */
async function requireOpenPlan(tx: Tx, plan: Address): Promise<void> {
  if (await holdOpenPlan(tx, plan)) return;
  throw new ApiError('internal_error', {
    message: 'The plan of this subscription has just ended. No mandate was created. Try again.',
  });
}

function withSecret(mandate: MandateRow, clientSecret: string): NewMandate['body'] {
  return { ...presentMandate(mandate), client_secret: clientSecret };
}

/**
 * Consent is only simulated on the embedded test chain: a live mandate is signed by its payer, whatever chain
 * live mode has.
 */
function requireSimulation(deployment: Deployment, livemode: boolean): void {
  if (livemode || chainOf(deployment, livemode)?.isLocalnet !== true) {
    throw new ApiError('test_mode_only', { param: 'autoAuthorize' });
  }
}

function datesOf(terms: Terms, { now, realNow }: Moment) {
  return {
    createdAt: now,
    startAt: now,
    // Provisional until activation.
    expiresAt: scheduleOf(terms, now).expiresAt,
    expireWakeAt: realNow + PENDING_SECONDS,
    recordedAt: realNow,
  };
}
