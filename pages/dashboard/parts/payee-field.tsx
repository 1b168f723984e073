import { useState } from 'preact/hooks';
import { shortAddress } from '@autopay/checkout-js/words';
import type { TestWallet } from '@autopay/sdk';
import { hrefOf } from '../router.ts';
import { client, mode, session } from '../session.ts';
import { AddressField } from './address-field.tsx';
import type { Submission } from './form.tsx';
import { wordsOf } from './show.tsx';
import { Copyable } from './values.tsx';

/** Who is paid by what is made here: in live mode the proven payout wallet and nobody else. Null where there is none. */
export function PayeeField({
  submission,
  value,
  set,
}: {
  submission: Submission;
  value: string;
  set: (address: string) => void;
}) {
  const { payoutWallet } = session.value!.merchant;
  if (mode.value === 'test') return <TestPayee submission={submission} value={value} set={set} />;
  return payoutWallet ? (
    <p>
      Paid to your payout wallet{' '}
      <span class="mono" title={payoutWallet}>
        {shortAddress(payoutWallet)}
      </span>
      .
    </p>
  ) : (
    <p class="message" data-tone="warn">
      Live payments need a proven wallet to go to.{' '}
      <a href={hrefOf('/payout-wallet')}>Prove your payout wallet</a>
    </p>
  );
}

function TestPayee({
  submission,
  value,
  set,
}: {
  submission: Submission;
  value: string;
  set: (address: string) => void;
}) {
  const [made, setMade] = useState<TestWallet | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const make = async () => {
    setSaid(null);
    try {
      const wallet = await client.value.test.createWallet({});
      setMade(wallet);
      set(wallet.address);
    } catch (error) {
      setSaid(wordsOf(error));
    }
  };
  return (
    <>
      <AddressField
        name="payee"
        label="Paid to"
        hint="The address of a wallet of yours."
        submission={submission}
        value={value}
        set={set}
      />
      {made?.address === value ? (
        <p class="message small" role="status">
          A new test wallet. Its secret key, should you want to sign refunds with it:{' '}
          <Copyable value={made.secretKey} />
        </p>
      ) : (
        <button class="button button--quiet" type="button" onClick={() => void make()}>
          Use a new test wallet
        </button>
      )}
      {said && (
        <p class="message" data-tone="bad" role="alert">
          {said}
        </p>
      )}
    </>
  );
}
