import type { PayerSession } from '../wallet-sign-in.ts';

/** Who is signed in here, and with which wallet: it is asked first when something is to be signed. */
export interface PortalSession extends PayerSession {
  walletName: string;
}

const SESSION_KEY = 'autopay:payer-session';
const MODE_KEY = 'autopay:payer-mode';

/** The session of this tab, or null where there is none or its time is over. */
export function readSession(): PortalSession | null {
  try {
    const session = JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? 'null') as PortalSession | null;
    return session !== null && session.expiresAt > Date.now() / 1000 ? session : null;
  } catch {
    return null;
  }
}

/** Keeps the session for as long as this tab lives, or with null forgets it. */
export function keepSession(session: PortalSession | null): void {
  try {
    if (session === null) sessionStorage.removeItem(SESSION_KEY);
    else sessionStorage.setItem(SESSION_KEY, JSON.stringify(session));
  } catch {
    // Storage is blocked: the session lives until a reload.
  }
}

/** The mode that was looked at last in this tab, or null. */
export function readMode(): string | null {
  try {
    return sessionStorage.getItem(MODE_KEY);
  } catch {
    return null;
  }
}

/** Keeps the mode for this tab. */
export function keepMode(mode: string): void {
  try {
    sessionStorage.setItem(MODE_KEY, mode);
  } catch {
    // Storage is blocked: a reload begins with the usual one.
  }
}
