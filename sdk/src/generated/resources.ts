// Made from openapi.yaml by `npm run generate`. Do not edit.

import type { Client } from '../client.ts';
import { type MerchantsResource, merchants } from './resources/merchants.ts';
import { type TokensResource, tokens } from './resources/tokens.ts';
import { type MandatesResource, mandates } from './resources/mandates.ts';
import { type ChargesResource, charges } from './resources/charges.ts';
import { type RefundsResource, refunds } from './resources/refunds.ts';
import { type CheckoutResource, checkout } from './resources/checkout.ts';
import { type WebhookEndpointsResource, webhookEndpoints } from './resources/webhook-endpoints.ts';
import { type EventsResource, events } from './resources/events.ts';
import { type WalletResource, wallet } from './resources/wallet.ts';
import { type TestResource, test } from './resources/test.ts';
import { type AccountsResource, accounts } from './resources/accounts.ts';
import { type SessionsResource, sessions } from './resources/sessions.ts';
import { type BrandingResource, branding } from './resources/branding.ts';
import { type LiveChecklistResource, liveChecklist } from './resources/live-checklist.ts';
import { type BusinessDetailsResource, businessDetails } from './resources/business-details.ts';
import { type DunningResource, dunning } from './resources/dunning.ts';
import { type ApiKeysResource, apiKeys } from './resources/api-keys.ts';
import { type PayoutWalletResource, payoutWallet } from './resources/payout-wallet.ts';
import { type SubscriptionPlansResource, subscriptionPlans } from './resources/subscription-plans.ts';
import { type TokenRequestsResource, tokenRequests } from './resources/token-requests.ts';
import { type PlatformResource, platform } from './resources/platform.ts';
import { type PaymentLinksResource, paymentLinks } from './resources/payment-links.ts';
import { type ProductsResource, products } from './resources/products.ts';
import { type EntitlementsResource, entitlements } from './resources/entitlements.ts';
import { type CustomersResource, customers } from './resources/customers.ts';
import { type SearchResource, search } from './resources/search.ts';
import { type MetricsResource, metrics } from './resources/metrics.ts';
import { type StatementsResource, statements } from './resources/statements.ts';
import { type WebhookDeliveriesResource, webhookDeliveries } from './resources/webhook-deliveries.ts';

/** Every operation of the contract, by resource. */
export class Resources {
  readonly merchants: MerchantsResource;
  readonly tokens: TokensResource;
  readonly mandates: MandatesResource;
  readonly charges: ChargesResource;
  readonly refunds: RefundsResource;
  readonly checkout: CheckoutResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly events: EventsResource;
  readonly wallet: WalletResource;
  readonly test: TestResource;
  readonly accounts: AccountsResource;
  readonly sessions: SessionsResource;
  readonly branding: BrandingResource;
  readonly liveChecklist: LiveChecklistResource;
  readonly businessDetails: BusinessDetailsResource;
  readonly dunning: DunningResource;
  readonly apiKeys: ApiKeysResource;
  readonly payoutWallet: PayoutWalletResource;
  readonly subscriptionPlans: SubscriptionPlansResource;
  readonly tokenRequests: TokenRequestsResource;
  readonly platform: PlatformResource;
  readonly paymentLinks: PaymentLinksResource;
  readonly products: ProductsResource;
  readonly entitlements: EntitlementsResource;
  readonly customers: CustomersResource;
  readonly search: SearchResource;
  readonly metrics: MetricsResource;
  readonly statements: StatementsResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;

  constructor(client: Client) {
    this.merchants = merchants(client);
    this.tokens = tokens(client);
    this.mandates = mandates(client);
    this.charges = charges(client);
    this.refunds = refunds(client);
    this.checkout = checkout(client);
    this.webhookEndpoints = webhookEndpoints(client);
    this.events = events(client);
    this.wallet = wallet(client);
    this.test = test(client);
    this.accounts = accounts(client);
    this.sessions = sessions(client);
    this.branding = branding(client);
    this.liveChecklist = liveChecklist(client);
    this.businessDetails = businessDetails(client);
    this.dunning = dunning(client);
    this.apiKeys = apiKeys(client);
    this.payoutWallet = payoutWallet(client);
    this.subscriptionPlans = subscriptionPlans(client);
    this.tokenRequests = tokenRequests(client);
    this.platform = platform(client);
    this.paymentLinks = paymentLinks(client);
    this.products = products(client);
    this.entitlements = entitlements(client);
    this.customers = customers(client);
    this.search = search(client);
    this.metrics = metrics(client);
    this.statements = statements(client);
    this.webhookDeliveries = webhookDeliveries(client);
  }
}
