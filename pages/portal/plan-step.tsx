import { useState } from 'preact/hooks';
import type { WalletMandate } from '@autopay/sdk';
import { cancelWalletMandate, topUpWalletMandate } from '@autopay/sdk/wallet';
import { inspectStep, nextStepOf, type PlanStep } from './inspect-step.ts';
import type { Payer } from './payer.ts';
import { ShownChangedError } from './problems.ts';
import { SignStep } from './sign-step.tsx';
import { whenInWords } from './when.ts';

interface Words {
  verb: string;
  why: string;
  done: string;
}

/** What a payer signs about a subscription to a plan, and why. None of it pays anything. */
const WORDS: Record<PlanStep, Words> = {
  cancel: {
    verb: 'Cancel on chain',
    why: 'This service collects nothing for it any more. On chain the subscription still stands. To have it cancelled there too, sign once more.',
    done: 'Cancelled on chain.',
  },
  close: {
    verb: 'Close it',
    why: 'The subscription is cancelled, and its period is over. Closing it removes it from the chain and returns its deposit of about 0.002 SOL to whoever paid it.',
    done: 'Closed. Nothing of it is left on chain.',
  },
  restore: {
    verb: 'Allow it again',
    why: 'Your token account has given its permission to another application, so the next payment cannot be collected. One signature gives it back to the Solana program that guards your subscription. What you agreed to stays the same. The other application loses the permission.',
    done: 'Done. The next payment can be collected again.',
  },
};

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
          {WORDS[done].done}
        </p>
      )}
      {step === null || step === done ? (
        <p>{restInWords(mandate)}</p>
      ) : (
        <>
          <p>{WORDS[step].why}</p>
          <SignStep
            key={step}
            payer={payer}
            mandate={mandate}
            verb={WORDS[step].verb}
            issue={() => issue(payer, mandate, step)}
            isLanded={(now) => now.onChain !== null && now.onChain.nextStep !== step}
            onDone={() => setDone(step)}
          />
        </>
      )}
    </>
  );
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
  if (onChain === null)
    return 'The chain cannot be asked at the moment. Come back here to see what is left on chain.';
  if (status === 'active') return 'Nothing stands in the way of the next payment.';
  if (onChain.standing === 'none') return 'Nothing of it is left on chain.';
  return onChain.pullableUntil === null
    ? 'There is nothing to sign at the moment.'
    : `It is cancelled on chain too. From ${whenInWords(onChain.pullableUntil, periodSeconds)} on you can close it here, which returns its deposit.`;
}
