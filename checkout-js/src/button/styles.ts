import { element } from './element.ts';

/**
 * Themed by the element's custom properties, and each part by `::part`. The default colors have a contrast of
 * at least 4.5 to 1 in light and dark.
 */
const CSS = `
:host{display:inline-block;font:var(--autopay-font,400 1rem/1.5 system-ui,sans-serif);color-scheme:light dark;
--accent:var(--autopay-accent,#4338ca);--on-accent:var(--autopay-on-accent,#fff);--surface:var(--autopay-surface,#fff);--text:var(--autopay-text,#18181b);
--muted:var(--autopay-muted,#52525b);--line:var(--autopay-line,#d4d4d8);--danger:var(--autopay-danger,#b91c1c);--radius:var(--autopay-radius,.5rem)}
:host([hidden]){display:none}
@media(prefers-color-scheme:dark){:host{--accent:var(--autopay-accent,#a5b4fc);--on-accent:var(--autopay-on-accent,#1e1b4b);--surface:var(--autopay-surface,#18181b);
--text:var(--autopay-text,#fafafa);--muted:var(--autopay-muted,#a1a1aa);--line:var(--autopay-line,#3f3f46);--danger:var(--autopay-danger,#fca5a5)}}
*{box-sizing:border-box}
button{font:inherit;color:var(--text);background:none;border:1px solid var(--line);border-radius:var(--radius);padding:.625rem 1rem;min-height:2.75rem;cursor:pointer}
button:disabled{cursor:default;opacity:.7}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
dialog{width:26rem;max-width:calc(100vw - 2rem);max-height:calc(100vh - 2rem);overflow:auto;padding:1.5rem;border:1px solid var(--line);border-radius:calc(var(--radius)*2);background:var(--surface);color:var(--text)}
dialog::backdrop{background:rgb(0 0 0/.5)}
header{display:flex;gap:1rem;align-items:start;justify-content:space-between}
h2{font-size:1.25rem;line-height:1.3;margin:.375rem 0 0}
h2:focus{outline:none}
.close{border:0;padding:0;min-width:2.75rem;margin:-.25rem -.75rem 0 0;font-size:1.5rem;line-height:1}
p{margin:.75rem 0 0}
p:empty{margin:0}
.error{color:var(--danger)}
.warning{padding:.5rem .75rem;border:1px solid var(--line);border-radius:var(--radius)}
dl{margin:1rem 0 0;display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.5rem 1rem}
@media(max-width:30rem){dl{display:block}dd{padding-bottom:.5rem}}
dt{color:var(--muted);max-width:9rem}
dd{margin:0;overflow-wrap:anywhere}
details{margin-top:1rem}
summary{color:var(--muted);font-size:.875rem;cursor:pointer}
ul{list-style:none;margin:1rem 0 0;padding:0;display:grid;gap:.5rem}
.wallet{width:100%;display:flex;align-items:center;gap:.75rem;text-align:start}
figure{margin:1rem 0 0;text-align:center}
svg{width:min(100%,15rem)}
figcaption{color:var(--muted);font-size:.875rem}
.wallet img{width:1.75rem;height:1.75rem}
a{color:var(--accent)}
.reason{display:block;color:var(--muted);font-size:.875rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;position:sticky;bottom:-1.5rem;margin:.25rem -1.5rem -1.5rem;padding:.75rem 1.5rem 1.5rem;background:var(--surface)}
.actions:empty{display:none}
.actions .primary{flex:1 1 100%}
.busy::before{content:"";display:inline-block;width:1em;height:1em;margin-inline-end:.5em;vertical-align:-.125em;border:2px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){.busy::before{animation:none}}
`;

let sheet: CSSStyleSheet | undefined;

/**
 * Styles `root` without a style element or attribute, so it works under a strict Content-Security-Policy. Where sheets cannot be made so,
 * as in jsdom and Safari before 16.4, with an element.
 */
export function adoptStyles(root: ShadowRoot): void {
  try {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
  } catch {
    sheet = undefined;
    root.append(element('style', {}, CSS));
  }
}
