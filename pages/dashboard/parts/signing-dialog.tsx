import type { ComponentChildren } from 'preact';
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
import { mode } from '../session.ts';
import { accountSwitchOf } from '../../switch-account.ts';
import { accountsOf, isTestOnly, useWallets } from '../../wallets.ts';
import { Dialog } from './dialog.tsx';
import { wordsOf } from './show.tsx';

/** Three minutes for a person to read and sign. */
const ANSWER_MS = 180_000;

/** Has the wallet sign a transaction. Takes and returns base64. Throws CheckoutError. */
export type SignTransaction = (transaction: string) => Promise<string>;

/** How it ended, in words. */
export interface SigningEnd {
  text: string;
  /** `warn`: it is signed, and its outcome is open. */
  tone: 'good' | 'warn' | 'bad';
}

interface SigningDialogProps {
  title: string;
  /** The account that has to sign. */
  owner: string;
  /** What it is asked for: `the transfer`. */
  what: string;
  /** Gets what is to be signed, has it signed, and hands it in. */
  run: (sign: SignTransaction) => Promise<SigningEnd>;
  close: () => void;
  /** What the signature does. */
  children: ComponentChildren;
}

/** Asks a wallet of this browser to sign as `owner`, and says how that ended. */
export function SigningDialog({ title, owner, what, run, close, children }: SigningDialogProps) {
  const wallets = useWallets().filter(
    (wallet) => featureOf(wallet, 'solana:signTransaction') && (mode.value === 'test' || !isTestOnly(wallet)),
  );
  const [said, setSaid] = useState<{ text: string; tone: SigningEnd['tone'] | 'busy' } | null>(null);
  /** The wallet that showed another account, where it can be asked for the right one. */
  const [other, setOther] = useState<StandardWallet | null>(null);
  const busy = said?.tone === 'busy';
  const isOver = said?.tone === 'good' || said?.tone === 'warn';
  const sign = async (wallet: StandardWallet) => {
    setOther(null);
    setSaid({ text: `Answer ${wallet.name}: it asks you to sign ${what}.`, tone: 'busy' });
    try {
      const end = await signWith(wallet, owner, run);
      setOther(end === null && accountSwitchOf(wallet) ? wallet : null);
      const text = `Only ${shortAddress(owner)} can sign it. Choose that account in ${wallet.name}.`;
      setSaid(end ?? { text, tone: 'bad' });
    } catch (error) {
      const text = error instanceof CheckoutError ? problemInWords(error, null) : wordsOf(error);
      setSaid({ text, tone: 'bad' });
    }
  };
  const switchIn = async (wallet: StandardWallet) => {
    // Whoever changes their mind stays with what is said.
    const isChosen = await accountSwitchOf(wallet)!(owner).then(
      () => true,
      () => false,
    );
    if (isChosen) await sign(wallet);
  };
  return (
    <Dialog title={title} close={close}>
      <div class="stack">
        {children}
        {wallets.length === 0 && (
          <p class="message">No wallet that signs transactions was found in this browser.</p>
        )}
        {!isOver &&
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
        {other && (
          <button class="button button--wide" onClick={() => void switchIn(other)}>
            Switch account in {other.name}
          </button>
        )}
        {isOver && (
          <button class="button button--wide" onClick={close}>
            Done
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Null where the wallet shows this page other accounts. */
async function signWith(
  wallet: StandardWallet,
  owner: string,
  run: SigningDialogProps['run'],
): Promise<SigningEnd | null> {
  const { signal } = new AbortController();
  const account = (await accountsOf(wallet, null, signal)).find(({ address }) => address === owner);
  if (!account) return null;
  const feature = featureOf(wallet, 'solana:signTransaction')!;
  const chain = account.chains[0] ?? 'solana:mainnet';
  return run(async (transaction) => {
    const input = { account, transaction: bytesFromBase64(transaction), chain };
    const [signed] = await askWallet(() => feature.signTransaction(input), ANSWER_MS, signal);
    return base64FromBytes(signed!.signedTransaction);
  });
}
