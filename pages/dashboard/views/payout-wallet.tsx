import { useState } from 'preact/hooks';
import {
  askWallet,
  base64FromBytes,
  bytesFromBase64,
  featureOf,
  type StandardAccount,
  type StandardWallet,
} from '@autopay/checkout-js/wallets';
import { CheckoutError } from '@autopay/checkout-js';
import { problemInWords } from '@autopay/checkout-js/words';
import type { Autopay, Merchant } from '@autopay/sdk';
import { accountsOf, isTestOnly, useWallets } from '../../wallets.ts';
import { Prove } from '../account/lazy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { wordsOf } from '../parts/show.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { client, mode, session } from '../session.ts';

/** Three minutes for a person to read and sign. */
const ANSWER_MS = 180_000;

/** How a wallet proves that it is the merchant's. */
type Proof = 'text' | 'transaction';

/** The wallet that live money goes to: proven by its own signature, and only by a person who is signed in. */
export function PayoutWallet() {
  const { merchant } = session.value!;
  const found = useWallets();
  const wallets = found.filter((wallet) => mode.value === 'test' || !isTestOnly(wallet));
  const [said, setSaid] = useState<{ text: string; tone: 'good' | 'bad' | 'busy' } | null>(null);
  const busy = said?.tone === 'busy';
  const prove = async (wallet: StandardWallet, proof: Proof) => {
    setSaid({ text: `Answer ${wallet.name}: it asks you to sign.`, tone: 'busy' });
    try {
      const updated = await proofs[proof](client.value, wallet);
      session.value = { ...session.value!, merchant: updated };
      const text = isTestOnly(wallet)
        ? 'Proven, for test mode only. Live payments never go to a test wallet.'
        : updated.pendingPayoutWallet
          ? 'Proven. It becomes your payout wallet in 24 hours, unless one of the owners stops it: they were told. Until then payments go to the present one.'
          : 'Proven. Live payments go to this wallet from now on.';
      setSaid({ text, tone: 'good' });
    } catch (error) {
      setSaid({
        text: error instanceof CheckoutError ? problemInWords(error, null) : wordsOf(error),
        tone: 'bad',
      });
    }
  };
  return (
    <>
      <h1>Payout wallet</h1>
      <p>
        In live mode every payment goes to this wallet and to no other, so that somebody who steals a key
        cannot redirect it. Subscriptions that exist keep the wallet they were made with.
      </p>
      <section class="card stack">
        <h2>Proven wallet</h2>
        {merchant.payoutWallet ? (
          <p>
            <Copyable value={merchant.payoutWallet} short={false} /> <span class="muted">since</span>{' '}
            <Moment at={merchant.payoutWalletVerifiedAt} />
          </p>
        ) : (
          <p class="muted">None yet: nothing can be sold in live mode before.</p>
        )}
      </section>
      <section class="card stack">
        <h2>{merchant.payoutWallet ? 'Prove another wallet' : 'Prove a wallet'}</h2>
        <p>
          Sign a text: nothing moves, and it costs nothing. Or, for wallets that sign only transactions, send
          one with a note in it; it costs a network fee.
        </p>
        {merchant.payoutWallet && <AtOnce />}
        {wallets.length === 0 && (
          <p class="message">
            No wallet was found in this browser. Install one or unlock it: it appears here.
          </p>
        )}
        <ul class="choices">
          {wallets.map((wallet) => (
            <li key={wallet.name} class="row">
              <strong>
                <bdi>{wallet.name}</bdi>
              </strong>
              {featureOf(wallet, 'solana:signMessage') && (
                <button class="button" disabled={busy} onClick={() => void prove(wallet, 'text')}>
                  Sign a text<span class="visually-hidden"> with {wallet.name}</span>
                </button>
              )}
              {featureOf(wallet, 'solana:signTransaction') && (
                <button
                  class="button button--quiet"
                  disabled={busy}
                  onClick={() => void prove(wallet, 'transaction')}
                >
                  Send a transaction<span class="visually-hidden"> with {wallet.name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
        <p class={busy ? 'working' : 'message'} data-tone={said?.tone} role="status" hidden={said === null}>
          {said?.text}
        </p>
      </section>
    </>
  );
}

/** How a change takes effect without waiting. */
function AtOnce() {
  const [asks, setAsks] = useState(false);
  const [proven, setProven] = useState(false);
  return (
    <>
      <p class="muted">
        {proven
          ? 'Your second factor is proven: another wallet takes effect at once if you prove it within 10 minutes.'
          : 'Another wallet takes effect after 24 hours, in which every owner can stop it; or at once, if you prove your second factor first.'}
      </p>
      {!proven && (
        <button class="button button--quiet" onClick={() => setAsks(true)}>
          Prove my second factor
        </button>
      )}
      {asks && (
        <Dialog title="Is it you?" close={() => setAsks(false)}>
          <Prove onProven={() => (setProven(true), setAsks(false))} />
        </Dialog>
      )}
    </>
  );
}

const proofs: Record<Proof, (api: Autopay, wallet: StandardWallet) => Promise<Merchant>> = {
  async text(api, wallet) {
    const account = await accountOf(wallet);
    const { address } = account;
    const { message } = await api.payoutWallet.getChallenge({ address });
    const feature = featureOf(wallet, 'solana:signMessage')!;
    const bytes = new TextEncoder().encode(message);
    const [signed] = await ask(() => feature.signMessage({ account, message: bytes }));
    const signature = base64FromBytes(signed!.signature);
    return api.payoutWallet.set({ address, message, signature, testOnly: isTestOnly(wallet) });
  },
  async transaction(api, wallet) {
    const account = await accountOf(wallet);
    const { address } = account;
    const { memo, transaction } = await api.payoutWallet.getLinkTransaction({ address });
    const feature = featureOf(wallet, 'solana:signTransaction')!;
    const chain = account.chains[0] ?? 'solana:mainnet';
    const input = { account, transaction: bytesFromBase64(transaction), chain };
    const [signed] = await ask(() => feature.signTransaction(input));
    const signedTransaction = base64FromBytes(signed!.signedTransaction);
    return api.payoutWallet.link({ address, memo, signedTransaction, testOnly: isTestOnly(wallet) });
  },
};

async function accountOf(wallet: StandardWallet): Promise<StandardAccount> {
  const [account] = await accountsOf(wallet, null, new AbortController().signal);
  if (!account) throw new CheckoutError('wallet_error', `${wallet.name} shows this page no account.`);
  return account;
}

function ask<T>(question: () => Promise<T>): Promise<T> {
  return askWallet(question, ANSWER_MS, new AbortController().signal);
}
