import { checkCreatedRange } from '../../../rules/http/created-range.ts';
import { planLines } from '../../../rules/references.ts';
import { amountToApprove } from '../../../rules/mandates/approval.ts';
import { presentMandate } from '../../../rules/mandates/present.ts';
import { boughtOf, type RequestedBought } from '../../../rules/mandates/bought.ts';
import { checkTerms, type RequestedTerms } from '../../../rules/mandates/check-terms.ts';
import { budgetOf, scheduleOf } from '../../../rules/mandates/terms.ts';
import { ApiError } from '../../../rules/api-error.ts';
import type { Scheme } from '../../../rules/mandates/scheme.ts';
import { saturatingU64 } from '../../../rules/money.ts';
import type { components } from '../generated/api.ts';
import { addBalance, approve, balanceOf } from './chain.ts';
import { chargeHistory } from './charges.ts';
import { activate, endMandate, othersOf } from './lifecycle.ts';
import { isWalletAddress } from './ed25519.ts';
import { recordEvent } from './events.ts';
import { isBought, isCreatedIn } from './filter.ts';
import { newId, newSecret } from './ids.ts';
import { referenceOf } from './instructions.ts';
import type { Call, Handlers } from './operation.ts';
import { pageById } from './page.ts';
import { presentRefund } from './refunds.ts';
import type { MandateRow, Tenant } from './rows.ts';
import { checkParties, checkSale } from './sale.ts';
import { schemeOf } from './scheme.ts';
import { findToken, mostPerGift } from './tokens.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

/** The gift, in periods, to a wallet that never held the token, when its authorization is simulated. */
const GIFT_PERIODS = 12n;

/** A request for a mandate, each field already validated by itself. */
export interface MandateRequest extends RequestedTerms, RequestedBought {
  mint: string;
  autoAuthorize?: boolean;
  scheme?: Scheme;
}

/**
 * Creates a mandate, which is active at once with `autoAuthorize`. `offerId` names the link or product it was
 * started from.
 */
export async function createMandate(
  world: World,
  tenant: Tenant,
  request: MandateRequest,
  offerId: string | null = null,
): Promise<{ mandate: MandateRow; body: components['schemas']['MandateWithSecret'] }> {
  const onceOnly = world.sellMode === 'once';
  const { livemode } = tenant;
  const terms = checkTerms(request, { livemode, onceOnly, isWallet: isWalletAddress });
  const isSimulated = request.autoAuthorize === true;
  if (isSimulated && livemode) throw new ApiError('test_mode_only', { param: 'autoAuthorize' });
  const sale = { payee: request.payee, mint: request.mint, onceOnly: terms.sellMode === 'once' };
  const { chain, token } = checkSale(world, tenant, sale);
  checkParties(chain, request);
  const scheme = schemeOf(request.scheme, terms);

  const id = newId('mandate');
  const now = merchantNow(world, tenant);
  const { payer, payee, mint } = request;
  const { genesisHash, delegate } = chain;
  const plan = { ...terms, genesisHash, mandateId: id, payer, payee, mint, delegate };
  const reference = await referenceOf(planLines(plan));
  const mandate: MandateRow = {
    ...tenant,
    ...terms,
    id,
    createdAt: now,
    payer,
    payee,
    mint,
    decimals: token.decimals,
    tokenProgram: token.program,
    status: 'pending',
    startAt: now,
    expiresAt: scheduleOf(terms, now).expiresAt,
    activatedAt: null,
    anchorAt: null,
    endedAt: null,
    endedBy: null,
    periodsCharged: 0,
    fundsSufficient: false,
    reference,
    planSignature: null,
    openedByPayer: false,
    delegate,
    planDelegate: null,
    scheme,
    planAccount: null,
    planOwner: null,
    subscriptionAccount: null,
    genesisHash,
    clientSecret: newSecret('cs_'),
    budget: budgetOf(terms, scheme),
    pulled: 0n,
    issuedAmounts: new Set(),
    consented: false,
    ...boughtOf(request),
    offerId,
    version: 1,
  };
  const approval = isSimulated ? simulateApproval(world, mandate) : null;
  world.mandates.insert(mandate);
  const object = presentMandate(mandate);
  recordEvent(world, tenant, { type: 'mandate.created', object, mandateId: id, createdAt: now });
  if (approval !== null) activate(world, mandate, approval);
  return { mandate, body: { ...presentMandate(mandate), client_secret: mandate.clientSecret } };
}

/** A year's worth; of a token shared by all merchants at most the limit of one gift. */
function giftOf(world: World, { merchantId, mint, amountPerPeriod }: MandateRow): bigint {
  const token = findToken(world, false, mint)!;
  const wanted = saturatingU64(amountPerPeriod * GIFT_PERIODS);
  if (token.madeBy === merchantId) return wanted;
  const most = mostPerGift(token);
  if (amountPerPeriod > most) {
    throw new ApiError('verification_failed', {
      message:
        'A test wallet is not given so many of a token that all merchants share. Make a token of your own: POST /v1/test/tokens.',
    });
  }
  return wanted < most ? wanted : most;
}

/**
 * The approval that the payer's wallet would have signed. Throws verification_failed if the payer holds too
 * little to start.
 */
function simulateApproval(world: World, mandate: MandateRow): { fundsSufficient: boolean } {
  const { payer: owner, mint, amountPerPeriod, delegate, budget } = mandate;
  const balance = balanceOf(world.test, owner, mint);
  const fundsSufficient = balance === null || balance >= amountPerPeriod;
  if (!fundsSufficient && mandate.trialSeconds === 0) throw new ApiError('verification_failed');
  if (balance === null) addBalance(world.test, owner, mint, giftOf(world, mandate));
  const amount = amountToApprove(budget, othersOf(world, mandate));
  approve(world.test, { owner, mint }, { delegate, amount });
  return { fundsSufficient };
}

/** The mandates that a list's filters leave: those made, oldest first, of which `keep` holds now. */
export function listedMandates(world: World, call: Pick<Call<'listMandates'>, 'query' | 'caller'>) {
  const { query } = call;
  checkCreatedRange(query);
  const isOwn = isOf(tenantOf(call));
  return {
    made: world.mandates.filter(
      (row) => isOwn(row) && isCreatedIn(query, row.createdAt) && isBought(query, row),
    ),
    keep: (row: MandateRow) => query.status === undefined || row.status === query.status,
  };
}

/** The mandate operations. */
export const mandateHandlers = {
  createMandate: async (world, call) => ({
    status: 201,
    body: (await createMandate(world, tenantOf(call), call.body)).body,
  }),
  listMandates: (world, call) => {
    const { made, keep } = listedMandates(world, call);
    return { status: 200, body: pageById(call.query, made, presentMandate, keep) };
  },
  getMandate: (world, call) => ({
    status: 200,
    body: presentMandate(world.mandates.get(call.path.id, isOf(tenantOf(call)))),
  }),
  listMandateCharges: (world, call) => {
    const tenant = tenantOf(call);
    const mandate = world.mandates.get(call.path.id, isOf(tenant));
    return { status: 200, body: chargeHistory(world, call.query, isOf(tenant), mandate) };
  },
  listMandateRefunds: (world, call) => {
    const tenant = tenantOf(call);
    const mandate = world.mandates.get(call.path.id, isOf(tenant));
    const made = world.refunds.filter((row) => isOf(tenant)(row) && row.mandateId === mandate.id);
    return { status: 200, body: pageById(call.query, made, (row) => presentRefund(world, row)) };
  },
  revokeMandate: (world, call) => {
    const mandate = world.mandates.get(call.path.id, isOf(tenantOf(call)));
    if (mandate.status === 'revoked') throw new ApiError('already_revoked');
    endMandate(world, mandate, 'revoked', 'merchant');
    return { status: 200, body: presentMandate(mandate) };
  },
} satisfies Pick<
  Handlers,
  | 'createMandate'
  | 'listMandates'
  | 'getMandate'
  | 'listMandateCharges'
  | 'listMandateRefunds'
  | 'revokeMandate'
>;
