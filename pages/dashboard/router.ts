import { computed, signal } from '@preact/signals';

const BASE = '/dashboard';

/** Where the dashboard is: the address behind `/dashboard`, such as `/mandates/man_1`, and its query. */
export const place = signal(read());
export const path = computed(() => place.value.path);
export const query = computed(() => place.value.query);

addEventListener('popstate', () => (place.value = read()));

/** The address to link to: `hrefOf('/mandates', { status: 'active' })`. Empty values are left out. */
export function hrefOf(to: string, parameters: Record<string, string | null | undefined> = {}): string {
  const kept = Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const search = new URLSearchParams(kept).toString();
  return `${BASE}${to === '/' ? '' : to}${search && `?${search}`}`;
}

/** Goes to a place of the dashboard without loading the page again. */
export function navigate(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  place.value = read();
  if (!replace) scrollTo(0, 0);
}

/** Follows a click on a link of the dashboard here, unless it asks for a new tab. */
export function followHere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.download)
    return;
  const url = new URL(link.href);
  // A place in this page, such as its content, is the browser's own to go to, with the focus.
  if (url.hash !== '' && url.pathname === location.pathname) return;
  if (url.origin !== location.origin || !(url.pathname === BASE || url.pathname.startsWith(`${BASE}/`)))
    return;
  event.preventDefault();
  navigate(url.pathname + url.search);
}

function read(): { path: string; query: URLSearchParams } {
  const path = location.pathname.slice(BASE.length).replace(/\/$/, '') || '/';
  return { path, query: new URLSearchParams(location.search) };
}
