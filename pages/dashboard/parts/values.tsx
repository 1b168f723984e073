import { shortAddress } from '@autopay/checkout-js/words';
import { amountInWords } from '../../words/amount.ts';
import { exactMomentInWords, utcMomentInWords, zoneInWords } from '../../words/date.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { tokenOf } from '../tokens.ts';

/** An amount in a token's own unit: `12.50 TUSD`. A token that the registry no longer has is shown in its smallest unit. */
export function Money({ amount, mint }: { amount: string; mint: string }) {
  const token = tokenOf(mint);
  return token === null ? (
    <span class="money" title={mint}>
      {amountInWords(amount, 0)} of the smallest unit of {shortAddress(mint)}
    </span>
  ) : (
    <span class="money">
      {amountInWords(amount, token.decimals)} {token.symbol}
    </span>
  );
}

/** A moment in UTC, as the chart and the sums count days; in the reader's own zone, to the second, where it is pointed at. A dash for none. */
export function Moment({ at }: { at: number | null }) {
  if (at === null) return <span class="muted">–</span>;
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={`${exactMomentInWords(at)} ${zoneInWords(at)}`}>
      {utcMomentInWords(at)}
    </time>
  );
}

/** A moment that leads to what was then. */
export function MomentLink({ at, href }: { at: number; href: string }) {
  return (
    <a href={href}>
      <Moment at={at} />
    </a>
  );
}

/** An address, signature or id: short, whole when pointed at, and copied by its button. */
export function Copyable({ value, short = true }: { value: string; short?: boolean }) {
  return (
    <span class="copyable">
      <span class={short ? 'mono short' : 'mono'} title={value}>
        {short ? shortAddress(value) : value}
      </span>
      <CopyButton value={value} what={value} />
    </span>
  );
}

/** What only developers and support ask for, behind a click: ids, addresses and signatures. */
export function Ids(identifiers: Parameters<typeof CopyableTerms>[0]) {
  return (
    <details class="ids">
      <summary>Ids and addresses</summary>
      <dl class="terms">
        <CopyableTerms {...identifiers} />
      </dl>
    </details>
  );
}

/** Rows of a description list: what each value is called, and the value. Those without one are left out. */
export function CopyableTerms({
  terms,
}: {
  terms: readonly (readonly [term: string, value: string | null])[];
}) {
  return terms.map(
    ([term, value]) =>
      value && (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Copyable value={value} />
          </dd>
        </div>
      ),
  );
}
