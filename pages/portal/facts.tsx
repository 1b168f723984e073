import type { ComponentChildren } from 'preact';
import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletMandate } from '@autopay/sdk';
import { amountInWords } from '../words/amount.ts';
import { dayInWords } from '../words/date.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { activeOn } from './allowance.ts';
import { whenInWords } from './when.ts';

/** Where a mandate stands: when, how much so far, and how much at most. */
export function Facts({ mandate, mandates }: { mandate: WalletMandate; mandates: readonly WalletMandate[] }) {
  const { symbol, decimals, periodSeconds, nextChargeAt, trialEndsAt, status, periodsCharged } = mandate;
  const inWords = (atomic: string) => `${amountInWords(atomic, decimals)} ${symbol}`;
  const once = mandate.sellMode === 'once';
  const isActive = status === 'active' && !once;
  const sharing = activeOn(mandate.mint, mandates).length;
  return (
    <>
      <dl class="terms">
        {!once && status !== 'pending' && (
          <Fact term="Next payment">
            {nextChargeAt === null ? 'None' : whenInWords(nextChargeAt, periodSeconds)}
          </Fact>
        )}
        {trialEndsAt !== null && periodsCharged === 0 && isActive && (
          <Fact term="Free until">{whenInWords(trialEndsAt, periodSeconds)}</Fact>
        )}
        <Fact term="Paid so far">
          {inWords(mandate.totalPaid)}
          {!once && periodsCharged > 0 && (
            <span class="muted">
              {' '}
              in {periodsCharged} {periodsCharged === 1 ? 'payment' : 'payments'}
            </span>
          )}
        </Fact>
        {mandate.totalRefunded !== '0' && <Fact term="Refunded">{inWords(mandate.totalRefunded)}</Fact>}
        {isActive && (
          <Fact term="May still be collected">
            {mandate.remainingBudget === null
              ? `${inWords(mandate.amountPerPeriod)} each period, until you cancel`
              : `${inWords(mandate.remainingBudget)} at most`}
            {mandate.authorizedUntil !== null && (
              <span class="muted">, enough until {dayInWords(mandate.authorizedUntil)}</span>
            )}
          </Fact>
        )}
        {isActive && mandate.scheme === 'plan' && (
          <Fact term="Enforced by">
            The Solana program: one payment each period, to this merchant’s wallet only
          </Fact>
        )}
        {!once && status !== 'pending' && mandate.scheme === 'approval' && (
          <Fact term="Approved on chain">
            {mandate.remainingAllowance === null ? (
              'The chain cannot be asked at the moment'
            ) : (
              <>
                {inWords(mandate.remainingAllowance)}
                {sharing > 1 && (
                  <span class="muted">
                    , for all {sharing} that you pay in {symbol}
                  </span>
                )}
              </>
            )}
          </Fact>
        )}
        {isActive && mandate.maxPeriods !== null && (
          <Fact term="Ends by itself">After {mandate.maxPeriods} payments in all</Fact>
        )}
        <Fact term="Agreed on">{dayInWords(mandate.createdAt)}</Fact>
      </dl>
      <details>
        <summary>Addresses</summary>
        <dl class="terms addresses">
          <AddressFact term="Paid to" value={mandate.payee} />
          <AddressFact term="Paid from" value={mandate.payer} />
          <AddressFact term="Token" value={mandate.mint} />
          {!once && <AddressFact term="Who may collect" value={mandate.delegate} />}
          <AddressFact term="Reference" value={mandate.reference} />
          {mandate.subscription && (
            <>
              <AddressFact term="Subscription on chain" value={mandate.subscription.account} />
              <AddressFact term="Its plan" value={mandate.subscription.plan} />
              <AddressFact term="Who owns the plan" value={mandate.subscription.planOwner} />
            </>
          )}
        </dl>
      </details>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An address by its ends, whole for whoever copies or points at it. */
export function AddressFact({ term, value }: { term: string; value: string }) {
  return (
    <Fact term={term}>
      <span class="mono" title={value}>
        {shortAddress(value)}
      </span>{' '}
      <CopyButton value={value} what={`the address: ${term}`} />
    </Fact>
  );
}
