import type { TrialParameter } from './page-data.ts';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The credential. Without one the service looks at the browser's session. */
export function KeyField({ value, onChange }: FieldProps) {
  return (
    <label class="field">
      <span class="label">Key or token</span>
      <input
        class="input"
        type="password"
        autocomplete="off"
        placeholder="sk_test_…"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="hint">
        Forgotten when you leave this page. Without one, your session of the dashboard counts, in the mode
        chosen at the top.
      </span>
    </label>
  );
}

/** One parameter: a choice where the contract names all values. */
export function ParameterField({
  parameter: { name, required, options },
  value,
  onChange,
}: FieldProps & { parameter: TrialParameter }) {
  const control = { value, required };
  return (
    <label class="field">
      <span class="label">
        <code>{name}</code> {!required && <span class="muted small">optional</span>}
      </span>
      {options === null ? (
        <input
          {...control}
          class="input"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select {...control} class="select" onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">–</option>
          {options.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

/** The body, which begins with the contract's example. */
export function BodyField({ value, onChange }: FieldProps) {
  return (
    <label class="field">
      <span class="label">Body</span>
      <textarea
        class="textarea"
        rows={12}
        spellcheck={false}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
