import type { WalletCure, WalletMandate } from '@autopay/sdk';
import type { PortalMode } from './page-data.ts';
import { Logo } from '../parts/logo.tsx';
import { zoneInWords } from '../words/date.ts';
import { common, dayInWords, priceInWords } from '../words/here.ts';
import { Cures } from './cures.tsx';
import { Heading } from './heading.tsx';
import { hrefOf } from './place.ts';
import { PriceOf, StateBadge } from './price.tsx';
import { stateOf } from './state-of.ts';
import { whenInWords } from './when.ts';
import { words } from './words.ts';

const GROUPS = ['running', 'waiting', 'bought', 'ended'] as const;

/** Everything that this wallet agreed to, across merchants: what runs first. */
export function MandateList({
  mandates,
  cures,
  modes,
  mode,
  choose,
}: {
  mandates: readonly WalletMandate[];
  cures: readonly WalletCure[];
  modes: readonly PortalMode[];
  mode: PortalMode;
  choose: (mode: PortalMode) => void;
}) {
  return (
    <>
      <Heading title={words.title} />
      <Cures cures={cures} mandates={mandates} />
      {mandates.length > 0 && (
        <p class="muted small">
          {words.namesUnchecked} {common.daysHere(zoneInWords(Date.now() / 1000))}
        </p>
      )}
      {mandates.length === 0 && <Nothing modes={modes} mode={mode} choose={choose} />}
      {GROUPS.map((group) => {
        const members = mandates.filter((mandate) => stateOf(mandate).group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} class="stack" aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{words.groups[group]}</h2>
            <ul class="mandates">
              {members.map((mandate) => (
                <li key={mandate.id}>
                  <MandateCard mandate={mandate} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function MandateCard({ mandate }: { mandate: WalletMandate }) {
  const { id, merchantName, brand, totalPaid, nextChargeAt, periodSeconds } = mandate;
  const state = stateOf(mandate);
  const isBought = state.group === 'bought';
  return (
    <a class="card mandate" href={hrefOf(id)}>
      <span class="mandate-head">
        <span class="mandate-merchant">
          <Logo url={brand.logoUrl} />
          <bdi>{merchantName}</bdi>
        </span>
        <StateBadge state={state} />
      </span>
      {mandate.name && <bdi class="mandate-name">{mandate.name}</bdi>}
      <PriceOf mandate={mandate} />
      <span class="mandate-facts muted small">
        <span>{(isBought ? words.boughtOn : words.since)(dayInWords(mandate.startAt))}</span>
        {nextChargeAt !== null && (
          <span>{words.nextPaymentOn(whenInWords(nextChargeAt, periodSeconds))}</span>
        )}
        <span>
          {totalPaid === '0'
            ? words.nothingPaid
            : (isBought ? words.paidOf : words.paidSoFarOf)(priceInWords(totalPaid, mandate))}
        </span>
      </span>
    </a>
  );
}

/** What will stand here, and how it comes about. */
function Nothing({
  modes,
  mode,
  choose,
}: {
  modes: readonly PortalMode[];
  mode: PortalMode;
  choose: (mode: PortalMode) => void;
}) {
  const other = modes.find((each) => each.mode !== mode.mode);
  return (
    <section class="card stack">
      <h2>{words.nothingHere[other ? mode.mode : 'all']}</h2>
      <p>{words.willAppear}</p>
      <p class="muted">{words.otherAccount}</p>
      {other && (
        <button class="button button--quiet" onClick={() => choose(other)}>
          {words.lookIn[other.mode]}
        </button>
      )}
    </section>
  );
}
