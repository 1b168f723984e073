import { shownAccents } from '../../../rules/merchants/accent.ts';
import { Logo } from '../../parts/logo.tsx';
import { session } from '../session.ts';

const THEMES = [
  { theme: 'light', label: 'On a light page' },
  { theme: 'dark', label: 'On a dark page' },
] as const;

/** The checkout as payers see it with what is typed, in both themes, and what was corrected so that they can read it. */
export function BrandPreview({
  logoUrl,
  accentColor,
  support,
}: {
  logoUrl: string | null;
  accentColor: string | null;
  support: string | null;
}) {
  const { name } = session.value!.merchant;
  const accents = accentColor === null ? null : shownAccents(accentColor);
  return (
    <div class="stack" aria-label="Preview" role="group">
      {THEMES.map(({ theme, label }) => {
        const shown = accents?.[theme];
        return (
          <figure key={theme} class="stack">
            <figcaption class="small muted">{label}</figcaption>
            <div
              class="preview"
              data-theme={theme}
              style={
                shown && {
                  '--accent': shown.color,
                  '--accent-hover': shown.hover,
                  '--on-accent': shown.text,
                }
              }
            >
              <div class="card stack">
                <p class="merchant">
                  <Logo url={logoUrl} />
                  <bdi>{name}</bdi>
                </p>
                <p>
                  <strong class="figure-value">12.50</strong> USDC{' '}
                  <span class="muted">every 30 days, until you cancel</span>
                </p>
                <span class="button button--wide">Approve</span>
                <p class="small">
                  <span class="preview-link">{support ?? 'See and stop your payments'}</span>
                </p>
              </div>
            </div>
            <p class="small" role="status">
              {shown?.corrected &&
                `${accentColor} is hard to read here (contrast ${shown.contrast.toFixed(2)}, and text needs 4.5): payers see ${shown.color}.`}
            </p>
          </figure>
        );
      })}
    </div>
  );
}
