import { accountHandlers } from './accounts.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { brandingHandlers } from './branding.ts';
import { chargeHandlers } from './charges.ts';
import { checkoutHandlers } from './checkout.ts';
import { customerHandlers } from './customers.ts';
import { dunningHandlers } from './dunning.ts';
import { forecastHandlers } from './forecast.ts';
import { entitlementHandlers } from './entitlements.ts';
import { eventHandlers } from './events.ts';
import { liveChecklistHandlers } from './live-checklist.ts';
import { mandateHandlers } from './mandates.ts';
import { merchantHandlers } from './merchants.ts';
import { metricsHandlers } from './metrics.ts';
import { offerHandlers } from './offers.ts';
import type { Handlers } from './operation.ts';
import { payoutWalletHandlers } from './payout-wallet.ts';
import { platformHandlers } from './platform.ts';
import { refundHandlers } from './refunds.ts';
import { searchHandlers } from './search.ts';
import { statementHandlers } from './statements.ts';
import { subscriptionPlanHandlers } from './subscription-plans.ts';
import { testModeHandlers } from './test-mode.ts';
import { tokenHandlers } from './tokens.ts';
import { walletHandlers } from './wallet.ts';
import { webhookHandlers } from './webhooks.ts';

/** Every operation of the contract with its handler. */
export const handlers = {
  ...merchantHandlers,
  ...brandingHandlers,
  ...dunningHandlers,
  ...forecastHandlers,
  ...accountHandlers,
  ...apiKeyHandlers,
  ...liveChecklistHandlers,
  ...payoutWalletHandlers,
  ...subscriptionPlanHandlers,
  ...tokenHandlers,
  ...platformHandlers,
  ...mandateHandlers,
  ...chargeHandlers,
  ...refundHandlers,
  ...checkoutHandlers,
  ...walletHandlers,
  ...offerHandlers,
  ...entitlementHandlers,
  ...customerHandlers,
  ...metricsHandlers,
  ...searchHandlers,
  ...statementHandlers,
  ...webhookHandlers,
  ...eventHandlers,
  ...testModeHandlers,
} satisfies Handlers;
