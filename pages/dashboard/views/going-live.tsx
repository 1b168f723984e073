import type { LiveChecklist } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { Show } from '../parts/show.tsx';
import { hrefOf } from '../router.ts';
import { loadSession, mode } from '../session.ts';

type Item = LiveChecklist['items'][number];

/** What each item is called, and where it is done; a service newer than this page may have others. */
const KNOWN: Record<string, { title: string; link?: { to: string; label: string } }> = {
  public_url: { title: 'A public https address' },
  merchant_approved: { title: 'Approval of your account' },
  live_chain: { title: 'The Solana network' },
  live_token: { title: 'A token to be paid in', link: { to: '/tokens', label: 'See the tokens' } },
  payout_wallet: {
    title: 'Your payout wallet',
    link: { to: '/payout-wallet', label: 'Prove a payout wallet' },
  },
  live_key: { title: 'A live key for your server', link: { to: '/api-keys', label: 'Make a live key' } },
  webhook_endpoint: {
    title: 'An address of your server',
    link: { to: '/webhooks', label: 'Add an address' },
  },
  webhook_delivery: {
    title: 'An answer of your server',
    link: { to: '/webhooks', label: 'See what was sent' },
  },
};

/** What live money still needs, and who must do it. The same in both modes. */
export function GoingLive() {
  const checklist = useLive((api, options) => api.liveChecklist.get(options));
  return (
    <>
      <h1>Going live</h1>
      <Show live={checklist}>
        {({ ready, items }) => (
          <>
            <Verdict ready={ready} items={items} />
            <Part title="What you do" items={items.filter(({ who }) => who === 'merchant')} />
            <Part
              title="What the operator of this service does"
              items={items.filter(({ who }) => who === 'operator')}
              about="If you run this service yourself, npm run doctor tells you the cure of each."
            />
          </>
        )}
      </Show>
    </>
  );
}

function Verdict({ ready, items }: Pick<LiveChecklist, 'ready' | 'items'>) {
  if (ready)
    return (
      <p class="message" data-tone="good">
        Everything that real money needs is there.{' '}
        <a href={hrefOf('/payment-links')} onClick={goLive}>
          Make a payment link in live mode
        </a>
      </p>
    );
  const left = items.filter(({ required, state }) => required && state !== 'done').length;
  return (
    <p class="message" data-tone="warn">
      {left === 1 ? 'One thing is' : `${left} things are`} missing before you can be paid real money.
    </p>
  );
}

function Part({ title, items, about }: { title: string; items: readonly Item[]; about?: string }) {
  if (items.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <ul class="checklist">
        {items.map((item) => (
          <Entry key={item.key} item={item} />
        ))}
      </ul>
      {about && items.some(({ state }) => state !== 'done') && <p class="muted small">{about}</p>}
    </section>
  );
}

function Entry({ item: { key, state, required, who, message } }: { item: Item }) {
  const { title, link } = KNOWN[key] ?? { title: key };
  const isDone = state === 'done';
  return (
    <li>
      <div class="row">
        <h3>{title}</h3>
        {isDone ? (
          <span class="badge" data-tone="good">
            done
          </span>
        ) : (
          <span class="badge" data-tone={required ? 'warn' : undefined}>
            {required ? 'missing' : 'if you need it'}
          </span>
        )}
      </div>
      <p class={isDone ? 'muted' : undefined}>{message}</p>
      {!isDone && who === 'merchant' && link && (
        <p>
          <a href={hrefOf(link.to)} onClick={goLive}>
            {link.label}
          </a>
        </p>
      )}
    </li>
  );
}

/** Everything on the list is done in live mode. */
function goLive(): void {
  if (mode.value === 'live') return;
  mode.value = 'live';
  // The payout wallet may be another there. Should this fail, the view's own requests say so.
  void loadSession().catch(() => undefined);
}
