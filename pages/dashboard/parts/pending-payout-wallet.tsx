import type { Merchant } from '@autopay/sdk';
import { useEffect } from 'preact/hooks';
import { client, loadSession, session } from '../session.ts';
import { hrefOf } from '../router.ts';
import { FormError, useSubmission } from './form.tsx';
import { Copyable, Moment } from './values.tsx';

/** How often it is looked whether a change began, was stopped or took effect: whoever is here should see it within a minute. */
const LOOK_MS = 60_000;

/** On every page while a change of the payout wallet waits: it may be a thief's, and any owner can stop it. */
export function PendingPayoutWallet() {
  const submission = useSubmission();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void loadSession().catch(() => undefined);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const pending = session.value?.merchant.pendingPayoutWallet;
  if (!pending) return null;
  const stop = async () => {
    const merchant = await client.value.request<Merchant>('DELETE', '/v1/payout_wallet/change');
    session.value = { ...session.value!, merchant };
  };
  return (
    <section class="card stack no-print" data-tone="warn" aria-label="Change of the payout wallet">
      <h2>The payout wallet will change</h2>
      <p>
        From <Moment at={pending.takesEffectAt} /> on new sales pay{' '}
        <Copyable value={pending.address} short={false} />, in live mode and in test mode. Until then they pay
        the <a href={hrefOf('/payout-wallet')}>present wallet</a>. If none of you asked for it, stop it and
        change your passwords.
      </p>
      <form class="stack" onSubmit={submission.run(stop)}>
        <FormError submission={submission} fields={[]} />
        <button class="button button--danger" disabled={submission.busy}>
          Stop the change
        </button>
      </form>
    </section>
  );
}
