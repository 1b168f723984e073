import { useState } from 'preact/hooks';
import {
  askWallet,
  base64FromBytes,
  bytesFromBase64,
  featureOf,
  type StandardWallet,
} from '@autopay/checkout-js/wallets';
import { CheckoutError } from '@autopay/checkout-js';
import { problemInWords, shortAddress } from '@autopay/checkout-js/words';
import type { Refund } from '@autopay/sdk';
import { accountsOf, useWallets } from '../../wallets.ts';
import { client } from '../session.ts';
import { Dialog } from './dialog.tsx';
import { wordsOf } from './show.tsx';
import { Money } from './values.tsx';

/** Three minutes for a person to read and sign. */
const ANSWER_MS = 180_000;

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
  const wallets = useWallets().filter((wallet) => featureOf(wallet, 'solana:signTransaction'));
  const [said, setSaid] = useState<{ text: string; tone: 'good' | 'bad' | 'busy' } | null>(null);
  const busy = said?.tone === 'busy';
  const sign = async (wallet: StandardWallet) => {
    setSaid({ text: `Answer ${wallet.name}: it asks you to sign the transfer.`, tone: 'busy' });
    try {
      const problem = await signAndSubmit(wallet, refund, mandate.payee);
      setSaid(problem === null ? { text: 'Refunded.', tone: 'good' } : { text: problem, tone: 'bad' });
    } catch (error) {
      const text = error instanceof CheckoutError ? problemInWords(error, null) : wordsOf(error);
      setSaid({ text, tone: 'bad' });
    }
  };
  return (
    <Dialog title="Sign the refund" close={close}>
      <div class="stack">
        <p>
          <Money amount={refund.amount} mint={mandate.mint} /> go back to{' '}
          <span class="mono">{shortAddress(mandate.payer)}</span>, signed by the wallet that was paid,{' '}
          <span class="mono">{shortAddress(mandate.payee)}</span>.
        </p>
        {wallets.length === 0 && (
          <p class="message">No wallet that signs transactions was found in this browser.</p>
        )}
        {said?.tone !== 'good' &&
          wallets.map((wallet) => (
            <button
              key={wallet.name}
              class="button button--wide"
              disabled={busy}
              onClick={() => void sign(wallet)}
            >
              Sign with {wallet.name}
            </button>
          ))}
        <p class={busy ? 'working' : 'message'} data-tone={said?.tone} role="status" hidden={said === null}>
          {said?.text}
        </p>
        {said?.tone === 'good' && (
          <button class="button button--wide" onClick={close}>
            Done
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Returns why it cannot be signed there, in words, or null once it is broadcast. */
async function signAndSubmit(wallet: StandardWallet, refund: Refund, payee: string): Promise<string | null> {
  const { signal } = new AbortController();
  const account = (await accountsOf(wallet, null, signal)).find(({ address }) => address === payee);
  if (!account) return `Only ${shortAddress(payee)} can sign it. Choose that account in ${wallet.name}.`;
  // The transaction of a moment ago may be too old to land by now.
  const { transaction, status } = await client.value.refunds.createTransaction(refund.id);
  if (transaction === undefined)
    return status === 'succeeded' ? null : 'This refund failed. Nothing was paid; refund the charge again.';
  const feature = featureOf(wallet, 'solana:signTransaction')!;
  const chain = account.chains[0] ?? 'solana:mainnet';
  const input = { account, transaction: bytesFromBase64(transaction), chain };
  const [signed] = await askWallet(() => feature.signTransaction(input), ANSWER_MS, signal);
  await client.value.refunds.submit(refund.id, {
    signedTransaction: base64FromBytes(signed!.signedTransaction),
  });
  return null;
}
