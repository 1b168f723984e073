import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { createMerchant } from './create-merchant.ts';
import { presentMerchant } from '../../rules/merchants/present.ts';
import { getMerchant } from './queries.ts';
import { requireName } from '../../rules/merchants/require-name.ts';
import { requireSignUp } from './require-sign-up.ts';
import { tenantOf } from './tenant.ts';

/** The operations on merchants. */
export function merchantRoutes(deployment: Deployment) {
  return {
    createMerchant: async (_ctx, { body }) => {
      requireSignUp(deployment);
      requireName(body.name);
      const approved = deployment.signUp === 'open';
      const { merchant, keys } = await createMerchant(deployment, body.name, { approved });
      // The request has neither a key nor a mode: test, the default.
      return { status: 201, body: { ...presentMerchant(merchant, false), keys } };
    },

    getMerchant: async (ctx) => {
      const { merchantId, livemode } = tenantOf(ctx);
      return {
        status: 200,
        body: presentMerchant(await getMerchant(deployment.db, merchantId), livemode),
      };
    },
  } satisfies Pick<Handlers, 'createMerchant' | 'getMerchant'>;
}
