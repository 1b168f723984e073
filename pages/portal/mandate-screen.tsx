import { runningOutInWords } from '../running-out.ts';
import { activeOn, budgetOf } from './allowance.ts';
import { Cancel } from './cancel.tsx';
import { Charges } from './charges.tsx';
import { Facts } from './facts.tsx';
import { Failing } from './failing.tsx';
import { Heading } from './heading.tsx';
import type { Payer } from './payer.ts';
import { hrefOf, type Place } from './place.ts';
import { PlanSteps } from './plan-step.tsx';
import { PriceOf, StateBadge } from './price.tsx';
import { isCancellable, needsTopUp, paymentsLeft, runsOut, stateOf } from './state-of.ts';
import { TakeBack } from './take-back.tsx';
import { TopUp } from './top-up.tsx';

/** One mandate, and what its payer does to it. */
export function MandateScreen({ payer, place }: { payer: Payer; place: Place }) {
  const mandate = payer.mandates.find(({ id }) => id === place.mandateId);
  if (mandate === undefined)
    return (
      <section class="card stack">
        <Heading title="There is nothing here" />
        <p>This wallet agreed to no such payments, or they are in the other mode.</p>
        <a class="button button--quiet" href={hrefOf(null)}>
          See all your payments
        </a>
      </section>
    );
  if (place.action === 'cancel')
    return (
      <section class="card stack">
        <Cancel payer={payer} mandate={mandate} />
      </section>
    );
  if (place.action === 'top-up' && mandate.scheme === 'plan')
    return (
      <section class="card stack">
        <Heading title="Allow it again" />
        <PlanSteps payer={payer} mandate={mandate} />
        <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
          Back
        </a>
      </section>
    );
  if (place.action === 'top-up' && canTopUp(mandate))
    return (
      <section class="card stack">
        <TopUp payer={payer} mandate={mandate} />
      </section>
    );
  if (place.action === 'take-back' && !isCancellable(mandate))
    return (
      <section class="card stack">
        <Heading title={mandate.scheme === 'plan' ? 'End it on chain' : 'Take back the approval'} />
        {mandate.scheme === 'plan' ? (
          <PlanSteps payer={payer} mandate={mandate} />
        ) : (
          <TakeBack payer={payer} mandate={mandate} first={null} />
        )}
        <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
          Back
        </a>
      </section>
    );
  return <Overview payer={payer} mandate={mandate} />;
}

type Mandate = Payer['mandates'][number];

function Overview({ payer, mandate }: { payer: Payer; mandate: Mandate }) {
  return (
    <>
      <nav aria-label="Place">
        <a class="back" href={hrefOf(null)}>
          <span aria-hidden="true">←</span> Your payments
        </a>
      </nav>
      <section class="card stack">
        <header class="mandate-title">
          <div class="mandate-head">
            <Heading title={mandate.merchantName}>
              <bdi>{mandate.merchantName}</bdi>
            </Heading>
            <StateBadge state={stateOf(mandate)} />
          </div>
          {mandate.name && (
            <p class="mandate-name">
              <bdi>{mandate.name}</bdi>
            </p>
          )}
          <PriceOf mandate={mandate} />
          {mandate.description && (
            <p class="about muted">
              <bdi>{mandate.description}</bdi>
            </p>
          )}
        </header>
        {mandate.failing !== null && <Failing mandate={mandate} failing={mandate.failing} />}
        {mandate.onChain?.nextStep === 'restore' && (
          <p class="message" data-tone="warn">
            Your wallet has given its permission to another application, so the next payment cannot be
            collected. Sign once to continue; otherwise this subscription ends.
          </p>
        )}
        {needsTopUp(mandate) && mandate.failing === null && (
          <p class="message" data-tone="warn">
            What you approved no longer covers the next payment, so it cannot be collected. Top up to
            continue; otherwise this subscription ends.
          </p>
        )}
        {runsOut(mandate) && (
          <p class="message" data-tone="warn">
            {runningOutInWords(paymentsLeft(mandate)!)}
          </p>
        )}
        {mandate.status === 'pending' && (
          <p class="message">
            {mandate.sellMode === 'once' ? 'You have not paid this.' : 'You have not approved this.'} Nothing
            is collected until you do, on the page that the merchant gave you.
          </p>
        )}
        <Facts mandate={mandate} mandates={payer.mandates} />
        <Actions payer={payer} mandate={mandate} />
      </section>
      <Charges payer={payer} mandate={mandate} />
    </>
  );
}

function Actions({ payer, mandate }: { payer: Payer; mandate: Mandate }) {
  const isUrgent = needsTopUp(mandate) || runsOut(mandate);
  return (
    <nav class="actions" aria-label="What you can do">
      {mandate.onChain?.nextStep === 'restore' && (
        <a class="button" href={hrefOf(mandate.id, 'top-up')}>
          Allow it again
        </a>
      )}
      {canTopUp(mandate) && (
        <a class={`button ${isUrgent ? '' : 'button--quiet'}`} href={hrefOf(mandate.id, 'top-up')}>
          Top up
        </a>
      )}
      {isCancellable(mandate) ? (
        <a class="button button--danger" href={hrefOf(mandate.id, 'cancel')}>
          Cancel
        </a>
      ) : (
        isLeftOver(payer, mandate) && (
          <a class="button button--quiet" href={hrefOf(mandate.id, 'take-back')}>
            {mandate.scheme === 'plan' ? 'End it on chain' : 'Take back the approval'}
          </a>
        )
      )}
    </nav>
  );
}

/** Whether something that the payer can end stands on chain: more approved than what still runs on this token can take, or a subscription. */
function isLeftOver({ mandates }: Payer, mandate: Mandate): boolean {
  const { mint, sellMode, remainingAllowance, onChain } = mandate;
  if (mandate.scheme === 'plan') return onChain !== null && onChain.standing !== 'none';
  if (sellMode === 'once' || remainingAllowance === null) return false;
  const needed = activeOn(mint, mandates).reduce((sum, other) => sum + budgetOf(other), 0n);
  return BigInt(remainingAllowance) > needed;
}

/** A plan has no sum that runs out. */
function canTopUp({ status, sellMode, scheme }: Mandate): boolean {
  return status === 'active' && sellMode === 'subscription' && scheme === 'approval';
}
