import { useState } from 'preact/hooks';
import type { WalletMandate } from '@autopay/sdk';
import { cancelWalletMandate, topUpWalletMandate } from '@autopay/sdk/wallet';
import { inspectStep, nextStepOf, type PlanStep } from './inspect-step.ts';
import type { Payer } from './payer.ts';
import { ShownChangedError } from './problems.ts';
import { SignStep } from './sign-step.tsx';
import { amountInWords } from '../words/here.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

/** The next signature about a mandate on a plan, or that there is none. */
export function PlanSteps({ payer, mandate: asked }: { payer: Payer; mandate: WalletMandate }) {
  const listed = payer.mandates.find(({ id }) => id === asked.id);
  const mandate = listed !== undefined && listed.version >= asked.version ? listed : asked;
  const [done, setDone] = useState<PlanStep | null>(null);
  const step = nextStepOf(mandate);
  return (
    <>
      {done !== null && (
        <p class="message" data-tone="good" role="status">
          {words.steps[done].done}
        </p>
      )}
      {step === null || step === done ? (
        <p>{restInWords(mandate)}</p>
      ) : (
        <>
          <p>{whyOf(step)}</p>
          <SignStep
            key={step}
            payer={payer}
            mandate={mandate}
            verbWith={words.steps[step].verbWith}
            issue={() => issue(payer, mandate, step)}
            isLanded={(now) => now.onChain !== null && now.onChain.nextStep !== step}
            onDone={() => setDone(step)}
          />
        </>
      )}
    </>
  );
}

/** Why to sign it. The deposit of a subscription's account is about 0.002 SOL. */
function whyOf(step: PlanStep): string {
  const { why } = words.steps[step];
  return typeof why === 'string' ? why : why(amountInWords('2', 3));
}

/** A fresh transaction that does what was shown. */
async function issue(payer: Payer, mandate: WalletMandate, step: PlanStep): Promise<string> {
  const ask = step === 'restore' ? topUpWalletMandate : cancelWalletMandate;
  const { transaction, mandate: now } = await ask(payer.client, mandate.id);
  if (transaction === null || now.onChain?.nextStep !== step) throw new ShownChangedError();
  await inspectStep(transaction, step, mandate);
  return transaction;
}

/** What there is on chain where nothing is to be signed. */
function restInWords({ status, onChain, periodSeconds }: WalletMandate): string {
  if (onChain === null) return words.chainSilentSteps;
  if (status === 'active') return words.nothingInTheWay;
  if (onChain.standing === 'none') return words.nothingLeft;
  return onChain.pullableUntil === null
    ? words.nothingToSign
    : words.closableFrom(whenInWords(onChain.pullableUntil, periodSeconds));
}
