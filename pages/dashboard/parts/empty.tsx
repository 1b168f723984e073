import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icons.tsx';
import { hrefOf } from '../router.ts';

/** What stands where there is nothing yet: what would be here, and the step that brings it. */
export function Empty({
  title,
  next,
  isView = false,
  children,
}: {
  title: string;
  /** Whether it is all that the view shows. */
  isView?: boolean;
  /** Where the step is taken, if it is one of the dashboard's views. */
  next?: { to: string; label: string };
  children: ComponentChildren;
}) {
  return (
    <section class="empty stack">
      {isView ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
      {next && (
        <p>
          <a class="button" href={hrefOf(next.to)}>
            {next.label}
            <Icon name="next" />
          </a>
        </p>
      )}
    </section>
  );
}
