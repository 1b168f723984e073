import { useEffect } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';
import { common } from '../words/here.ts';
import { paying } from './paying.ts';

/** How long a payer reads that it worked before the seller's own page follows. */
const LEAVE_MS = 5_000;

/** Where to go from here. `leaves`: to the seller's page by itself, which is what the seller set for the link; never to what an address asks for. */
export function Onward({
  view,
  returnUrl,
  leaves = false,
}: {
  view: CheckoutView;
  returnUrl: string | null;
  leaves?: boolean;
}) {
  const success = successAddress(view);
  const next = success ?? returnUrl;
  useEffect(() => {
    if (!leaves || success === null) return undefined;
    const timer = setTimeout(() => location.assign(success), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaves, success]);
  return (
    <nav class="stack" aria-label={common.fromHere}>
      {next && (
        <a class="button button--wide" href={next} rel="noreferrer">
          {paying.goOnTo(new URL(next).host)}
        </a>
      )}
      {leaves && success && <p class="muted small">{paying.takenThere}</p>}
      {view.sellMode !== 'once' && (
        <a class="button button--quiet button--wide" href="/wallet">
          {paying.seeOrStop}
        </a>
      )}
    </nav>
  );
}

/** The page to which the link's seller takes payers: with the mandate's id, by which they look it up, and nothing secret. */
function successAddress({ successUrl, id, status }: CheckoutView): string | null {
  if (!successUrl || !successUrl.startsWith('https://')) return null;
  if (status !== 'active' && status !== 'completed') return null;
  const url = new URL(successUrl);
  url.searchParams.set('mandate', id);
  return url.href;
}
