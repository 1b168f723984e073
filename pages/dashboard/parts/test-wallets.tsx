import { useState } from 'preact/hooks';
import { type Balance, type TestWallet, type Token, toAtomic } from '@autopay/sdk';
import { client } from '../session.ts';
import { AddressField } from './address-field.tsx';
import { AmountField } from './amount-field.tsx';
import { FormError, useSubmission } from './form.tsx';
import { chosenToken, TokenField } from './token-field.tsx';
import { Copyable, Money } from './values.tsx';

const AMOUNT_HINT = 'Empty for 1,000.';

/** Makes a wallet that holds test tokens, and shows its key. */
export function MakeTestWallet() {
  const submission = useSubmission('wallet');
  const [mint, setMint] = useState('');
  const [amount, setAmount] = useState('');
  const [made, setMade] = useState<TestWallet | null>(null);
  const token = chosenToken(mint);
  const make = async () => {
    setMade(null);
    setMade(await client.value.test.createWallet(fundsOf(token, amount)));
  };
  return (
    <section class="card stack">
      <h2>A funded wallet</h2>
      <p class="muted">A new payer or payee, with test tokens and SOL for network fees.</p>
      <form class="stack" onSubmit={submission.run(make)}>
        <TokenField submission={submission} value={mint} set={setMint} />
        <AmountField
          name="amount"
          label="Amount"
          hint={AMOUNT_HINT}
          submission={submission}
          token={token}
          value={amount}
          set={setAmount}
        />
        <FormError submission={submission} fields={['mint', 'amount']} />
        <button class="button" disabled={submission.busy}>
          Make a wallet
        </button>
      </form>
      <div role="status">
        {made && (
          <div class="message stack" data-tone="good">
            <p>
              It holds <Money amount={made.amount} mint={made.mint} />. Its key is kept nowhere: store it now
              if you want to sign with it.
            </p>
            <dl class="terms">
              <div>
                <dt>Address</dt>
                <dd>
                  <Copyable value={made.address} short={false} />
                </dd>
              </div>
              <div>
                <dt>Secret key, base64</dt>
                <dd>
                  <Copyable value={made.secretKey} short={false} />
                </dd>
              </div>
            </dl>
          </div>
        )}
      </div>
    </section>
  );
}

/** Gives test tokens to a wallet that exists. */
export function FundTestWallet() {
  const submission = useSubmission('fund');
  const [address, setAddress] = useState('');
  const [mint, setMint] = useState('');
  const [amount, setAmount] = useState('');
  const [balance, setBalance] = useState<Balance | null>(null);
  const token = chosenToken(mint);
  const fund = async () => {
    setBalance(null);
    setBalance(await client.value.test.fund({ address, ...fundsOf(token, amount) }));
  };
  return (
    <section class="card stack">
      <h2>Funds for a wallet</h2>
      <p class="muted">Test tokens for an address, and a SOL where it has less.</p>
      <form class="stack" onSubmit={submission.run(fund)}>
        <AddressField
          name="address"
          label="Address"
          submission={submission}
          value={address}
          set={setAddress}
        />
        <TokenField submission={submission} value={mint} set={setMint} />
        <AmountField
          name="amount"
          label="Amount"
          hint={AMOUNT_HINT}
          submission={submission}
          token={token}
          value={amount}
          set={setAmount}
        />
        <FormError submission={submission} fields={['address', 'mint', 'amount']} />
        <button class="button" disabled={submission.busy}>
          Fund it
        </button>
      </form>
      <div role="status">
        {balance && (
          <p class="message" data-tone="good">
            It holds <Money amount={balance.amount} mint={balance.mint} /> now.
          </p>
        )}
      </div>
    </section>
  );
}

function fundsOf(token: Token | null, amount: string): { mint?: string; amount?: string } {
  if (token === null) return {};
  return { mint: token.mint, ...(amount === '' ? {} : { amount: toAtomic(amount, token.decimals) }) };
}
