import type { ComponentChildren } from 'preact';

/** What stands where there is nothing yet: what would be here, and the step that brings it. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="empty stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
