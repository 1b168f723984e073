import { useAccent } from '../parts/brand.tsx';
import { Logo } from '../parts/logo.tsx';
import { NoticesLink } from '../parts/notices-link.tsx';
import { Support } from '../parts/support.tsx';
import { common } from '../words/here.ts';
import { activeOn, budgetOf } from './allowance.ts';
import { Cancel } from './cancel.tsx';
import { Charges } from './charges.tsx';
import { Cures } from './cures.tsx';
import { Facts } from './facts.tsx';
import { Failing, offersApproval } from './failing.tsx';
import { Heading } from './heading.tsx';
import type { Payer } from './payer.ts';
import { hrefOf, type Place } from './place.ts';
import { PlanSteps } from './plan-step.tsx';
import { PriceOf, StateBadge } from './price.tsx';
import { isCancellable, needsTopUp, paymentsLeft, runsOut, stateOf } from './state-of.ts';
import { TakeBack } from './take-back.tsx';
import { TopUp } from './top-up.tsx';
import { words } from './words.ts';

/** One mandate, and what its payer does to it. */
export function MandateScreen({ payer, place }: { payer: Payer; place: Place }) {
  const mandate = payer.mandates.find(({ id }) => id === place.mandateId);
  if (mandate === undefined)
    return (
      <section class="card stack">
        <Heading title={words.noSuch} />
        <p>{words.noSuchHere}</p>
        <a class="button button--quiet" href={hrefOf(null)}>
          {words.seeAll}
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
        <Heading title={words.allowAgain} />
        <PlanSteps payer={payer} mandate={mandate} />
        <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
          {words.back}
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
        <Heading title={mandate.scheme === 'plan' ? words.endOnChain : words.takeBack} />
        {mandate.scheme === 'plan' ? (
          <PlanSteps payer={payer} mandate={mandate} />
        ) : (
          <TakeBack payer={payer} mandate={mandate} first={null} />
        )}
        <a class="button button--quiet button--wide" href={hrefOf(mandate.id)}>
          {words.back}
        </a>
      </section>
    );
  return <Overview payer={payer} mandate={mandate} />;
}

type Mandate = Payer['mandates'][number];

function Overview({ payer, mandate }: { payer: Payer; mandate: Mandate }) {
  useAccent(mandate.brand.accentColor);
  return (
    <>
      <nav aria-label={words.place}>
        <a class="back" href={hrefOf(null)}>
          <span class="arrow" aria-hidden="true" /> {words.title}
        </a>
      </nav>
      <section class="card stack">
        <header class="mandate-title">
          <div class="mandate-head">
            <Logo url={mandate.brand.logoUrl} />
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
            {words.otherApplication}
          </p>
        )}
        {needsTopUp(mandate) && mandate.failing === null && (
          <p class="message" data-tone="warn">
            {common.runOut}
          </p>
        )}
        {runsOut(mandate) && (
          <p class="message" data-tone="warn">
            {common.runningOut(paymentsLeft(mandate)!)}
          </p>
        )}
        <Cures cures={curesBeside(payer, mandate)} mandates={payer.mandates} />
        {mandate.status === 'pending' && (
          <p class="message">{mandate.sellMode === 'once' ? words.notPaid : words.notApproved}</p>
        )}
        <Facts mandate={mandate} mandates={payer.mandates} />
        <Actions payer={payer} mandate={mandate} />
        <NoticesLink url={mandate.noticesUrl} />
        <Support brand={mandate.brand} merchantName={mandate.merchantName} />
      </section>
      <Charges payer={payer} mandate={mandate} />
    </>
  );
}

/** What the payments in this token lack beside an approval, for which this screen has words of its own, as for a payment that has failed. */
function curesBeside({ cures }: Payer, { mint, status, failing }: Mandate): Payer['cures'] {
  if (status !== 'active' || failing !== null) return [];
  return cures.filter((cure) => cure.mint === mint && cure.kind !== 'approve');
}

function Actions({ payer, mandate }: { payer: Payer; mandate: Mandate }) {
  const isUrgent = needsTopUp(mandate) || runsOut(mandate);
  return (
    <nav class="actions" aria-label={words.whatYouCanDo}>
      {hasContent(mandate) && (
        <a class="button button--quiet" href={`/p/${mandate.product}#paid`}>
          {words.seeBought}
        </a>
      )}
      {mandate.onChain?.nextStep === 'restore' && (
        <a class="button" href={hrefOf(mandate.id, 'top-up')}>
          {words.allowAgain}
        </a>
      )}
      {canTopUp(mandate) && !offersApproval(mandate) && (
        <a class={`button ${isUrgent ? '' : 'button--quiet'}`} href={hrefOf(mandate.id, 'top-up')}>
          {common.renew}
        </a>
      )}
      {isCancellable(mandate) ? (
        <a class="button button--danger" href={hrefOf(mandate.id, 'cancel')}>
          {words.cancel}
        </a>
      ) : (
        isLeftOver(payer, mandate) && (
          <a class="button button--quiet" href={hrefOf(mandate.id, 'take-back')}>
            {mandate.scheme === 'plan' ? words.endOnChain : words.takeBack}
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

/** Whether a product was paid for, whose page shows its content to the wallet that paid. */
function hasContent({ product, status, totalPaid }: Mandate): boolean {
  return product !== null && (status === 'active' || status === 'completed' || totalPaid !== '0');
}

/** A plan has no sum that runs out. */
function canTopUp({ status, sellMode, scheme }: Mandate): boolean {
  return status === 'active' && sellMode === 'subscription' && scheme === 'approval';
}
