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
import { useLive } from '../live.ts';
import { Show, wordsOf } from '../parts/show.tsx';
import { Copyable, Moment } from '../parts/values.tsx';
import { client, clientIn, mode, session } from '../session.ts';

/** Three minutes for a person to read and sign. */
const ANSWER_MS = 180_000;

/** How a wallet proves that it is the merchant's. */
type Proof = 'text' | 'transaction';

/** The present payout wallet, in a wallet of this browser: it signs for the one that follows. */
interface Present {
  wallet: StandardWallet;
  account: StandardAccount;
}

/** The wallet that live money goes to: proven by its own signature, and only by a person who is signed in. */
export function PayoutWallet() {
  const { merchant } = session.value!;
  const found = useWallets();
  const wallets = found.filter((wallet) => mode.value === 'test' || !isTestOnly(wallet));
  // A wallet may be of one mode alone, which only the other mode can tell.
  const other = mode.value === 'test' ? 'live' : 'test';
  const elsewhere = useLive((_, options) => clientIn(other).sessions.current(options), [], null);
  const [present, setPresent] = useState<Present | null>(null);
  const [said, setSaid] = useState<{ text: string; tone: 'good' | 'bad' | 'busy' } | null>(null);
  const busy = said?.tone === 'busy';
  const prove = async (wallet: StandardWallet, proof: Proof) => {
    const answer = (name: string) => setSaid({ text: `Answer ${name}: it asks you to sign.`, tone: 'busy' });
    // The one that follows goes first: what the present wallet agrees to names it.
    const agree = async (address: string) => {
      if (present === null) return {};
      answer(present.wallet.name);
      const oldWallet = await agreement(client.value, present, address);
      answer(wallet.name);
      return { oldWallet };
    };
    answer(wallet.name);
    try {
      const updated = await proofs[proof](client.value, wallet, agree);
      setPresent(null);
      session.value = { ...session.value!, merchant: updated };
      await elsewhere.reload();
      const text = isTestOnly(wallet)
        ? 'Proven, for test mode only. Live payments never go to a test wallet.'
        : updated.pendingPayoutWallet
          ? 'Proven. It becomes your payout wallet in 24 hours, unless one of the owners stops it: they were told. Until then payments go to the present one.'
          : 'Proven. Live payments go to this wallet from now on.';
      setSaid({ text, tone: 'good' });
    } catch (error) {
      setSaid({ text: wordsOfProblem(error), tone: 'bad' });
    }
  };
  return (
    <>
      <h1>Payout wallet</h1>
      <p>
        In live mode every payment goes to the wallet that is proven for it and to no other, so that somebody
        who steals a key cannot redirect it. Subscriptions that exist keep the wallet they were made with.
      </p>
      <Show live={elsewhere}>
        {({ merchant: merchantThere }) => (
          <>
            <section class="card stack">
              <h2>Proven wallet</h2>
              {merchant.payoutWallet ? (
                <>
                  <p>
                    <Copyable value={merchant.payoutWallet} short={false} /> <span class="muted">since</span>{' '}
                    <Moment at={merchant.payoutWalletVerifiedAt} />
                  </p>
                  <p>
                    <Counts wallet={merchant.payoutWallet} elsewhere={merchantThere.payoutWallet} />
                  </p>
                </>
              ) : (
                <p class="muted">None yet: nothing can be sold in live mode before.</p>
              )}
            </section>
            <section class="card stack">
              <h2>{merchant.payoutWallet ? 'Prove another wallet' : 'Prove a wallet'}</h2>
              <p>
                Sign a text: nothing moves, and it costs nothing. Or, for wallets that sign only transactions,
                send one with a note in it; it costs a network fee.
              </p>
              {merchant.payoutWallet && (
                <AtOnce
                  address={merchant.payoutWallet}
                  wallets={wallets}
                  present={present}
                  setPresent={setPresent}
                />
              )}
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
              <p
                class={busy ? 'working' : 'message'}
                data-tone={said?.tone}
                role="status"
                hidden={said === null}
              >
                {said?.text}
              </p>
            </section>
          </>
        )}
      </Show>
    </>
  );
}

/** In which modes the proven wallet is paid, and who is in the other one. */
function Counts({ wallet, elsewhere }: { wallet: string; elsewhere: string | null }) {
  if (wallet === elsewhere) return <>It counts in live mode and in test mode.</>;
  const isTest = mode.value === 'test';
  if (elsewhere === null)
    return isTest ? (
      <>It counts in test mode only. For live mode no wallet is proven yet.</>
    ) : (
      <>It counts in live mode only.</>
    );
  return (
    <>
      It counts in {isTest ? 'test' : 'live'} mode only. In {isTest ? 'live' : 'test'} mode it is{' '}
      <Copyable value={elsewhere} />.
    </>
  );
}

/** How a change takes effect without waiting. */
function AtOnce({
  address,
  wallets,
  present,
  setPresent,
}: {
  address: string;
  wallets: readonly StandardWallet[];
  present: Present | null;
  setPresent: (present: Present) => void;
}) {
  const [asks, setAsks] = useState<'factor' | 'wallet' | null>(null);
  const [proven, setProven] = useState(false);
  const close = () => setAsks(null);
  return (
    <>
      <p class="muted">
        {present !== null
          ? `${present.wallet.name} will be asked to agree: then another wallet takes effect at once.`
          : proven
            ? 'Your second factor is proven: another wallet takes effect at once if you prove it within 10 minutes.'
            : 'Another wallet takes effect after 24 hours, in which every owner can stop it; or at once, if you prove your second factor first, or the present wallet signs too.'}
      </p>
      {present === null && !proven && (
        <div class="row">
          <button class="button button--quiet" onClick={() => setAsks('factor')}>
            Prove my second factor
          </button>
          <button class="button button--quiet" onClick={() => setAsks('wallet')}>
            Sign with the present wallet too
          </button>
        </div>
      )}
      {asks === 'factor' && (
        <Dialog title="Is it you?" close={close}>
          <Prove onProven={() => (setProven(true), close())} />
        </Dialog>
      )}
      {asks === 'wallet' && (
        <Dialog title="Where is the present wallet?" close={close}>
          <FindPresent address={address} wallets={wallets} found={(one) => (setPresent(one), close())} />
        </Dialog>
      )}
    </>
  );
}

/** Finds the wallet of this browser that has `address`. */
function FindPresent({
  address,
  wallets,
  found,
}: {
  address: string;
  wallets: readonly StandardWallet[];
  found: (present: Present) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (wallet: StandardWallet) => {
    setProblem(null);
    try {
      const accounts = await accountsOf(wallet, null, new AbortController().signal);
      const account = accounts.find((each) => each.address === address);
      if (account) found({ wallet, account });
      else
        setProblem(
          `${wallet.name} does not show that account to this page. Choose it there, then look again.`,
        );
    } catch (error) {
      setProblem(wordsOfProblem(error));
    }
  };
  return (
    <div class="stack">
      <p>Which wallet of this browser has this account?</p>
      <p>
        <Copyable value={address} />
      </p>
      <div class="row">
        {wallets
          .filter((wallet) => featureOf(wallet, 'solana:signMessage'))
          .map((wallet) => (
            <button key={wallet.name} class="button" onClick={() => void look(wallet)}>
              <bdi>{wallet.name}</bdi>
            </button>
          ))}
      </div>
      <p class="message" data-tone="bad" role="alert" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}

function wordsOfProblem(error: unknown): string {
  return error instanceof CheckoutError ? problemInWords(error, null) : wordsOf(error);
}

/** What goes with the proof of another wallet, once its address is known. */
type Agree = (address: string) => Promise<{ oldWallet?: OldWalletProof }>;

interface OldWalletProof {
  message: string;
  signature: string;
}

/** The present wallet signs that `newAddress` follows it. */
async function agreement(
  api: Autopay,
  { wallet, account }: Present,
  newAddress: string,
): Promise<OldWalletProof> {
  const { message } = await api.payoutWallet.getChallenge({ address: account.address, newAddress });
  return { message, signature: await signText(wallet, account, message) };
}

async function signText(wallet: StandardWallet, account: StandardAccount, text: string): Promise<string> {
  const feature = featureOf(wallet, 'solana:signMessage')!;
  const [signed] = await ask(() => feature.signMessage({ account, message: new TextEncoder().encode(text) }));
  return base64FromBytes(signed!.signature);
}

const proofs: Record<Proof, (api: Autopay, wallet: StandardWallet, agree: Agree) => Promise<Merchant>> = {
  async text(api, wallet, agree) {
    const account = await accountOf(wallet);
    const { address } = account;
    const agreed = await agree(address);
    const { message } = await api.payoutWallet.getChallenge({ address });
    const signature = await signText(wallet, account, message);
    return api.payoutWallet.set({ address, message, signature, testOnly: isTestOnly(wallet), ...agreed });
  },
  async transaction(api, wallet, agree) {
    const account = await accountOf(wallet);
    const { address } = account;
    const agreed = await agree(address);
    const { memo, transaction } = await api.payoutWallet.getLinkTransaction({ address });
    const feature = featureOf(wallet, 'solana:signTransaction')!;
    const chain = account.chains[0] ?? 'solana:mainnet';
    const input = { account, transaction: bytesFromBase64(transaction), chain };
    const [signed] = await ask(() => feature.signTransaction(input));
    const signedTransaction = base64FromBytes(signed!.signedTransaction);
    const testOnly = isTestOnly(wallet);
    return api.payoutWallet.link({ address, memo, signedTransaction, testOnly, ...agreed });
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
