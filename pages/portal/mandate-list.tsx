import type { WalletMandate } from '@autopay/sdk';
import type { PortalMode } from './page-data.ts';
import { amountInWords } from '../words/amount.ts';
import { dayInWords } from '../words/date.ts';
import { Heading } from './heading.tsx';
import { hrefOf } from './place.ts';
import { PriceOf, StateBadge } from './price.tsx';
import { stateOf, type StateInWords } from './state-of.ts';
import { whenInWords } from './when.ts';

const GROUPS: readonly { group: StateInWords['group']; title: string }[] = [
  { group: 'running', title: 'Running' },
  { group: 'waiting', title: 'Waiting for your approval' },
  { group: 'ended', title: 'Ended' },
];

/** Everything that this wallet agreed to, across merchants: what runs first. */
export function MandateList({
  mandates,
  modes,
  mode,
  choose,
}: {
  mandates: readonly WalletMandate[];
  modes: readonly PortalMode[];
  mode: PortalMode;
  choose: (mode: PortalMode) => void;
}) {
  return (
    <>
      <Heading title="Your payments" />
      {mandates.length > 0 && (
        <p class="muted small">Sellers choose their own names. Nobody has checked them.</p>
      )}
      {mandates.length === 0 && <Nothing modes={modes} mode={mode} choose={choose} />}
      {GROUPS.map(({ group, title }) => {
        const members = mandates.filter((mandate) => stateOf(mandate).group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} class="stack" aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{title}</h2>
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
  const { id, merchantName, symbol, decimals, totalPaid, nextChargeAt, periodSeconds } = mandate;
  return (
    <a class="card mandate" href={hrefOf(id)}>
      <span class="mandate-head">
        <bdi class="mandate-merchant">{merchantName}</bdi>
        <StateBadge state={stateOf(mandate)} />
      </span>
      {mandate.name && <bdi class="mandate-name">{mandate.name}</bdi>}
      <PriceOf mandate={mandate} />
      <span class="mandate-facts muted small">
        <span>Since {dayInWords(mandate.startAt)}</span>
        {nextChargeAt !== null && <span>Next payment {whenInWords(nextChargeAt, periodSeconds)}</span>}
        <span>
          {totalPaid === '0'
            ? 'Nothing paid so far'
            : `${amountInWords(totalPaid, decimals)} ${symbol} paid so far`}
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
      <h2>Nothing may be collected from this wallet{other && ` in ${mode.mode} mode`}</h2>
      <p>
        When you approve a subscription or pay for something with this wallet, it appears here: what you
        agreed to, what was paid, and the way to stop it.
      </p>
      <p class="muted">Paid from another account? Sign out, and sign in with that one.</p>
      {other && (
        <button class="button button--quiet" onClick={() => choose(other)}>
          Look in {other.mode} mode
        </button>
      )}
    </section>
  );
}
