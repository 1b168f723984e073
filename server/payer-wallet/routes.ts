import { checkPeriods, requireRenewable } from '../../rules/mandates/top-up.ts';
import { presentChargeForPayer } from '../../rules/charges/present.ts';
import { type ChargeRow, listCharges, locateCharge } from '../charges/queries.ts';
import { receiptUrlOf } from '../charges/receipt-url.ts';
import { foundIn, readPage } from '../db/page.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { RequestContext } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { getPayersMandate, listPayersMandates, markOpened } from '../mandates/payer-queries.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { type IssuedTransaction, issueTopUp } from '../delegations/issue-top-up.ts';
import { issueChallenge } from '../wallet-proof/challenge.ts';
import { cancelMandate } from './cancel-mandate.ts';
import { presentWalletMandate, presentWalletMandates } from './present.ts';
import { deleteWalletSession } from './queries.ts';
import { issueRevocation } from '../delegations/revocation.ts';
import { createWalletSession } from './sign-in.ts';
import { issueEnding, issueRestoring } from '../subscriptions/issue-step.ts';
import { submitWalletTransaction } from './submit-transaction.ts';
import { tellCures } from './tell-cures.ts';

const idOf = ({ id }: { id: string }) => id;

/** The operations of payers, who sign in with their wallet and see what they pay for at every merchant. */
export function payerWalletRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    getWalletChallenge: async ({ now }, { query: { address }, header }) => {
      const challenge = await issueChallenge(deployment, {
        purpose: 'payer',
        address,
        merchantId: null,
        now,
      });
      const { message, issuedAt, expiresAt } = challenge;
      const livemode = header['svc-mode'] === 'live';
      return {
        status: 200,
        body: { object: 'wallet_challenge', livemode, createdAt: issuedAt, address, message, expiresAt },
      };
    },

    createWalletSession: async ({ address, userAgent }, { body, header }) => {
      const livemode = header['svc-mode'] === 'live';
      return {
        status: 201,
        body: await createWalletSession(deployment, body, { livemode, address, userAgent }),
      };
    },

    deleteCurrentWalletSession: async ({ auth, now }) => {
      if (auth?.kind !== 'wallet')
        throw new Error('Bug: this operation lets requests in that name no payer.');
      const ended = await deleteWalletSession(db, auth.sessionId);
      // Another request has just ended it.
      if (ended === null) throw new ApiError('wallet_not_signed_in');
      const { id, payer: address, createdAt } = ended;
      const { livemode } = auth;
      return {
        status: 200,
        body: { object: 'wallet_session', id, livemode, createdAt, address, endedAt: now },
      };
    },

    listWalletMandates: async (ctx, { query }) => {
      const caller = payerOf(ctx);
      const page = await readPage<MandateRow, MandateRow>(
        query,
        {
          exists: (id) => foundIn(() => requireListed(deployment, caller, id)),
          read: (wanted) => listPayersMandates(db, caller, query, wanted),
          cursorOf: idOf,
        },
        (row) => row,
      );
      return { status: 200, body: { ...page, data: await presentWalletMandates(deployment, page.data) } };
    },

    getWalletCures: async (ctx) => ({ status: 200, body: await tellCures(deployment, payerOf(ctx)) }),

    getWalletMandate: async (ctx, { path }) => {
      const mandate = await getPayersMandate(db, payerOf(ctx).payer, path.id);
      if (mandate.activatedAt === null) await markOpened(db, mandate.id, ctx.now);
      return { status: 200, body: await presentWalletMandate(deployment, mandate) };
    },

    listWalletMandateCharges: async (ctx, { path, query }) => {
      const mandate = await getPayersMandate(db, payerOf(ctx).payer, path.id);
      const source = {
        // The merchant's other payers are none of this one's business.
        locate: (id: string) => locateCharge(db, mandate, mandate.id, id),
        read: (page: Parameters<typeof listCharges>[3]) => listCharges(db, mandate, mandate.id, page),
        cursorOf: idOf,
      };
      return {
        status: 200,
        body: await readPage(query, source, (row: ChargeRow) =>
          presentChargeForPayer(row, mandate, receiptUrlOf(deployment.secretKeys, row)),
        ),
      };
    },

    cancelWalletMandate: async (ctx, { path }) => {
      const mandate = await cancelMandate(deployment, payerOf(ctx).payer, path.id);
      const issue = mandate.scheme === 'plan' ? issueEnding : issueRevocation;
      const issued = await issue(deployment, mandate);
      return { status: 200, body: await presentIssued(deployment, mandate, issued) };
    },

    topUpWalletMandate: async (ctx, { path, body: { periods } }) => {
      const mandate = await getPayersMandate(db, payerOf(ctx).payer, path.id);
      checkPeriods(mandate, periods);
      const chain = chainOf(deployment, mandate.livemode);
      if (chain === null) throw new ApiError('broadcast_unavailable');
      requireRenewable(mandate);
      const issued =
        mandate.scheme === 'plan'
          ? await issueRestoring(deployment, chain, mandate)
          : await issueTopUp(deployment, chain, mandate, periods);
      // An earlier one that had landed unnoticed counts now.
      const current = await getPayersMandate(db, mandate.payer, mandate.id);
      return { status: 200, body: await presentIssued(deployment, current, issued) };
    },

    submitWalletTransaction: async (ctx, { path, body }) => {
      const { signal } = ctx;
      const { payer } = payerOf(ctx);
      const mandate = await submitWalletTransaction(deployment, payer, path.id, { ...body, signal });
      return { status: 200, body: await presentWalletMandate(deployment, mandate) };
    },
  } satisfies Pick<
    Handlers,
    | 'getWalletChallenge'
    | 'createWalletSession'
    | 'deleteCurrentWalletSession'
    | 'listWalletMandates'
    | 'getWalletCures'
    | 'getWalletMandate'
    | 'listWalletMandateCharges'
    | 'cancelWalletMandate'
    | 'topUpWalletMandate'
    | 'submitWalletTransaction'
  >;
}

function payerOf({ auth }: Pick<RequestContext, 'auth'>): { payer: string; livemode: boolean } {
  if (auth?.kind !== 'wallet') throw new Error('Bug: this operation lets requests in that name no payer.');
  return { payer: auth.payer, livemode: auth.livemode };
}

/** Throws resource_missing for a cursor that is not in this payer's list of this mode. */
async function requireListed(
  { db }: Deployment,
  { payer, livemode }: { payer: string; livemode: boolean },
  id: string,
): Promise<void> {
  const mandate = await getPayersMandate(db, payer, id);
  if (mandate.livemode !== livemode) throw new ApiError('resource_missing');
}

async function presentIssued(
  deployment: Deployment,
  mandate: MandateRow,
  issued: IssuedTransaction | null,
): Promise<components['schemas']['WalletTransaction']> {
  return {
    object: 'wallet_transaction',
    livemode: mandate.livemode,
    createdAt: deployment.clock.seconds(),
    mandate: await presentWalletMandate(deployment, mandate),
    transaction: issued?.transaction ?? null,
    instruction: issued?.instruction ?? null,
    approveAmount: issued?.approveAmountAtomic?.toString() ?? null,
    lastValidBlockHeight: issued === null ? null : Number(issued.lastValidBlockHeight),
  };
}
