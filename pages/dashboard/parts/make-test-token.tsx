import { useState } from 'preact/hooks';
import type { Token } from '@autopay/sdk';
import { client } from '../session.ts';
import { loadTokens } from '../tokens.ts';
import { Field, FormError, useSubmission } from './form.tsx';
import { Copyable } from './values.tsx';

const PROGRAMS = { token: 'Token', 'token-2022': 'Token-2022' } as const;

/** Makes a token of any number of decimals on the test registry. */
export function MakeTestToken() {
  const submission = useSubmission('token');
  const [decimals, setDecimals] = useState('6');
  const [program, setProgram] = useState<keyof typeof PROGRAMS>('token');
  const [made, setMade] = useState<Token | null>(null);
  const make = async () => {
    setMade(null);
    const token = await client.value.test.createToken({ decimals: Number(decimals), program });
    await loadTokens();
    setMade(token);
  };
  return (
    <section class="card stack">
      <h2>A token</h2>
      <p class="muted">To see your shop with other decimals, or with the newer token program.</p>
      <form class="stack" onSubmit={submission.run(make)}>
        <Field name="decimals" label="Decimals" hint="0 to 12." submission={submission}>
          {(control) => (
            <input
              {...control}
              class="input input--amount"
              type="number"
              inputMode="numeric"
              required
              min="0"
              max="12"
              value={decimals}
              onInput={(event) => setDecimals(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field name="program" label="Program" submission={submission}>
          {(control) => (
            <select
              {...control}
              class="select"
              value={program}
              onChange={(event) => setProgram(event.currentTarget.value as keyof typeof PROGRAMS)}
            >
              {Object.entries(PROGRAMS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormError submission={submission} fields={['decimals', 'program']} />
        <button class="button" disabled={submission.busy}>
          Make a token
        </button>
      </form>
      <div role="status">
        {made && (
          <p class="message" data-tone="good">
            {made.symbol} is on the test registry: <Copyable value={made.mint} />
          </p>
        )}
      </div>
    </section>
  );
}
