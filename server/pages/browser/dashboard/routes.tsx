import type { ComponentChild } from 'preact';
import { ApiKeys } from './views/api-keys.tsx';
import { Charge } from './views/charge.tsx';
import { Charges } from './views/charges.tsx';
import { Customers } from './views/customers.tsx';
import { Mandate } from './views/mandate.tsx';
import { Mandates } from './views/mandates.tsx';
import { Overview } from './views/overview.tsx';
import { PayoutWallet } from './views/payout-wallet.tsx';

/** A view of the dashboard: where it is, and what shows it. `parameters` are the parts of the path that begin with a colon. */
export interface Route {
  pattern: string;
  title: string;
  show: (parameters: Readonly<Record<string, string>>) => ComponentChild;
}

/** Every view, in no order: no two patterns match one path. */
export const ROUTES: readonly Route[] = [
  { pattern: '/', title: 'Overview', show: () => <Overview /> },
  { pattern: '/mandates', title: 'Mandates', show: () => <Mandates /> },
  { pattern: '/mandates/:id', title: 'Mandate', show: ({ id }) => <Mandate id={id!} /> },
  { pattern: '/charges', title: 'Charges', show: () => <Charges /> },
  { pattern: '/charges/:id', title: 'Charge', show: ({ id }) => <Charge id={id!} /> },
  { pattern: '/customers', title: 'Customers', show: () => <Customers /> },
  { pattern: '/api-keys', title: 'API keys', show: () => <ApiKeys /> },
  { pattern: '/payout-wallet', title: 'Payout wallet', show: () => <PayoutWallet /> },
];

/** What the navigation lists, in the order in which a merchant meets it. */
export const NAVIGATION: readonly { heading: string; links: readonly { to: string; label: string }[] }[] = [
  {
    heading: 'Business',
    links: [
      { to: '/', label: 'Overview' },
      { to: '/mandates', label: 'Mandates' },
      { to: '/charges', label: 'Charges' },
      { to: '/customers', label: 'Customers' },
    ],
  },
  { heading: 'Developers', links: [{ to: '/api-keys', label: 'API keys' }] },
  { heading: 'Account', links: [{ to: '/payout-wallet', label: 'Payout wallet' }] },
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
