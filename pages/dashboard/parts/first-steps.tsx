import { hrefOf } from '../router.ts';
import { mode, session } from '../session.ts';
import { Empty } from './empty.tsx';

/** How a merchant comes to the first payment; in test mode with which account of the test wallet to do what. */
export function FirstSteps() {
  return <Empty title="No payment yet">{mode.value === 'test' ? <TestSteps /> : <LiveSteps />}</Empty>;
}

function TestSteps() {
  const { payoutWallet } = session.value!.merchant;
  return (
    <>
      <p>
        Try all of it in this browser, with no real money. The test wallet is built in: use one of its
        accounts to be paid, and another to pay, since a wallet cannot pay itself.
      </p>
      <ol class="steps">
        <li>
          <a href={hrefOf('/payout-wallet')}>Prove a payout wallet</a> with <strong>Account 1</strong>, to be
          paid. {payoutWallet && <strong>Done.</strong>}
        </li>
        <li>
          <a href={hrefOf('/payment-links')}>Make a payment link</a>, paid to that account, and open it in
          another tab.
        </li>
        <li>
          Pay it with the test wallet as <strong>Account 2</strong>: press Switch account at the foot of the
          page, make a new account, and get it test tokens.
        </li>
        <li>Come back: the payment is here a few seconds later.</li>
        <li>
          Open it under <a href={hrefOf('/charges')}>Payments</a> and refund it. <strong>Account 1</strong>{' '}
          was paid, so it signs.
        </li>
      </ol>
      <p>
        Then <a href={hrefOf('/going-live')}>go live</a>: one page says what real money still needs.
      </p>
    </>
  );
}

function LiveSteps() {
  return (
    <ol class="steps">
      <li>
        <a href={hrefOf('/going-live')}>See what is missing</a> before you can be paid real money.
      </li>
      <li>
        <a href={hrefOf('/payment-links')}>Make a payment link</a>, and open it in another tab.
      </li>
      <li>Send it to somebody who wants to pay you.</li>
      <li>Come back: the payment is here a few seconds later.</li>
    </ol>
  );
}
