import { useState } from 'preact/hooks';
import { CheckoutError } from '@autopay/checkout-js';
import { featureOf, type StandardWallet } from '@autopay/checkout-js/wallets';
import { createClient, isAutopayError } from '@autopay/sdk/core';
import { getEntitlement } from '@autopay/sdk/entitlements';
import type { Offer } from './page-data.ts';
import { signInWithWallet } from '../wallet-sign-in.ts';
import { type Content, ContentCard } from './content.tsx';
import { problemInWords } from './problem.ts';
import { paying } from './paying.ts';
import { accountsOf } from '../wallets.ts';
import { refusalInWords } from '../words/refusal.ts';

interface AlreadyPaidProps {
  offer: Offer;
  chain: string | null;
  wallets: readonly StandardWallet[];
}

/** For payers who return: they sign in with their wallet and see what it bought. */
export function AlreadyPaid({ offer, chain, wallets }: AlreadyPaidProps) {
  const [content, setContent] = useState<Content | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const able = wallets.filter((wallet) => featureOf(wallet, 'solana:signMessage'));
  const open = async (wallet: StandardWallet) => {
    setBusy(true);
    setSaid(paying.signingIn(wallet.name));
    try {
      setContent(await contentOf(offer, wallet, chain));
      setSaid('');
    } catch (error) {
      setSaid(wordsOf(error));
    }
    setBusy(false);
  };
  if (content) return <ContentCard content={content} />;
  if (able.length === 0) return <p>{paying.noneSignsIn}</p>;
  return (
    <div class="stack">
      <p>{paying.signInToSee}</p>
      <ul class="wallets">
        {able.map((wallet) => (
          <li key={wallet.name}>
            <button class="wallet" type="button" disabled={busy} onClick={() => void open(wallet)}>
              {paying.signInWith(wallet.name)}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
    </div>
  );
}

async function contentOf(offer: Offer, wallet: StandardWallet, chain: string | null): Promise<Content> {
  const [account] = await accountsOf(wallet, chain, new AbortController().signal);
  if (!account) throw new NotForThisWallet(paying.noAccount);
  const mode = offer.livemode ? 'live' : 'test';
  const { token } = await signInWithWallet(wallet, account, mode);
  const payer = createClient(token, { baseUrl: location.origin, mode });
  const { entitled, content } = await getEntitlement(payer, { product: offer.id, payer: account.address });
  if (!entitled) throw new NotForThisWallet(paying.hasNotPaid);
  return content ?? { title: null, body: paying.noContent };
}

/** Its message is of this page, for the payer. */
class NotForThisWallet extends Error {}

function wordsOf(error: unknown): string {
  if (error instanceof CheckoutError) return problemInWords(error, null);
  if (isAutopayError(error) && error.status === null) return paying.noAnswer;
  if (isAutopayError(error)) return refusalInWords(error);
  return error instanceof NotForThisWallet ? error.message : paying.didNotWork;
}
