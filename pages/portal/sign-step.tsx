import { useEffect, useRef, useState } from 'preact/hooks';
import { CheckoutError } from '@autopay/checkout-js';
import type { StandardWallet } from '@autopay/checkout-js/wallets';
import type { WalletMandate } from '@autopay/sdk';
import { submitWalletTransaction } from '@autopay/sdk/wallet';
import type { Payer } from './payer.ts';
import { endsSession, isAway, problemOf, ShownChangedError } from './problems.ts';
import { accountIn, reasonAgainst, sendsItself, signDelegation } from './sign-delegation.ts';
import { common } from '../words/here.ts';
import type { Mixed, Piece } from '../words/mix.ts';
import { WalletChoices } from './wallet-choices.tsx';
import { words } from './words.ts';

interface SignStepProps {
  payer: Payer;
  mandate: WalletMandate;
  /** The button's text with the wallet's name, such as Approve with Phantom. */
  verbWith: (wallet: Piece) => Mixed;
  /** Issues and inspects a new transaction: base64. Nothing is signed if it throws. */
  issue: () => Promise<string>;
  /** Whether the mandate already reflects what was signed, in case the response was lost. */
  isLanded: (mandate: WalletMandate) => boolean;
  onDone: () => void;
}

type Step = 'ready' | 'wallet' | 'sending' | 'unknown';

/** The button that asks the wallet, and what happens from then until it is confirmed on chain. */
export function SignStep({ payer, mandate, verbWith, issue, isLanded, onDone }: SignStepProps) {
  const [step, setStep] = useState<Step>('ready');
  const [asked, setAsked] = useState<StandardWallet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const attempt = useRef(new AbortController());
  useEffect(() => () => attempt.current.abort(), []);
  useEffect(() => {
    if (step === 'unknown' && isLanded(mandate)) onDone();
  }, [step, mandate]);

  /** If it fails, the top of the page says so. */
  const reload = async () => {
    try {
      await payer.reload();
    } catch {
      // It is retried there.
    }
  };
  const say = (error: unknown, mayBeSent: boolean) => {
    if (endsSession(error)) return payer.end();
    const isSilent = error instanceof CheckoutError && error.code === 'wallet_timeout';
    const isUnknown = mayBeSent && (isSilent || isAway(error));
    setStep(isUnknown ? 'unknown' : 'ready');
    setProblem(isUnknown ? null : problemOf(error));
    if (error instanceof ShownChangedError) void reload();
  };
  const sign = async (wallet: StandardWallet) => {
    attempt.current.abort();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setAsked(wallet);
    setStep('wallet');
    setProblem(null);
    setChoosing(false);
    let mayBeSent = false;
    try {
      const account = await accountIn(wallet, mandate, signal);
      const transaction = await issue();
      if (signal.aborted) return;
      mayBeSent = sendsItself(wallet);
      const signed = await signDelegation({ wallet, account, transaction }, mandate, signal);
      mayBeSent = true;
      setStep('sending');
      const reached = await submitWalletTransaction(payer.client, mandate.id, signed);
      await reload();
      if (signal.aborted) return;
      // The response comes after 5 s at the latest, confirmed or not.
      if (isLanded(reached)) onDone();
      else setStep('unknown');
    } catch (error) {
      if (!signal.aborted) say(error, mayBeSent);
    }
  };
  const giveUp = () => {
    attempt.current.abort();
    setStep('ready');
  };

  const able = payer.wallets.filter((wallet) => reasonAgainst(wallet, mandate) === null);
  const own = able.find(({ name }) => name === payer.session.walletName);
  return (
    <>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="stack" role="status">
        {step === 'wallet' && <p class="working">{words.answerWallet(<bdi>{asked!.name}</bdi>)}</p>}
        {step === 'sending' && <p class="working">{words.signedWaiting}</p>}
        {step === 'unknown' && (
          <p class="message" data-tone="warn">
            {words.notSeenYet}
          </p>
        )}
      </div>
      {step === 'wallet' && asked && !sendsItself(asked) && (
        <button class="button button--quiet button--wide" onClick={giveUp}>
          {words.doNotSign}
        </button>
      )}
      {(step === 'ready' || step === 'unknown') &&
        (own && !isChoosing ? (
          <>
            <button class="button button--wide" onClick={() => void sign(own)}>
              <span>{verbWith(<bdi>{own.name}</bdi>)}</span>
            </button>
            {able.length > 1 && (
              <button class="button button--quiet button--wide" onClick={() => setChoosing(true)}>
                {common.useAnotherWallet}
              </button>
            )}
          </>
        ) : (
          <WalletChoices
            wallets={payer.wallets}
            verbWith={verbWith}
            reasonAgainst={(wallet) => {
              const reason = reasonAgainst(wallet, mandate);
              return reason && words[reason];
            }}
            choose={(wallet) => void sign(wallet)}
          />
        ))}
    </>
  );
}
