import { navigate, hrefOf, path, query } from '../router.ts';

export interface FilterProps {
  /** The API's name of the parameter. */
  name: string;
  label: string;
  /** What can be chosen; without it a text is typed, such as an address. */
  options?: readonly string[];
  /** What a person reads for an option; default the option itself, in words. */
  labelOf?: (option: string) => string;
  /** Texts that can match something at all, and what such a text is, for people. Default: any. */
  wants?: { form: RegExp; words: string };
}

/** What to type into a field for wallets: the service compares whole addresses. */
export const WHOLE_ADDRESS = {
  form: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  words: 'the whole address of a wallet, 32 to 44 letters and digits',
};

/**
 * A choice or a text that narrows a list. It stands in the address, so that a narrowed list can be shared and comes back by the
 * back button. A text takes effect when the field is left or Enter is pressed.
 */
export function Filter({
  name,
  label,
  options,
  labelOf = (option) => option.replaceAll('_', ' '),
}: FilterProps) {
  const value = query.value.get(name) ?? '';
  return (
    <label class="row filter">
      <span>{label}</span>
      {options === undefined ? (
        <input
          class="input input--address"
          value={value}
          onChange={(event) => narrow(name, event.currentTarget.value.trim())}
        />
      ) : (
        <select
          class="select select--short"
          value={value}
          onChange={(event) => narrow(name, event.currentTarget.value)}
        >
          <option value="">All</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

function narrow(name: string, value: string): void {
  const parameters = { ...Object.fromEntries(query.value), [name]: value };
  navigate(hrefOf(path.value, parameters), { replace: true });
}
