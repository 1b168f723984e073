import { computed, effect, signal } from '@preact/signals';
import { Autopay, isAutopayError, type Session } from '@autopay/sdk';
import { noteRole } from '../test-wallet/roles.ts';

/** Test and live data never mix; every request carries the one that is chosen. */
export type Mode = 'test' | 'live';

const MODE_KEY = 'autopay-mode';
const MERCHANT_KEY = 'autopay-merchant';

/** Who is signed in: null for nobody, undefined until that is known. */
export const session = signal<Session | null | undefined>(undefined);

/** The mode that is looked at. Kept for this tab. */
export const mode = signal<Mode>(sessionStorage.getItem(MODE_KEY) === 'live' ? 'live' : 'test');
effect(() => {
  sessionStorage.setItem(MODE_KEY, mode.value);
  // Real money is looked at without the bar of the test wallet.
  document.body.dataset['mode'] = mode.value;
});
/**
 * The merchant that this tab is about, whatever another tab of the same person goes over to; null until that is known: then it is the one
 * that the session is at.
 */
export const merchantId = signal<string | null>(sessionStorage.getItem(MERCHANT_KEY));
effect(() => {
  if (merchantId.value === null) sessionStorage.removeItem(MERCHANT_KEY);
  else sessionStorage.setItem(MERCHANT_KEY, merchantId.value);
});

/** What every request of this tab says of itself. */
export function requestHeaders(): Record<string, string> {
  return merchantId.peek() === null ? {} : { 'svc-merchant': merchantId.peek()! };
}

const fetchHere: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(requestHeaders())) headers.set(name, value);
  return fetch(input, { ...init, headers });
};

// The test wallet says of an account that it is this one.
effect(() => {
  if (!session.value || mode.value === 'live') return;
  const { id, name, payoutWallet } = session.value.merchant;
  noteRole(`payout:${id}`, payoutWallet, `Payout wallet of ${name}`);
});

/** The public API, called with this browser's session in a mode: what the dashboard can do, a merchant's code can. */
export function clientIn(chosen: Mode): Autopay {
  return new Autopay(null, { baseUrl: location.origin, mode: chosen, fetch: fetchHere });
}

/** The same in the mode that is looked at. */
export const client = computed(() => clientIn(mode.value));

/** Finds out who is signed in. Throws any other error, such as a lost connection. */
export async function loadSession(): Promise<void> {
  try {
    session.value = await client.value.sessions.current();
  } catch (error) {
    if (!endsSession(error)) throw error;
    if (merchantId.value !== null) {
      // Perhaps they are only no longer in this tab's merchant.
      merchantId.value = null;
      return loadSession();
    }
    session.value = null;
  }
}

/** Ends this session, here and at the service. */
export async function signOut(): Promise<void> {
  try {
    await client.value.sessions.delete();
  } catch (error) {
    if (!endsSession(error)) throw error;
  }
  session.value = null;
  // Somebody else may sign in next.
  merchantId.value = null;
}

/** Whether an error means that nobody is signed in any more. */
export function endsSession(error: unknown): boolean {
  return isAutopayError(error) && error.status === 401;
}
