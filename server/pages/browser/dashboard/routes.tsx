import type { ComponentChild } from 'preact';
import { ApiKeys } from './views/api-keys.tsx';
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
  { pattern: '/api-keys', title: 'API keys', show: () => <ApiKeys /> },
  { pattern: '/payout-wallet', title: 'Payout wallet', show: () => <PayoutWallet /> },
];

/** What the navigation lists, in the order in which a merchant meets it. */
export const NAVIGATION: readonly { heading: string; links: readonly { to: string; label: string }[] }[] = [
  { heading: 'Business', links: [{ to: '/', label: 'Overview' }] },
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
