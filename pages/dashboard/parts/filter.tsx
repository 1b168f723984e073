import { stateInWords } from './status-words.ts';
import { navigate, hrefOf, path, query } from '../router.ts';

export interface FilterProps {
  /** The API's name of the parameter. */
  name: string;
  label: string;
  /** What can be chosen; without it a text is typed, such as an address. */
  options?: readonly string[];
  /** What a person reads for an option; default the state that it is, in words. */
  labelOf?: (option: string) => string;
  /** What stands for no choice. */
  all?: string;
  /** A day of the calendar, in UTC as all times here: its first second, or its last. */
  day?: 'first' | 'last';
  /** Texts that the filter can match; any other is searched for. Default: any. */
  wants?: RegExp;
}

/** The service compares whole addresses. */
export const WHOLE_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** And whole ids. */
export const WHOLE_MANDATE = /^man_[1-9A-HJ-NP-Za-km-z]{20,22}$/;

/** An entry of metadata. */
export const ENTRY = /^[^:]{1,40}:/;

const DAY_SECONDS = 86_400;

/**
 * What the filters in the address ask the service for. What names none of them, and a day that is none, is left out: somebody may have typed
 * it.
 */
export function askedBy(filters: readonly FilterProps[]): Record<string, string> {
  const asked = [...filters, ORDER].flatMap(({ name, day, options }) => {
    const value = query.value.get(name) ?? '';
    if (value === '' || (name === ORDER.name && !options!.includes(value))) return [];
    if (day === undefined) return [[name, value]];
    const start = Date.parse(`${value}T00:00:00Z`) / 1000;
    return Number.isNaN(start) ? [] : [[name, String(day === 'first' ? start : start + DAY_SECONDS - 1)]];
  });
  return Object.fromEntries(asked) as Record<string, string>;
}

/** The order of a list, which the head of the column that it is by turns round too. */
export const ORDER: FilterProps = {
  name: 'order',
  label: 'Order',
  options: ['asc'],
  all: 'Newest first',
  labelOf: () => 'Oldest first',
};

/**
 * A choice or a text that narrows a list. It stands in the address, so that a narrowed list can be shared and comes back by the
 * back button. A text takes effect when the field is left or Enter is pressed.
 */
export function Filter({ name, label, options, labelOf = stateInWords, all = 'All', day }: FilterProps) {
  const value = query.value.get(name) ?? '';
  return (
    <label class="row filter" data-filter={name}>
      <span>{label}</span>
      {day !== undefined ? (
        <input
          class="input input--day"
          type="date"
          value={value}
          onChange={(event) => narrow({ [name]: event.currentTarget.value })}
        />
      ) : options === undefined ? (
        <input
          class="input input--address"
          value={value}
          onChange={(event) => narrow({ [name]: event.currentTarget.value.trim() })}
        />
      ) : (
        <select
          class="select select--short"
          value={value}
          onChange={(event) => narrow({ [name]: event.currentTarget.value })}
        >
          <option value="">{all}</option>
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

/** The day of a moment in UTC, as a filter by day takes it: `2026-11-21`. */
export function dayOf(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}

/** Changes what narrows or orders the list on show. */
export function narrow(change: Record<string, string>): void {
  const parameters = { ...Object.fromEntries(query.value), ...change };
  navigate(hrefOf(path.value, parameters), { replace: true });
}
