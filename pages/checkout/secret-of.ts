import type { Started } from './started.ts';

type Held = Pick<Started, 'mandateId' | 'clientSecret' | 'returnUrl'>;

let current: Held | null = null;

/** Keeps the secret of the mandate being paid, for components deep in its screens. Only in memory. */
export function holdSecret({ mandateId, clientSecret, returnUrl }: Held): void {
  current = { mandateId, clientSecret, returnUrl };
}

/** The secret of that mandate, or null. */
export function secretOf(mandateId: string): string | null {
  return current?.mandateId === mandateId ? current.clientSecret : null;
}

/**
 * The address of this page with all that another browser needs to show the same: the secret too, which a mandate's checkout takes out of its
 * own address as soon as it has read it.
 */
export function wholeAddress(): string {
  if (current === null || location.hash !== '') return location.href;
  const back = current.returnUrl === null ? '' : `&return_url=${encodeURIComponent(current.returnUrl)}`;
  return `${location.href}#${current.clientSecret}${back}`;
}
