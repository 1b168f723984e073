import { shortAddress } from '@autopay/checkout-js/words';
import type { Refund } from '@autopay/sdk';
import { client, mode } from '../session.ts';
import { type SigningEnd, SigningDialog, type SignTransaction } from './signing-dialog.tsx';
import { Money } from './values.tsx';

/** Asks the payee's wallet to sign a pending refund, and broadcasts it. */
export function SignRefund({
  refund,
  mandate,
  close,
}: {
  refund: Refund;
  mandate: { payee: string; payer: string; mint: string };
  close: () => void;
}) {
  return (
    <SigningDialog
      title="Sign the refund"
      owner={mandate.payee}
      what="the transfer"
      run={(sign) => signAndSubmit(refund, sign)}
      close={close}
    >
      <p>
        <Money amount={refund.amount} mint={mandate.mint} /> go back to{' '}
        <span class="mono">{shortAddress(mandate.payer)}</span>, signed by the wallet that was paid,{' '}
        <span class="mono">{shortAddress(mandate.payee)}</span>. That wallet pays the network’s fee, so it
        needs a little SOL.
        {mode.value === 'test' && ' In the test wallet, “Get 1,000 test tokens” brings some.'}
      </p>
    </SigningDialog>
  );
}

async function signAndSubmit({ id }: Refund, sign: SignTransaction): Promise<SigningEnd> {
  // The transaction of a moment ago may be too old to land by now.
  const { refunds } = client.value;
  const issued = await refunds.createTransaction(id);
  const sent =
    issued.transaction === undefined
      ? issued
      : await refunds.submit(id, { signedTransaction: await sign(issued.transaction) });
  const { status } = await untilOver(sent);
  if (status === 'succeeded') return { text: 'Refunded.', tone: 'good' };
  if (status === 'failed')
    return { text: 'This refund failed. Nothing was paid; refund the payment again.', tone: 'bad' };
  return {
    text: 'Signed and sent, but the network has not confirmed it yet. Look at the refund in a minute; do not refund the payment again meanwhile.',
    tone: 'warn',
  };
}

/** A transaction lands within some 90 s, or not at all; the service itself has waited for 8 s. */
const [LOOKS, EVERY_MS] = [40, 2_000];

/** The refund once it has ended, or as it is when waiting is over. */
async function untilOver(refund: Refund): Promise<Refund> {
  let latest = refund;
  for (let look = 0; look < LOOKS && latest.status === 'pending'; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    // One look that fails is no answer.
    latest = await client.value.refunds.get(refund.id).catch(() => latest);
  }
  return latest;
}
