import type { ComponentChildren } from 'preact';
import { Moment } from './values.tsx';

/** Something that happened. */
export interface Happening {
  key: string;
  /** Unix seconds. */
  at: number;
  what: ComponentChildren;
}

/** What happened, newest first. */
export function Timeline({ happenings }: { happenings: readonly Happening[] }) {
  if (happenings.length === 0) return <p class="muted">Nothing yet.</p>;
  return (
    <ol class="timeline">
      {happenings
        .toSorted((one, other) => other.at - one.at)
        .map(({ key, at, what }) => (
          <li key={key}>
            <span class="small muted">
              <Moment at={at} />
            </span>
            <div>{what}</div>
          </li>
        ))}
    </ol>
  );
}
