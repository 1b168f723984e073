import { shortAddress } from '@autopay/checkout-js/words';
import type { Refund } from '@autopay/sdk';
import { client } from '../session.ts';
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
        <span class="mono">{shortAddress(mandate.payee)}</span>.
      </p>
    </SigningDialog>
  );
}

async function signAndSubmit({ id }: Refund, sign: SignTransaction): Promise<SigningEnd> {
  // The transaction of a moment ago may be too old to land by now.
  const { transaction, status } = await client.value.refunds.createTransaction(id);
  if (transaction !== undefined)
    await client.value.refunds.submit(id, { signedTransaction: await sign(transaction) });
  else if (status !== 'succeeded')
    return { text: 'This refund failed. Nothing was paid; refund the payment again.', tone: 'bad' };
  return { text: 'Refunded.', tone: 'good' };
}
