import type { ComponentChildren } from 'preact';
import type { SubscriptionPlan } from '@autopay/sdk';
import { client } from '../session.ts';
import { momentInWords } from '../../words/date.ts';
import { type SigningEnd, SigningDialog, type SignTransaction } from './signing-dialog.tsx';

/** A node may take some seconds to confirm, and the service waits for some of them each time. */
const SUBMITS = 5;

/** Has the payout wallet sign the next transaction about a plan, and broadcasts it. */
export function SignPlan({
  plan,
  title,
  issue,
  done,
  reload,
  close,
  children,
}: {
  plan: SubscriptionPlan;
  title: string;
  /** Has the transaction made. */
  issue: () => Promise<SubscriptionPlan>;
  /** What is said once it is on chain. */
  done: string;
  /** Shows the plan as it is then. */
  reload: () => Promise<void>;
  close: () => void;
  children: ComponentChildren;
}) {
  return (
    <SigningDialog
      title={title}
      owner={plan.owner}
      what="the change of the plan"
      run={async (sign) => {
        const end = await signAndSubmit(issue, done, sign);
        await reload();
        return end;
      }}
      close={close}
    >
      {children}
    </SigningDialog>
  );
}

async function signAndSubmit(
  issue: () => Promise<SubscriptionPlan>,
  done: string,
  sign: SignTransaction,
): Promise<SigningEnd> {
  const { id, status, endsAt, transaction } = await issue();
  if (transaction === null) {
    return status === 'ending' && endsAt !== null
      ? {
          text: `It ends ${momentInWords(endsAt)}. Come back then: its rent can be taken after that.`,
          tone: 'bad',
        }
      : { text: 'There is nothing left to sign.', tone: 'good' };
  }
  const signedTransaction = await sign(transaction);
  for (let tries = 0; tries < SUBMITS; tries += 1) {
    const { action } = await client.value.subscriptionPlans.submit(id, { signedTransaction });
    if (action === null) return { text: done, tone: 'good' };
  }
  const text =
    'It was sent, and no node has confirmed it yet. Look again in two minutes before you sign another.';
  return { text, tone: 'bad' };
}
