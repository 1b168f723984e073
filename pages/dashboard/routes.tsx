import type { ComponentChild } from 'preact';
import type { IconName } from '../parts/icons.tsx';
import { AccountSecurity } from './account/lazy.tsx';
import { ApiKeys } from './views/api-keys.tsx';
import { AuditLog } from './views/audit-log.tsx';
import { Branding } from './views/branding.tsx';
import { BusinessDetails } from './views/business-details.tsx';
import { Charge } from './views/charge.tsx';
import { Charges } from './views/charges.tsx';
import { Customers } from './views/customers.tsx';
import { Delivery } from './views/delivery.tsx';
import { Event } from './views/event.tsx';
import { Events } from './views/events.tsx';
import { FailedPayments } from './views/failed-payments.tsx';
import { Forecast } from './views/forecast.tsx';
import { GoingLive } from './views/going-live.tsx';
import { Mandate } from './views/mandate.tsx';
import { Mandates } from './views/mandates.tsx';
import { Notices } from './views/notices.tsx';
import { Overview } from './views/overview.tsx';
import { PaymentLink } from './views/payment-link.tsx';
import { PaymentLinks } from './views/payment-links.tsx';
import { PayoutWallet } from './views/payout-wallet.tsx';
import { Plan } from './views/plan.tsx';
import { Plans } from './views/plans.tsx';
import { Product } from './views/product.tsx';
import { Products } from './views/products.tsx';
import { Statements } from './views/statements.tsx';
import { Refund } from './views/refund.tsx';
import { Refunds } from './views/refunds.tsx';
import { Search } from './views/search.tsx';
import { TestTools } from './views/test-tools.tsx';
import { Tokens } from './views/tokens.tsx';
import { Webhooks } from './views/webhooks.tsx';
import { TeamView } from './team/team-view.tsx';
import type { Restricted } from './team/team.ts';

/** A view of the dashboard: where it is, and what shows it. `parameters` are the parts of the path that begin with a colon. */
export interface Route {
  pattern: string;
  title: string;
  /** Who may not do this is shown nothing of the view. */
  sees?: Restricted;
  /** Who may not do this finds the view's controls off. */
  changes?: Restricted;
  show: (parameters: Readonly<Record<string, string>>) => ComponentChild;
}

/** Every view, in no order: no two patterns match one path. */
export const ROUTES: readonly Route[] = [
  { pattern: '/', title: 'Overview', show: () => <Overview /> },
  { pattern: '/mandates', title: 'Subscriptions', show: () => <Mandates /> },
  { pattern: '/mandates/:id', title: 'Subscription', show: ({ id }) => <Mandate id={id!} /> },
  { pattern: '/charges', title: 'Payments', show: () => <Charges /> },
  { pattern: '/charges/:id', title: 'Payment', show: ({ id }) => <Charge id={id!} /> },
  { pattern: '/refunds', title: 'Refunds', show: () => <Refunds /> },
  { pattern: '/refunds/:id', title: 'Refund', show: ({ id }) => <Refund id={id!} /> },
  { pattern: '/forecast', title: 'Forecast', show: () => <Forecast /> },
  { pattern: '/search', title: 'Search', show: () => <Search /> },
  { pattern: '/customers', title: 'Customers', show: () => <Customers /> },
  { pattern: '/statements', title: 'Monthly statement', show: () => <Statements /> },
  { pattern: '/products', title: 'Products', show: () => <Products /> },
  { pattern: '/products/:id', title: 'Product', show: ({ id }) => <Product id={id!} /> },
  { pattern: '/payment-links', title: 'Payment links', show: () => <PaymentLinks /> },
  { pattern: '/payment-links/:id', title: 'Payment link', show: ({ id }) => <PaymentLink id={id!} /> },
  { pattern: '/tokens', title: 'Tokens', show: () => <Tokens /> },
  { pattern: '/webhooks', title: 'Webhooks', show: () => <Webhooks /> },
  { pattern: '/webhooks/:id', title: 'Webhook delivery', show: ({ id }) => <Delivery id={id!} /> },
  { pattern: '/events', title: 'Events', show: () => <Events /> },
  { pattern: '/events/:id', title: 'Event', show: ({ id }) => <Event id={id!} /> },
  { pattern: '/test-tools', title: 'Test tools', changes: 'createTestWallet', show: () => <TestTools /> },
  { pattern: '/api-keys', title: 'API keys', sees: 'listApiKeys', show: () => <ApiKeys /> },
  { pattern: '/plans', title: 'Your plans', show: () => <Plans /> },
  { pattern: '/plans/:id', title: 'Plan', show: ({ id }) => <Plan id={id!} /> },
  { pattern: '/security', title: 'Account & security', show: () => <AccountSecurity /> },
  { pattern: '/going-live', title: 'Going live', show: () => <GoingLive /> },
  {
    pattern: '/failed-payments',
    title: 'Failed payments',
    changes: 'setDunning',
    show: () => <FailedPayments />,
  },
  { pattern: '/audit-log', title: 'Audit log', sees: 'listAuditLog', show: () => <AuditLog /> },
  { pattern: '/notices', title: 'Notices', show: () => <Notices /> },
  { pattern: '/branding', title: 'Branding', changes: 'setBranding', show: () => <Branding /> },
  {
    pattern: '/business-details',
    title: 'Business details',
    changes: 'setBusinessDetails',
    show: () => <BusinessDetails />,
  },
  { pattern: '/team', title: 'Team', show: () => <TeamView /> },
  {
    pattern: '/payout-wallet',
    title: 'Payout wallet',
    changes: 'setPayoutWallet',
    show: () => <PayoutWallet />,
  },
];

/** What the navigation lists, in the order in which a merchant meets it. */
export const NAVIGATION: readonly {
  heading: string;
  links: readonly { to: string; label: string; icon: IconName; needs?: Restricted }[];
}[] = [
  {
    heading: 'Business',
    links: [
      { to: '/', label: 'Overview', icon: 'home' },
      { to: '/mandates', label: 'Subscriptions', icon: 'repeat' },
      { to: '/charges', label: 'Payments', icon: 'receipt' },
      { to: '/refunds', label: 'Refunds', icon: 'undo' },
      { to: '/customers', label: 'Customers', icon: 'people' },
      { to: '/statements', label: 'Statements', icon: 'clock' },
      { to: '/forecast', label: 'Forecast', icon: 'next' },
    ],
  },
  {
    heading: 'Selling',
    links: [
      { to: '/products', label: 'Products', icon: 'box' },
      { to: '/payment-links', label: 'Payment links', icon: 'link' },
      { to: '/tokens', label: 'Tokens', icon: 'coins' },
    ],
  },
  {
    heading: 'Developers',
    links: [
      { to: '/webhooks', label: 'Webhooks', icon: 'bell' },
      { to: '/events', label: 'Events', icon: 'clock' },
      { to: '/api-keys', label: 'API keys', icon: 'key', needs: 'listApiKeys' },
      { to: '/test-tools', label: 'Test tools', icon: 'flask', needs: 'createTestWallet' },
    ],
  },
  {
    heading: 'Account',
    links: [
      { to: '/security', label: 'Security', icon: 'lock' },
      { to: '/going-live', label: 'Going live', icon: 'check' },
      { to: '/notices', label: 'Notices', icon: 'bell' },
      { to: '/team', label: 'Team', icon: 'people' },
      { to: '/branding', label: 'Branding', icon: 'paint' },
      { to: '/payout-wallet', label: 'Payout wallet', icon: 'wallet' },
      { to: '/audit-log', label: 'Audit log', icon: 'clock', needs: 'listAuditLog' },
      { to: '/business-details', label: 'Business details', icon: 'bank' },
      { to: '/failed-payments', label: 'Failed payments', icon: 'alert' },
      { to: '/plans', label: 'Your plans', icon: 'plan' },
    ],
  },
];

/** The route of a path and what its parameters are, or null. */
export function routeOf(path: string): { route: Route; parameters: Record<string, string> } | null {
  const parts = path.split('/');
  for (const route of ROUTES) {
    const pattern = route.pattern.split('/');
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, at) => part.startsWith(':') || part === parts[at])) continue;
    const named = pattern.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at]!]] : []));
    return { route, parameters: Object.fromEntries(named) };
  }
  return null;
}

/** The list that the object at `path` stands in, such as `/charges`; null where the path is no object's. */
export function listOf(path: string): string | null {
  const pattern = routeOf(path)?.route.pattern;
  return pattern?.includes('/:') ? pattern.slice(0, pattern.indexOf('/:')) : null;
}
