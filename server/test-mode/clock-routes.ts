import { withoutPatience } from '../lib/deadline.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { advanceTestClock, readTestClock } from './clock.ts';
import { requireLocalnet } from './require-localnet.ts';

/** The operations on a merchant's test clock. */
export function testClockRoutes(deployment: Deployment) {
  return {
    getTestClock: async (ctx) => {
      const tenant = tenantOf(ctx);
      requireLocalnet(deployment, tenant.livemode);
      return { status: 200, body: await readTestClock(deployment, tenant) };
    },
    advanceTestClock: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const chain = requireLocalnet(deployment, tenant.livemode);
      // It settles whatever falls due, like the background, and takes as long as that takes.
      const advance = () => advanceTestClock(deployment, chain, tenant, body.seconds);
      return { status: 200, body: await withoutPatience(advance) };
    },
  } satisfies Pick<Handlers, 'getTestClock' | 'advanceTestClock'>;
}
