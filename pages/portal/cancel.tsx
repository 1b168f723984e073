import { useState } from 'preact/hooks';
import type { WalletMandate, WalletTransaction } from '@autopay/sdk';
import { cancelWalletMandate } from '@autopay/sdk/wallet';
import { Heading } from './heading.tsx';
import type { Payer } from './payer.ts';
import { hrefOf } from './place.ts';
import { PlanSteps } from './plan-step.tsx';
import { PriceOf } from './price.tsx';
import { endsSession, problemOf } from './problems.ts';
import { isCancellable } from './state-of.ts';
import { TakeBack } from './take-back.tsx';

/** Ends a mandate: first at this service, which stops everything at once, then on chain for whoever wants that too. */
export function Cancel({ payer, mandate }: { payer: Payer; mandate: WalletMandate }) {
  const [cancelled, setCancelled] = useState<WalletTransaction | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setCancelled(await cancelWalletMandate(payer.client, mandate.id));
      void payer.reload().catch(() => undefined);
    } catch (error) {
      if (endsSession(error)) return payer.end();
      setProblem(problemOf(error));
    }
    setBusy(false);
  };

  if (cancelled !== null || !isCancellable(mandate)) {
    const { status } = cancelled?.mandate ?? mandate;
    return (
      <>
        <Heading title={status === 'revoked' ? 'Cancelled' : 'This has ended'} />
        <p role="status">
          Nothing more is collected for <bdi>{mandate.merchantName}</bdi>.
          {cancelled !== null &&
            status === 'revoked' &&
            ' It stopped the moment you cancelled, and nobody has to sign anything for that.'}
        </p>
        <section class="stack" aria-labelledby="on-chain">
          <h2 id="on-chain">On chain, if you like</h2>
          {mandate.scheme === 'plan' ? (
            <PlanSteps payer={payer} mandate={cancelled?.mandate ?? mandate} />
          ) : (
            <TakeBack payer={payer} mandate={mandate} first={cancelled} />
          )}
        </section>
        <a class="button button--quiet button--wide" href={hrefOf(null)}>
          Back to your payments
        </a>
      </>
    );
  }
  return (
    <>
      <Heading title="Cancel these payments?" />
      <p>
        <bdi>{mandate.merchantName}</bdi>
        <br />
        <PriceOf mandate={mandate} />
      </p>
      <ul class="points">
        <li>It stops at once: nothing more is collected, and you sign nothing for that.</li>
        <li>What you paid already stays paid. For a refund, ask the merchant.</li>
        <li>Your other payments go on as they are.</li>
        <li>It cannot be undone here. To start again, you approve anew at the merchant’s.</li>
      </ul>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem} Cancelling twice does no harm.
        </p>
      )}
      <button class="button button--danger button--wide" aria-disabled={busy} onClick={() => void cancel()}>
        {busy ? 'Cancelling' : 'Cancel now'}
      </button>
      <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
        Keep it
      </a>
    </>
  );
}
