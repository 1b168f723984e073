/** The address of a hosted checkout and its parameters. */
export interface CheckoutAddress {
  /** Where the hosted pages are, such as https://pay.example.com. https, or http on this machine. */
  checkoutBase: string;
  mandateId: string;
  /** The mandate's `client_secret`. Never the merchant's secret key. */
  clientSecret: string;
  /**
   * Where the page offers to return to when the person is done. https, or http on this machine; at most 2,000
   * characters.
   */
  returnUrl?: string;
}

/** What a hosted page reads from its own address. */
export interface CheckoutLocation {
  mandateId: string;
  /** Null if the URL lacks the secret or has only part of it: the person needs the complete link. */
  clientSecret: string | null;
  /**
   * Anyone can make a link, so show the host and let the person choose to go there: never redirect
   * automatically. Null if there is none, or if it is not safe to link to.
   */
  returnUrl: string | null;
}

/** The parts of a browser's window that are used here. */
export interface CheckoutPage {
  location: { pathname: string; search: string; hash: string };
  history: { state: unknown; replaceState(state: unknown, unused: '', url: string): void };
  /** Storage that ends with the tab. Where it is blocked, a reload needs the complete link again. */
  sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
}

type Window = { location: { assign(url: string): void } } & CheckoutPage;

const ID_BODY = '[1-9A-HJ-NP-Za-km-z]{20,22}';
const MANDATE_ID = new RegExp(`^man_${ID_BODY}$`);
const CHECKOUT_PATH = new RegExp(`/checkout/(man_${ID_BODY})/?$`);
/** 32 random bytes in base58: 44 digits, rarely 43; 32 if all bytes were zero. */
const CLIENT_SECRET = /^cs_[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const MAX_RETURN_URL = 2_000;

/**
 * Redirects to the hosted checkout. The client_secret travels in the fragment, which browsers send neither to
 * a server nor in a referrer. Throws TypeError naming a wrong argument, before anything happens.
 */
export function redirectToCheckout(
  address: CheckoutAddress,
  location: { assign(url: string): void } = (globalThis as never as Window).location,
): void {
  location.assign(checkoutUrl(address));
}

/**
 * The URL that redirectToCheckout goes to: `/checkout/{mandateId}#{clientSecret}` under the base. Throws
 * TypeError naming a wrong argument.
 */
export function checkoutUrl({ checkoutBase, mandateId, clientSecret, returnUrl }: CheckoutAddress): string {
  const base = safeUrl(checkoutBase);
  if (base === null || base.search !== '' || base.hash !== '' || /\/v1\/?$/i.test(base.pathname)) {
    throw new TypeError(
      'checkoutBase must be an https address (or http on this machine) without query or fragment, nor /v1 at its end.',
    );
  }
  if (typeof mandateId !== 'string' || !MANDATE_ID.test(mandateId)) {
    throw new TypeError('mandateId must be the whole id of a mandate: man_ and 20 to 22 letters and digits.');
  }
  // The message never repeats the value: it may be a secret key.
  if (typeof clientSecret !== 'string' || !CLIENT_SECRET.test(clientSecret)) {
    throw new TypeError('clientSecret must be the client_secret of the mandate, which begins with cs_.');
  }
  if (returnUrl !== undefined && returnUrlOf(returnUrl) === null) {
    throw new TypeError(
      `returnUrl must be an https address (or http on this machine) of at most ${MAX_RETURN_URL} characters.`,
    );
  }
  const path = /^.*[^/]/s.exec(base.pathname)?.[0] ?? '';
  const back = returnUrl === undefined ? '' : `&return_url=${encodeURIComponent(returnUrl)}`;
  return `${base.origin}${path}/checkout/${mandateId}#${clientSecret}${back}`;
}

/**
 * Reads the URL of a hosted checkout when the page starts, and removes the fragment from the address bar and
 * the history, so that the client_secret is neither bookmarked nor shared by accident. A reload reads it from
 * the tab's own storage. Throws TypeError if the path is not that of a checkout.
 */
export function readCheckoutLocation(page: CheckoutPage = globalThis as never as Window): CheckoutLocation {
  const { location, history } = page;
  const mandateId = CHECKOUT_PATH.exec(location.pathname)?.[1];
  if (mandateId === undefined) throw new TypeError('location must be the address of a checkout.');
  const fragment = location.hash.slice(1);
  if (fragment !== '') history.replaceState(history.state, '', location.pathname + location.search);
  const key = `autopay:checkout:${mandateId}`;
  const kept = fragment === '' ? recall(page, key) : fragment;
  const [clientSecret = '', ...rest] = kept.split('&');
  if (!CLIENT_SECRET.test(clientSecret)) return { mandateId, clientSecret: null, returnUrl: null };
  if (fragment !== '') keep(page, key, fragment);
  const returnUrl = new URLSearchParams(rest.join('&')).get('return_url');
  return { mandateId, clientSecret, returnUrl: returnUrlOf(returnUrl) };
}

function returnUrlOf(text: string | null): string | null {
  return text !== null && text.length <= MAX_RETURN_URL && safeUrl(text) !== null ? text : null;
}

/** The absolute URL `text` if it is safe to send secrets there: https, or this machine. Null otherwise. */
function safeUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && local) ? url : null;
}

// Reading the property itself throws where a browser blocks storage.
function recall(page: CheckoutPage, key: string): string {
  try {
    return page.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(page: CheckoutPage, key: string, fragment: string): void {
  try {
    page.sessionStorage.setItem(key, fragment);
  } catch {
    // The page still works; a reload needs the complete link again.
  }
}
