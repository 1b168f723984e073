import type { Address } from '@solana/kit';
import { beforeCreating } from '../chain/nothing-created.ts';
import { planReference } from '../chain/plan.ts';
import type { Chain } from '../chain/rpc.ts';
import { wakeCollector } from '../charges/place-charge.ts';
import type { Tx } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { recordEvents } from '../events/record-events.ts';
import type { components } from '../generated/api.ts';
import type { IdempotencyClaim } from '../http/context.ts';
import { newId, newSecret } from '../lib/ids.ts';
import { hashSecret } from '../lib/secrets.ts';
import { isWalletAddress } from '../lib/solana-address.ts';
import { holdMoment, type Moment } from '../merchants/moment.ts';
import { requireQuota, takeQuota } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { activateMandate } from './activate-mandate.ts';
import { checkParties } from './check-parties.ts';
import { checkSale } from './check-sale.ts';
import { checkTerms, type RequestedTerms } from '../../rules/mandates/check-terms.ts';
import { listShares } from '../delegations/share-queries.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import { countPending, insertMandate, type MandateRow } from '../mandates/queries.ts';
import { delegateFor } from '../delegations/shared-delegate.ts';
import { simulateApproval } from './simulate-approval.ts';
import { wakePlanPublisher } from '../mandates/publish-queries.ts';
import { budgetOf, PENDING_SECONDS, scheduleOf, type Terms } from '../../rules/mandates/terms.ts';

export interface MandateRequest extends RequestedTerms {
  mint: string;
  autoAuthorize?: boolean;
}

/** Where a mandate comes from, beside the request. */
export interface MandateOrigin {
  /** The payment link or product whose terms these are. */
  offerId?: string;
  idempotency?: IdempotencyClaim | null;
}

/** A new mandate, and its one response that shows the client_secret. */
export interface NewMandate {
  mandate: MandateRow;
  body: components['schemas']['MandateWithSecret'];
}

/**
 * Creates a mandate and its plan: pending, or with `autoAuthorize` active at once. The response is stored
 * with the idempotency claim in the transaction that inserts it, so a retry can never create a second one.
 * Throws parameter_invalid, recurring_unavailable, broadcast_unavailable, purchases_unavailable,
 * mint_not_allowed, no_payout_wallet, test_mode_only, verification_failed, rate_limit_exceeded;
 * internal_error if no node responds.
 */
export async function createMandate(
  deployment: Deployment,
  tenant: Tenant,
  request: MandateRequest,
  { offerId, idempotency }: MandateOrigin = {},
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
  const onChain = await beforeCreating('mandate', () => checkParties(chain, parties, token));

  const clientSecret = newSecret('cs_');
  const active = await listShares(db, { ...parties, livemode: tenant.livemode }, null);
  const draft = draftMandate(
    chain,
    delegateFor(chain, terms.sellMode === 'once' ? [] : active),
    tenant,
    { ...parties, decimals: onChain.mint.decimals },
    terms,
  );
  draft.offerId = offerId ?? null;
  draft.clientSecretHash = hashSecret(clientSecret);
  draft.simulated = request.autoAuthorize === true;
  const approval =
    request.autoAuthorize === true
      ? await beforeCreating('mandate', () =>
          simulateApproval(deployment, chain, token, draft, onChain.payerBalanceAtomic),
        )
      : null;

  const publishes = chain.publishPlans && (await publishesAtOnce(deployment, draft));
  return db.begin(async (tx) => {
    const moment = await holdMoment(tx, tenant, clock);
    const mandate = {
      ...draft,
      ...datesOf(terms, moment),
      planPublishAt: publishes ? moment.realNow : null,
      planDeferred: chain.publishPlans && !publishes,
    };
    await insertMandate(tx, mandate);
    await recordEvents(tx, tenant, [mandateEvent('mandate.created', mandate, moment.now)], moment);
    if (mandate.planPublishAt !== null) await wakePlanPublisher(tx, tenant.livemode);
    const active = approval === null ? mandate : await activateMandate(tx, mandate, approval, moment);
    if (approval !== null)
      await wakeCollector(
        tx,
        { livemode: tenant.livemode, mandateId: active.id },
        moment.realNow,
        moment.realNow,
      );
    await requireQuotas(tx, deployment, mandate, moment);
    const body: NewMandate['body'] = { ...presentMandate(active), client_secret: clientSecret };
    await idempotency?.complete(tx, { status: 201, body });
    return { mandate: active, body };
  });
}

/**
 * Whether a new mandate's plan is published before its payer has signed, which costs SOL: up to a daily
 * number per merchant, and never for mandates that strangers start from a link or product.
 */
async function publishesAtOnce(
  { db, clock, quotas }: Deployment,
  mandate: Tenant & Pick<MandateRow, 'offerId'>,
): Promise<boolean> {
  if (mandate.offerId !== null) return false;
  const limit = BigInt(quotas.plansPerDay);
  return takeQuota(db, mandate, { kind: 'plan', limit, amount: 1n, now: clock.seconds() });
}

/**
 * Strangers may start mandates from links and products: these do not count against the merchant's own quota.
 */
async function requireQuotas(
  tx: Tx,
  { quotas }: Deployment,
  mandate: MandateRow,
  { realNow: now }: Moment,
): Promise<void> {
  const kind = mandate.offerId === null ? 'mandate' : 'checkout_mandate';
  await requireQuota(tx, mandate, { kind, limit: quotas.mandatesPerDay, now });
  // The count includes this one, unless it is already active.
  if ((await countPending(tx, mandate, quotas.pendingMandates)) <= quotas.pendingMandates) return;
  throw new ApiError('rate_limit_exceeded', {
    message: `${quotas.pendingMandates} mandates of this merchant wait for their payers already. Each is authorized or expires within a day.`,
    retryAfterSeconds: 60,
  });
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

/**
 * A mandate as it is signed and stored, except its dates, which are set by the transaction that inserts it.
 */
function draftMandate(
  chain: Chain,
  delegate: Address,
  tenant: Tenant,
  parties: Pick<MandateRow, 'payer' | 'payee' | 'mint' | 'tokenProgram' | 'decimals'>,
  terms: Terms,
): Omit<MandateRow, keyof ReturnType<typeof datesOf> | 'planPublishAt' | 'planDeferred'> {
  const id = newId('mandate');
  return {
    id,
    ...tenant,
    ...parties,
    ...terms,
    status: 'pending',
    genesisHash: chain.genesisHash,
    delegate,
    planDelegate: null,
    reference: planReference({
      ...terms,
      ...parties,
      genesisHash: chain.genesisHash,
      mandateId: id,
      delegate,
    }),
    planSignature: null,
    clientSecretHash: new Uint8Array(),
    budget: budgetOf(terms),
    pulled: 0n,
    periodsCharged: 0,
    fundsSufficient: false,
    simulated: false,
    authorizationSlot: null,
    activatedAt: null,
    anchorAt: null,
    instructionIssuedAt: null,
    watchAt: null,
    goneSeenAt: null,
    version: 1,
    offerId: null,
    endedAt: null,
    recoveredThrough: 0,
  };
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
