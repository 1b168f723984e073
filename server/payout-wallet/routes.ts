import { findSession } from '../accounts/queries.ts';
import { hasFreshSecondFactor } from '../accounts/second-factor.ts';
import type { Deployment } from '../deployment.ts';
import type { RequestContext } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { presentMerchant } from '../../rules/merchants/present.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { issueChallenge, signableAddress } from '../wallet-proof/challenge.ts';
import type { Changer } from './change.ts';
import { issueLink } from './issue-link.ts';
import { presentChallenge, presentLink } from '../../rules/merchants/present-payout-wallet.ts';
import { setByChallenge } from './set-by-challenge.ts';
import { stopChange } from './stop-change.ts';
import { useLink } from './use-link.ts';

/**
 * The operations on the payout wallet, which is the same in both modes unless it is set for test mode alone. The mode of a request decides on
 * which chain a link is proved, and whether a wallet made for testing is refused.
 */
export function payoutWalletRoutes(deployment: Deployment) {
  return {
    getPayoutWalletChallenge: async (ctx, { query: { address, newAddress } }) => {
      const { merchantId, livemode } = tenantOf(ctx);
      if (newAddress !== undefined) signableAddress(newAddress, 'newAddress');
      const purpose = newAddress === undefined ? 'payout' : 'payout_change';
      const subject = { purpose, address, newAddress, merchantId, now: ctx.now } as const;
      return { status: 200, body: presentChallenge(await issueChallenge(deployment, subject), livemode) };
    },

    setPayoutWallet: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const changer = await changerOf(deployment, ctx);
      const merchant = await setByChallenge(deployment, tenant, body, changer, ctx.now);
      return { status: 200, body: presentMerchant(merchant, tenant.livemode) };
    },

    getPayoutWalletLinkTransaction: async (ctx, { query: { address } }) => {
      const { link, transaction } = await issueLink(deployment, tenantOf(ctx), { address, now: ctx.now });
      return { status: 200, body: presentLink(link, transaction) };
    },

    linkPayoutWallet: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const merchant = await useLink(deployment, tenant, body, await changerOf(deployment, ctx), ctx);
      return { status: 200, body: presentMerchant(merchant, tenant.livemode) };
    },

    stopPayoutWalletChange: async (ctx) => {
      const { merchantId, livemode } = tenantOf(ctx);
      return {
        status: 200,
        body: presentMerchant(await stopChange(deployment, merchantId, ctx.audit), livemode),
      };
    },
  } satisfies Pick<
    Handlers,
    | 'getPayoutWalletChallenge'
    | 'setPayoutWallet'
    | 'getPayoutWalletLinkTransaction'
    | 'linkPayoutWallet'
    | 'stopPayoutWalletChange'
  >;
}

/** Who asks for a change, and whether more than a password stands behind it. */
async function changerOf({ db }: Deployment, { auth, audit, now }: RequestContext): Promise<Changer> {
  if (auth?.kind !== 'session') throw new Error('Bug: this operation lets requests in without a session.');
  const { accountId, sessionId } = auth;
  const session = await findSession(db, { accountId, id: sessionId });
  return { accountId, hasFreshSecondFactor: session !== null && hasFreshSecondFactor(session, now), audit };
}
