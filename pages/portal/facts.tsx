import type { ComponentChildren } from 'preact';
import { shortAddress } from '@autopay/checkout-js/words';
import type { WalletMandate } from '@autopay/sdk';
import { Copy } from '../parts/copy.tsx';
import { zoneInWords } from '../words/date.ts';
import { common, dayInWords, priceInWords } from '../words/here.ts';
import { activeOn } from './allowance.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

/** Where a mandate stands: when, how much so far, and how much at most. */
export function Facts({ mandate, mandates }: { mandate: WalletMandate; mandates: readonly WalletMandate[] }) {
  const { symbol, periodSeconds, nextChargeAt, trialEndsAt, status, periodsCharged } = mandate;
  const inWords = (atomic: string) => priceInWords(atomic, mandate);
  const once = mandate.sellMode === 'once';
  const isActive = status === 'active' && !once;
  const sharing = activeOn(mandate.mint, mandates).length;
  return (
    <>
      <dl class="terms">
        {!once && status !== 'pending' && (
          <Fact term={words.nextPayment}>
            {nextChargeAt === null ? words.none : whenInWords(nextChargeAt, periodSeconds)}
          </Fact>
        )}
        {trialEndsAt !== null && periodsCharged === 0 && isActive && (
          <Fact term={words.freeUntil}>{whenInWords(trialEndsAt, periodSeconds)}</Fact>
        )}
        <Fact term={once ? words.paid : words.paidSoFar}>
          {inWords(mandate.totalPaid)}
          {!once && periodsCharged > 0 && <span class="muted"> {words.inPayments(periodsCharged)}</span>}
        </Fact>
        {mandate.totalRefunded !== '0' && <Fact term={words.refunded}>{inWords(mandate.totalRefunded)}</Fact>}
        {isActive && (
          <Fact term={words.mayStill}>
            {mandate.remainingBudget === null
              ? words.eachPeriod(inWords(mandate.amountPerPeriod))
              : words.atMost(inWords(mandate.remainingBudget))}
            {mandate.authorizedUntil !== null && (
              <span class="muted">{words.enoughUntil(dayInWords(mandate.authorizedUntil))}</span>
            )}
          </Fact>
        )}
        {isActive && mandate.scheme === 'plan' && <Fact term={words.enforcedBy}>{words.byProgram}</Fact>}
        {!once && status !== 'pending' && mandate.scheme === 'approval' && (
          <Fact term={words.approvedOnChain}>
            {mandate.remainingAllowance === null ? (
              words.chainSilent
            ) : (
              <>
                {inWords(mandate.remainingAllowance)}
                {sharing > 1 && <span class="muted">{words.forAll(sharing, symbol)}</span>}
              </>
            )}
          </Fact>
        )}
        {isActive && mandate.maxPeriods !== null && (
          <Fact term={words.endsByItself}>{words.afterPayments(mandate.maxPeriods)}</Fact>
        )}
        <Fact term={once && status === 'completed' ? words.bought : words.agreedOn}>
          {dayInWords(mandate.createdAt)}
        </Fact>
      </dl>
      <p class="muted small">{common.daysHere(zoneInWords(Date.now() / 1000))}</p>
      <details>
        <summary>{words.addresses}</summary>
        <dl class="terms addresses">
          <AddressFact term={words.paidTo} value={mandate.payee} />
          <AddressFact term={words.paidFrom} value={mandate.payer} />
          <AddressFact term={words.token} value={mandate.mint} />
          {!once && <AddressFact term={words.whoMayCollect} value={mandate.delegate} />}
          <AddressFact term={words.reference} value={mandate.reference} />
          {mandate.subscription && (
            <>
              <AddressFact term={words.onChainAccount} value={mandate.subscription.account} />
              <AddressFact term={words.itsPlan} value={mandate.subscription.plan} />
              <AddressFact term={words.planOwner} value={mandate.subscription.planOwner} />
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
      <Copy value={value} what={words.theAddress(term)} />
    </Fact>
  );
}
