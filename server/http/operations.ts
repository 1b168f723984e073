import { accountRoutes } from '../accounts/routes.ts';
import { activationRoutes } from '../activation/routes.ts';
import { apiKeyRoutes } from '../merchants/api-key-routes.ts';
import { auditLogRoutes } from '../audit-log/routes.ts';
import { brandingRoutes } from '../merchants/branding-routes.ts';
import { forecastRoutes } from '../forecast/routes.ts';
import { dunningRoutes } from '../dunning/routes.ts';
import { businessDetailsRoutes } from '../merchants/business-details-routes.ts';
import { chargeRoutes } from '../charges/routes.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { solanaPayRoutes } from '../checkout/solana-pay.ts';
import { offerSolanaPayRoutes } from '../offers/solana-pay.ts';
import { customerRoutes } from '../customers/routes.ts';
import type { Deployment } from '../deployment.ts';
import { entitlementRoutes } from '../entitlements/routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { liveChecklistRoutes } from '../live-checklist/routes.ts';
import { mandateRoutes } from '../mandates/routes.ts';
import { noticeRoutes } from '../notices/routes.ts';
import { merchantRoutes } from '../merchants/routes.ts';
import { merchantPlanRoutes } from '../merchant-plans/routes.ts';
import { metricsRoutes } from '../metrics/routes.ts';
import { payoutWalletRoutes } from '../payout-wallet/routes.ts';
import { payerWalletRoutes } from '../payer-wallet/routes.ts';
import { platformRoutes } from '../platform/routes.ts';
import { receiptRoutes } from '../receipts/routes.ts';
import { statementRoutes } from '../statements/routes.ts';
import { offerRoutes } from '../offers/routes.ts';
import { refundRoutes } from '../refunds/routes.ts';
import { securityRoutes } from '../accounts/security-routes.ts';
import { searchRoutes } from '../search/routes.ts';
import { testClockRoutes } from '../test-mode/clock-routes.ts';
import { testModeRoutes } from '../test-mode/routes.ts';
import { invitationRoutes } from '../team/invitation-routes.ts';
import { teamRoutes } from '../team/routes.ts';
import { tokenRequestRoutes } from '../token-requests/routes.ts';
import { tokenRoutes } from '../tokens/routes.ts';
import { deliveryRoutes } from '../webhooks/delivery-routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Handlers } from './handler.ts';

/** Every operation of the contract with its handler: a missing or unknown one fails the type check. */
export function operationHandlers(deployment: Deployment): Handlers {
  return {
    ...merchantRoutes(deployment),
    ...brandingRoutes(deployment),
    ...businessDetailsRoutes(deployment),
    ...dunningRoutes(deployment),
    ...noticeRoutes(deployment),
    ...forecastRoutes(deployment),
    ...accountRoutes(deployment),
    ...teamRoutes(deployment),
    ...invitationRoutes(deployment),
    ...securityRoutes(deployment),
    ...apiKeyRoutes(deployment),
    ...auditLogRoutes(deployment),
    ...liveChecklistRoutes(deployment),
    ...payoutWalletRoutes(deployment),
    ...merchantPlanRoutes(deployment),
    ...tokenRoutes(deployment),
    ...tokenRequestRoutes(deployment),
    ...platformRoutes(deployment),
    ...activationRoutes(deployment),
    ...mandateRoutes(deployment),
    ...chargeRoutes(deployment),
    ...receiptRoutes(deployment),
    ...refundRoutes(deployment),
    ...checkoutRoutes(deployment),
    ...solanaPayRoutes(deployment),
    ...offerSolanaPayRoutes(deployment),
    ...payerWalletRoutes(deployment),
    ...offerRoutes(deployment),
    ...entitlementRoutes(deployment),
    ...customerRoutes(deployment),
    ...metricsRoutes(deployment),
    ...searchRoutes(deployment),
    ...statementRoutes(deployment),
    ...webhookRoutes(deployment),
    ...deliveryRoutes(deployment),
    ...eventRoutes(deployment),
    ...testModeRoutes(deployment),
    ...testClockRoutes(deployment),
  } satisfies Handlers;
}
