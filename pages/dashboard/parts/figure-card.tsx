import type { ComponentChildren } from 'preact';

/** One figure with what it is, and how it stands against the window before: in words, since colour alone tells nobody enough. */
export function FigureCard({
  label,
  children,
  change,
  to = null,
  what,
}: {
  label: string;
  children: ComponentChildren;
  /** Such as `12.50 more than before`. */
  change: ComponentChildren;
  /** The address of the list of what it counts. Without one, as where there is nothing to list, the figure is plain. */
  to?: string | null;
  /** What that list shows. */
  what?: string;
}) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd class="figure-value">
        {to === null ? (
          children
        ) : (
          <a href={to} title={what}>
            {children}
          </a>
        )}
      </dd>
      <dd class="small muted">{change}</dd>
    </div>
  );
}

/** How `now` stands against `before`, both whole numbers; `words` writes a difference. */
export function changeInWords(now: bigint, before: bigint, words: (difference: bigint) => string): string {
  if (now === before) return 'As much as before';
  return now > before ? `${words(now - before)} more than before` : `${words(before - now)} less than before`;
}
