import { checkoutRoutes } from '../checkout/routes.ts';
import type { Deployment } from '../deployment.ts';
import { eventRoutes } from '../events/routes.ts';
import { mandateRoutes } from '../mandates/routes.ts';
import { merchantRoutes } from '../merchants/routes.ts';
import { platformRoutes } from '../platform/routes.ts';
import { refundRoutes } from '../refunds/routes.ts';
import { testClockRoutes } from '../test-mode/clock-routes.ts';
import { testModeRoutes } from '../test-mode/routes.ts';
import { tokenRequestRoutes } from '../token-requests/routes.ts';
import { tokenRoutes } from '../tokens/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Handlers } from './handler.ts';

/** Every operation of the contract with what does it: one that is missing, or is not in the contract, fails the type check. */
export function operationHandlers(deployment: Deployment): Handlers {
  return {
    ...merchantRoutes(deployment),
    ...tokenRoutes(deployment),
    ...tokenRequestRoutes(deployment),
    ...platformRoutes(deployment),
    ...mandateRoutes(deployment),
    ...refundRoutes(deployment),
    ...checkoutRoutes(deployment),
    ...webhookRoutes(deployment),
    ...eventRoutes(deployment),
    ...testModeRoutes(deployment),
    ...testClockRoutes(deployment),
  } satisfies Handlers;
}
