import { useRef, useState } from 'preact/hooks';
import { CheckoutError } from '@autopay/checkout-js';
import { featureOf, type StandardAccount, type StandardWallet } from '@autopay/checkout-js/wallets';
import { shortAddress } from '@autopay/checkout-js/words';
import type { PortalMode } from './page-data.ts';
import { signInWithWallet } from '../wallet-sign-in.ts';
import { accountsOf } from '../wallets.ts';
import { common } from '../words/here.ts';
import { Heading } from './heading.tsx';
import { OnPhone } from './on-phone.tsx';
import { problemOf } from './problems.ts';
import type { PortalSession } from './session.ts';
import { WalletChoices } from './wallet-choices.tsx';
import { words } from './words.ts';

interface SignInProps {
  wallets: readonly StandardWallet[];
  modes: readonly PortalMode[];
  /** Why somebody who was signed in is here again; null for nothing. */
  notice: string | null;
  onSignIn: (session: PortalSession) => void;
}

/** The way in: a wallet signs a text, which moves nothing. */
export function SignIn({ wallets, modes, notice, onSignIn }: SignInProps) {
  const [busy, setBusy] = useState<StandardWallet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [choice, setChoice] = useState<{
    wallet: StandardWallet;
    accounts: readonly StandardAccount[];
  } | null>(null);
  const attempt = useRef(new AbortController());

  /** One at a time; whoever gives up hears no more of it. */
  const run = async (wallet: StandardWallet, work: (signal: AbortSignal) => Promise<void>) => {
    attempt.current.abort();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setBusy(wallet);
    setProblem(null);
    setChoice(null);
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error));
    }
    if (!signal.aborted) setBusy(null);
  };
  const signIn = (wallet: StandardWallet, account: StandardAccount) =>
    run(wallet, async (signal) => {
      const session = await signInWithWallet(wallet, account, modes[0]!.mode);
      if (!signal.aborted) onSignIn({ ...session, walletName: wallet.name });
    });
  const choose = (wallet: StandardWallet) =>
    run(wallet, async (signal) => {
      const accounts = await accountsOf(wallet, null, signal);
      if (signal.aborted) return;
      if (accounts.length === 0)
        throw new CheckoutError('wrong_payer', 'The wallet shows this page no account.');
      if (accounts.length > 1) setChoice({ wallet, accounts });
      else void signIn(wallet, accounts[0]!);
    });

  return (
    <section class="card stack">
      <Heading title={words.title} />
      <p>{words.about}</p>
      {notice && (
        <p class="message" role="status">
          {notice}
        </p>
      )}
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {busy ? (
        <div class="stack" role="status">
          <p class="working">{words.answerToSignIn(<bdi>{busy.name}</bdi>)}</p>
          <p class="muted small">{words.signInSteps}</p>
          <button
            class="button button--quiet"
            onClick={() => {
              attempt.current.abort();
              setBusy(null);
            }}
          >
            {common.useAnotherWallet}
          </button>
        </div>
      ) : choice ? (
        <div class="stack">
          <h2>{words.whichAccount}</h2>
          <ul class="wallets">
            {choice.accounts.map((account) => (
              <li key={account.address}>
                <button class="wallet" onClick={() => void signIn(choice.wallet, account)}>
                  <span class="mono">{shortAddress(account.address)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div class="stack">
          <h2>{words.signInHeading}</h2>
          <p class="muted small">{words.signInAbout}</p>
          <WalletChoices
            wallets={wallets}
            verbWith={words.signInWith}
            reasonAgainst={(wallet) => reasonAgainst(wallet, modes)}
            choose={(wallet) => void choose(wallet)}
            none={<OnPhone />}
          />
        </div>
      )}
    </section>
  );
}

function reasonAgainst(wallet: StandardWallet, modes: readonly PortalMode[]): string | null {
  if (!featureOf(wallet, 'solana:signMessage')) return words.cannotSignTexts;
  // A deployment that has not reached its chain yet turns nobody away.
  const isOnOne = modes.some(({ chain }) => chain === null || wallet.chains.includes(chain));
  return isOnOne ? null : words.notOnOurNetworks;
}
