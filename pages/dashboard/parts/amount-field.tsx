import { useEffect, useRef } from 'preact/hooks';
import { type Token, toAtomic } from '@autopay/sdk';
import { Field, type Submission } from './form.tsx';

interface AmountFieldProps {
  name: string;
  label: string;
  hint?: string;
  submission: Submission;
  /** The token that it is an amount of; null while none is chosen. */
  token: Token | null;
  value: string;
  required?: boolean;
  set: (value: string) => void;
}

/** Asks for an amount in a token's own unit. What is no amount of that token is said at once, and keeps the form from being sent. */
export function AmountField({
  name,
  label,
  hint,
  submission,
  token,
  value,
  required = false,
  set,
}: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const problem = value === '' || token === null ? null : problemOf(value, token);
  useEffect(() => input.current!.setCustomValidity(problem ?? ''), [problem]);
  return (
    <Field
      name={name}
      label={token ? `${label} in ${token.symbol}` : label}
      {...(hint === undefined ? {} : { hint })}
      submission={submission}
    >
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            aria-invalid={problem !== null || control['aria-invalid']}
            class="input input--amount"
            inputMode="decimal"
            autocomplete="off"
            required={required}
            value={value}
            onInput={(event) => set(event.currentTarget.value.trim())}
          />
          <p class="error" role="status">
            {problem}
          </p>
        </>
      )}
    </Field>
  );
}

function problemOf(amount: string, { decimals, symbol }: Token): string | null {
  try {
    return toAtomic(amount, decimals) === '0' ? 'Write more than nothing.' : null;
  } catch (error) {
    if (!(error instanceof RangeError)) return 'Write digits, with a point for the rest, such as 12.50.';
    return decimals === 0
      ? `${symbol} has no decimals, and an account holds less than 2⁶⁴.`
      : `${symbol} has ${decimals} decimals, and an account holds less than 2⁶⁴ of the smallest unit.`;
  }
}
