import { useEffect, useRef, useState } from 'preact/hooks';
import { shortAddress } from '@autopay/checkout-js/words';
import { AccountLine } from './account-line.tsx';
import { AccountList } from './account-list.tsx';
import { chosenOf } from './chosen.ts';
import { Gift } from './gift.tsx';
import type { TestKey } from './key.ts';
import type { Question } from './question.ts';
import type { TransactionReading } from './read-transaction.ts';
import { shownToken, withSymbol } from './token.ts';

/** What the wallet is asked, in words, with a way to say yes and one to say no. */
export function WalletDialog({
  question,
  answer,
}: {
  question: Question;
  /** With the address of the account, or null to reject. */
  answer: (address: string | null) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    heading.current!.focus();
    // Closing it hands the focus back to where it was in the page.
    return () => element.close();
  }, []);
  const [account, setAccount] = useState(() => firstOf(question));
  const [funded, setFunded] = useState(0);
  const { kind } = question;
  const { title, yes, no } = WORDS[kind];
  const chooses = kind === 'connect' || kind === 'switch';
  const named = kind === 'transaction' ? question.reading.token : null;
  const token = kind === 'transaction' ? named && withSymbol(named) : shownToken();
  return (
    <dialog
      ref={dialog}
      aria-labelledby="title"
      onCancel={(event) => {
        event.preventDefault();
        answer(null);
      }}
    >
      <p class="stripe">Test network only: no real money</p>
      <div class="inside">
        <p class="who">
          <span>Test wallet</span>
          {chooses ? (
            <span class="mono" title={account.address}>
              {shortAddress(account.address)}
            </span>
          ) : (
            <AccountLine account={account} token={null} payee={null} />
          )}
        </p>
        <h2 id="title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <About question={question} />
        {chooses && (
          <AccountList
            first={question.accounts}
            chosen={account.address}
            choose={setAccount}
            token={token}
            seen={funded}
          />
        )}
        {kind !== 'message' && (
          <Gift
            key={account.address}
            address={account.address}
            token={token}
            saysBalance={!chooses}
            onFunded={() => setFunded(funded + 1)}
          />
        )}
        <div class="answers">
          <button type="button" onClick={() => answer(null)}>
            {no}
          </button>
          <button type="button" class="yes" onClick={() => answer(account.address)}>
            {yes}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** The account that signs, or the one that is chosen until the person chooses another. */
function firstOf(question: Question): TestKey {
  if (!('accounts' in question)) return question.account;
  const { accounts, wanted } = question;
  return accounts.find(({ address }) => address === wanted) ?? chosenOf(accounts);
}

const WORDS: Record<Question['kind'], { title: string; yes: string; no: string }> = {
  connect: { title: 'Let this page see your address?', yes: 'Connect', no: 'Reject' },
  switch: { title: 'Which account do you want to use?', yes: 'Use this account', no: 'Cancel' },
  transaction: { title: 'Sign this transaction?', yes: 'Approve', no: 'Reject' },
  message: { title: 'Sign this text?', yes: 'Approve', no: 'Reject' },
};

function About({ question }: { question: Question }) {
  switch (question.kind) {
    case 'connect':
      return (
        <p>
          This wallet lives in your browser, to try everything without installing one. The page can then ask
          it to sign; it asks you each time.
        </p>
      );
    case 'switch':
      return (
        <p>
          Take one account to be paid and another to pay: a wallet cannot pay itself. Pages of this site see
          the one that you use, in every tab.
        </p>
      );
    case 'message':
      return (
        <>
          <p>Signing a text moves nothing. It proves that this account is yours.</p>
          <pre tabIndex={0} role="region" aria-label="The text">
            <bdi>{question.text}</bdi>
          </pre>
        </>
      );
    case 'transaction':
      return <Transaction address={question.account.address} reading={question.reading} />;
  }
}

function Transaction({ address, reading }: { address: string; reading: TransactionReading }) {
  const { sentences, feePayer } = reading;
  return (
    <>
      <p>It has {sentences.length === 1 ? 'one instruction' : `${sentences.length} instructions`}:</p>
      <ol>
        {sentences.map((sentence, index) => (
          <li key={index}>
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ol>
      <p class="muted">
        The network’s fee is paid by {feePayer === address ? 'this account' : shortAddress(feePayer)}.
      </p>
    </>
  );
}
