import type { ComponentChildren } from 'preact';
import { mode } from '../session.ts';
import { Field, type Submission } from './form.tsx';

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, weeks: 604_800 } as const;

/** A unit that a person counts time in. */
export type TimeUnit = keyof typeof SECONDS;

/** A length of time as it is typed: how many of which unit. */
export interface TypedDuration {
  /** Digits; empty for none. */
  count: string;
  unit: TimeUnit;
}

/** A typed length of time in seconds; 0 for none. Time is no money: a number holds every length that the service takes. */
export function secondsOf({ count, unit }: TypedDuration): number {
  return count === '' ? 0 : Number(count) * SECONDS[unit];
}

interface DurationFieldProps {
  name: string;
  label: string;
  hint?: string;
  submission: Submission;
  value: TypedDuration;
  required?: boolean;
  /** Whether it is counted in whole hours, in test mode too. */
  wholeHours?: boolean;
  set: (value: TypedDuration) => void;
  /** What stands beside it, such as the button that takes it. */
  children?: ComponentChildren;
}

/** Asks for a length of time. In live mode nothing is counted in seconds or minutes: an hour is the least there. */
export function DurationField({
  name,
  label,
  hint,
  submission,
  value,
  required = false,
  wholeHours = false,
  set,
  children,
}: DurationFieldProps) {
  const units = (Object.keys(SECONDS) as TimeUnit[]).filter(
    (unit) => (mode.value === 'test' && !wholeHours) || SECONDS[unit] >= SECONDS.hours,
  );
  return (
    <Field name={name} label={label} {...(hint === undefined ? {} : { hint })} submission={submission}>
      {(control) => (
        <div class="row duration">
          <input
            {...control}
            class="input"
            type="number"
            inputMode="numeric"
            min="1"
            step="1"
            required={required}
            value={value.count}
            onInput={(event) => set({ ...value, count: event.currentTarget.value })}
          />
          <select
            class="select"
            aria-label={`${label}: unit`}
            value={value.unit}
            onChange={(event) => set({ ...value, unit: event.currentTarget.value as TimeUnit })}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </select>
          {children}
        </div>
      )}
    </Field>
  );
}
