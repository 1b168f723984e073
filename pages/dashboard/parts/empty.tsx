import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icons.tsx';
import { hrefOf } from '../router.ts';

/** What stands where there is nothing yet: what would be here, and the step that brings it. */
export function Empty({
  title,
  next,
  children,
}: {
  title: string;
  /** Where the step is taken, if it is one of the dashboard's views. */
  next?: { to: string; label: string };
  children: ComponentChildren;
}) {
  return (
    <section class="empty stack">
      <h2>{title}</h2>
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
