import { useEffect, useRef } from 'preact/hooks';
import { shortAddress } from '@autopay/checkout-js/words';
import { Gift } from './gift.tsx';
import type { Question } from './question.ts';
import type { TransactionReading } from './read-transaction.ts';

/** What the wallet is asked, in words, with a way to say yes and one to say no. */
export function WalletDialog({
  question,
  answer,
}: {
  question: Question;
  answer: (isApproved: boolean) => void;
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
  const { kind, address } = question;
  const { title, yes } = WORDS[kind];
  return (
    <dialog
      ref={dialog}
      aria-labelledby="title"
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <p class="stripe">Test network only: no real money</p>
      <div class="inside">
        <p class="who">
          <span>Test wallet</span>
          <span class="mono" title={address}>
            {shortAddress(address)}
          </span>
        </p>
        <h2 id="title" tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <About question={question} />
        {kind !== 'message' && (
          <Gift address={address} token={kind === 'transaction' ? question.reading.token : null} />
        )}
        <div class="answers">
          <button type="button" onClick={() => answer(false)}>
            Reject
          </button>
          <button type="button" class="yes" onClick={() => answer(true)}>
            {yes}
          </button>
        </div>
      </div>
    </dialog>
  );
}

const WORDS: Record<Question['kind'], { title: string; yes: string }> = {
  connect: { title: 'Let this page see your address?', yes: 'Connect' },
  transaction: { title: 'Sign this transaction?', yes: 'Approve' },
  message: { title: 'Sign this text?', yes: 'Approve' },
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
    case 'message':
      return (
        <>
          <p>Signing a text moves nothing. It proves that this wallet is yours.</p>
          <pre tabIndex={0} role="region" aria-label="The text">
            <bdi>{question.text}</bdi>
          </pre>
        </>
      );
    case 'transaction':
      return <Transaction {...question} />;
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
        The network’s fee is paid by {feePayer === address ? 'this wallet' : shortAddress(feePayer)}.
      </p>
    </>
  );
}
