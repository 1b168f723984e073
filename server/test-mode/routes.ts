import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import { presentEvent } from '../events/present.ts';
import type { Handlers } from '../http/handler.ts';
import { parseAddress } from '../lib/solana-address.ts';
import { requireQuota } from '../merchants/quota.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentToken } from '../../rules/tokens/present.ts';
import { presentBalance, readWalletBalance } from '../tokens/wallet-balance.ts';
import { createTestEvent } from './create-event.ts';
import { createTestMint, registerTestToken } from './create-token.ts';
import { createTestWallet } from './create-wallet.ts';
import { fundWallet } from './fund-wallet.ts';
import { requireLocalnet } from './require-localnet.ts';

/** The operations that create wallets, tokens and events for testing. */
export function testModeRoutes(deployment: Deployment) {
  const { db, quotas } = deployment;
  return {
    createTestWallet: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const chain = requireLocalnet(deployment, tenant.livemode);
      const funding = { ...body, tenant };
      const { address, secretKey, mint, amountAtomic } = await createTestWallet(deployment, chain, funding);
      return {
        status: 201,
        body: {
          object: 'test_wallet',
          livemode: false,
          createdAt: ctx.now,
          address,
          secretKey: Buffer.from(secretKey).toString('base64'),
          mint,
          amount: amountAtomic.toString(),
        },
      };
    },

    fundTestWallet: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const chain = requireLocalnet(deployment, tenant.livemode);
      const address = parseAddress(body.address);
      if (address === null) throw new ApiError('parameter_invalid', { param: 'address' });
      const { mint } = await fundWallet(deployment, chain, address, { ...body, tenant });
      const balance = await readWalletBalance(chain, { address, mint });
      return { status: 201, body: presentBalance(balance, ctx.now) };
    },

    fundCheckoutTestWallet: async (ctx, { body }) => {
      const chain = requireLocalnet(deployment, false);
      if (!deployment.testFaucet) {
        throw new ApiError('test_mode_only', {
          message: 'This deployment gives test tokens to merchants alone: POST /v1/test/fund.',
        });
      }
      const address = parseAddress(body.address);
      if (address === null) throw new ApiError('parameter_invalid', { param: 'address' });
      const { mint } = await fundWallet(deployment, chain, address, { mint: body.mint, tenant: null });
      const balance = await readWalletBalance(chain, { address, mint });
      return { status: 200, body: presentBalance(balance, ctx.now) };
    },

    createTestToken: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const chain = requireLocalnet(deployment, tenant.livemode);
      // Before the mint is created: the local chain keeps it forever.
      const quota = { kind: 'test_token', limit: quotas.objectsPerDay, now: ctx.now } as const;
      await db.begin((tx) => requireQuota(tx, tenant, quota));
      const made = await createTestMint(chain, body);
      return db.begin(async (tx) => {
        const token = await registerTestToken(tx, deployment, tenant, made);
        const response = { status: 201 as const, body: presentToken(token) };
        await ctx.idempotency?.complete(tx, response);
        return response;
      });
    },

    createTestEvent: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      requireLocalnet(deployment, tenant.livemode);
      return db.begin(async (tx) => {
        const event = await createTestEvent(tx, deployment, tenant, body.type);
        await requireQuota(tx, tenant, { kind: 'test_event', limit: quotas.objectsPerDay, now: ctx.now });
        const response = { status: 201 as const, body: presentEvent(event) };
        await ctx.idempotency?.complete(tx, response);
        return response;
      });
    },
  } satisfies Pick<
    Handlers,
    'createTestWallet' | 'fundTestWallet' | 'fundCheckoutTestWallet' | 'createTestToken' | 'createTestEvent'
  >;
}
