import { useState } from 'preact/hooks';
import type { WalletMandate, WalletTransaction } from '@autopay/sdk';
import { cancelWalletMandate } from '@autopay/sdk/wallet';
import { Heading } from './heading.tsx';
import type { Payer } from './payer.ts';
import { hrefOf } from './place.ts';
import { PlanSteps } from './plan-step.tsx';
import { WhatFor } from './price.tsx';
import { endsSession, problemOf } from './problems.ts';
import { isCancellable } from './state-of.ts';
import { TakeBack } from './take-back.tsx';
import { isolated } from '../words/here.ts';
import { words } from './words.ts';

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
        <Heading title={status === 'revoked' ? words.cancelled : words.hasEnded} />
        <WhatFor mandate={mandate} />
        <p role="status">
          {words.nothingMoreFor(<bdi>{mandate.merchantName}</bdi>, mandate.name && <bdi>{mandate.name}</bdi>)}
          {cancelled !== null && status === 'revoked' && ` ${words.stoppedAtOnce}`}
        </p>
        <section class="stack" aria-labelledby="on-chain">
          <h2 id="on-chain">{mandate.scheme === 'plan' ? words.alsoEndOnChain : words.alsoTakeBack}</h2>
          {mandate.scheme === 'plan' ? (
            <PlanSteps payer={payer} mandate={cancelled?.mandate ?? mandate} />
          ) : (
            <TakeBack payer={payer} mandate={mandate} first={cancelled} />
          )}
        </section>
        <a class="button button--quiet button--wide" href={hrefOf(null)}>
          {words.backToPayments}
        </a>
      </>
    );
  }
  return (
    <>
      <Heading title={words.cancelQuestion(mandate.name && isolated(mandate.name))} />
      <WhatFor mandate={mandate} />
      <ul class="points">
        {words.cancelPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem} {words.twiceDoesNoHarm}
        </p>
      )}
      <button class="button button--danger button--wide" aria-disabled={busy} onClick={() => void cancel()}>
        {busy ? words.cancelling : words.cancelNow}
      </button>
      <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
        {words.keepIt}
      </a>
    </>
  );
}
