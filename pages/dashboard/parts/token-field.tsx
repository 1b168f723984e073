import type { Token } from '@autopay/sdk';
import { shortAddress } from '@autopay/checkout-js/words';
import { hrefOf } from '../router.ts';
import { areTokensRead, tokens } from '../tokens.ts';
import { Field, type Submission } from './form.tsx';

/** The tokens that the merchant accepts, the one that pricing falls back to first. */
export function acceptedTokens(): Token[] {
  return [...tokens.value.values()]
    .filter(({ accepted }) => accepted)
    .toSorted(
      (one, other) => Number(other.floor) - Number(one.floor) || one.symbol.localeCompare(other.symbol),
    );
}

/** The token of a mint, or the first that is accepted; null where there is none. */
export function chosenToken(mint: string): Token | null {
  return tokens.value.get(mint) ?? acceptedTokens()[0] ?? null;
}

/** Asks for a token that the merchant accepts. `value` is a mint; empty for the first. */
export function TokenField({
  label = 'Token',
  submission,
  value,
  set,
}: {
  label?: string;
  submission: Submission;
  value: string;
  set: (mint: string) => void;
}) {
  const choices = acceptedTokens();
  if (choices.length === 0 && areTokensRead.value)
    return (
      <p class="message" data-tone="warn">
        No token is accepted yet. <a href={hrefOf('/tokens')}>Go to the tokens</a>
      </p>
    );
  return (
    <Field name="mint" label={label} submission={submission}>
      {(control) => (
        <select
          {...control}
          class="select"
          value={chosenToken(value)?.mint}
          onChange={(event) => set(event.currentTarget.value)}
        >
          {choices.map(({ mint, symbol }) => (
            <option key={mint} value={mint}>
              {symbol} · {shortAddress(mint)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
