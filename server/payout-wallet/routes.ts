import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { presentMerchant } from '../../rules/merchants/present.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { issueChallenge } from '../wallet-proof/challenge.ts';
import { issueLink } from './issue-link.ts';
import { presentChallenge, presentLink } from '../../rules/merchants/present-payout-wallet.ts';
import { setByChallenge } from './set-by-challenge.ts';
import { useLink } from './use-link.ts';

/**
 * The operations on the payout wallet, which is the same in both modes. The mode of a request decides on
 * which chain a link is proved.
 */
export function payoutWalletRoutes(deployment: Deployment) {
  return {
    getPayoutWalletChallenge: async (ctx, { query: { address } }) => {
      const { merchantId, livemode } = tenantOf(ctx);
      const subject = { purpose: 'payout', address, merchantId, now: ctx.now } as const;
      return { status: 200, body: presentChallenge(await issueChallenge(deployment, subject), livemode) };
    },

    setPayoutWallet: async (ctx, { body }) => {
      const { merchantId, livemode } = tenantOf(ctx);
      const merchant = await setByChallenge(deployment, merchantId, body, ctx.now);
      return { status: 200, body: presentMerchant(merchant, livemode) };
    },

    getPayoutWalletLinkTransaction: async (ctx, { query: { address } }) => {
      const { link, transaction } = await issueLink(deployment, tenantOf(ctx), { address, now: ctx.now });
      return { status: 200, body: presentLink(link, transaction) };
    },

    linkPayoutWallet: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const merchant = await useLink(deployment, tenant, body, ctx);
      return { status: 200, body: presentMerchant(merchant, tenant.livemode) };
    },
  } satisfies Pick<
    Handlers,
    'getPayoutWalletChallenge' | 'setPayoutWallet' | 'getPayoutWalletLinkTransaction' | 'linkPayoutWallet'
  >;
}
