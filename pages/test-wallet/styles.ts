/** A face of its own, in light and dark, so that nobody takes it for the page: docked at the top on a desk, at the bottom of a phone. */
const CSS = `
:host{color-scheme:light dark;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;
--ground:#fffdf7;--text:#221a08;--muted:#645a41;--line:#8f8056;--amber:#724600;--on-amber:#fff2d6;--sunken:#f6efdd;--accent:#724600}
@media(prefers-color-scheme:dark){:host{--ground:#1d1a13;--text:#f7f1e2;--muted:#c3b898;--line:#8f8056;--amber:#f4ca78;--on-amber:#221a08;--sunken:#2a251a;--accent:#f4ca78}}
*{box-sizing:border-box}
dialog{width:min(24rem,calc(100vw - 2rem));max-height:calc(100dvh - 2rem);margin:1rem 1rem auto auto;padding:0;overflow:auto;
border:1px solid var(--line);border-radius:14px;background:var(--ground);color:var(--text);overflow-wrap:anywhere;box-shadow:0 12px 48px rgb(0 0 0/.28)}
dialog::backdrop{background:rgb(10 8 2/.5)}
@media(width<32rem){dialog{width:100vw;max-width:100vw;max-height:92dvh;margin:auto 0 0;border-width:1px 0 0;border-radius:16px 16px 0 0}}
.stripe{margin:0;padding:.5rem 1.25rem;background:var(--amber);color:var(--on-amber);font-size:.8125rem;font-weight:600}
.inside{display:grid;gap:1rem;padding:1.25rem}
p,h2,ol,pre{margin:0}
.who{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;color:var(--muted);font-size:.875rem;font-weight:600}
.mono,pre{font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace}
h2{font-size:1.1875rem;line-height:1.3}
h2:focus{outline:none}
ol{display:grid;gap:.375rem;padding-inline-start:1.25rem}
pre{max-height:14rem;padding:.75rem;overflow:auto;border-radius:8px;background:var(--sunken);font-size:.8125rem;white-space:pre-wrap}
.muted{color:var(--muted);font-size:.875rem}
.gift{display:grid;gap:.5rem;padding:.75rem;border-radius:10px;background:var(--sunken);font-size:.9375rem}
.gift p:empty{display:none}
button{min-height:44px;min-width:44px;padding:.5rem 1rem;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--sunken)}
.gift button:hover{background:var(--ground)}
button[aria-disabled=true]{color:var(--muted);cursor:progress}
.yes,.yes:hover{border-color:var(--amber);background:var(--amber);color:var(--on-amber)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
fieldset{display:grid;gap:.5rem;margin:0;padding:0;border:0;min-width:0}
legend{padding:0 0 .375rem;font-size:.875rem;font-weight:600}
fieldset p:empty{display:none}
label{display:flex;gap:.75rem;align-items:center;min-height:44px;padding:.375rem .75rem;border:1px solid var(--line);border-radius:10px;cursor:pointer}
label:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);background:var(--sunken)}
input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--accent)}
.account{display:grid;min-width:0;font-weight:400;color:var(--text)}
.account .muted{font-size:.8125rem}
.bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:center;padding:.375rem 1rem;border-top:1px solid var(--line);background:var(--ground);color:var(--text);font-size:.875rem}
.bar .account{display:flex;flex-wrap:wrap;gap:0 .75rem}
.answers{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}
`;

let sheet: CSSStyleSheet | null = null;

/** Styles the shadow tree by a constructed sheet: a page's Content-Security-Policy has to allow no inline style. */
export function adoptStyles(root: ShadowRoot): void {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  root.adoptedStyleSheets = [sheet];
}
