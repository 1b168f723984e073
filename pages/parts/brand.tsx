import { useEffect } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';

/** How a merchant's pages look, and where its payers turn to. */
export type Brand = CheckoutView['brand'];

/**
 * Shows the page in the merchant's colour while it is about them. A style sheet of its own, since no page has inline styles: the same that the
 * server puts into pages whose merchant it knows, which then is there already.
 */
export function useAccent(color: string | null): void {
  useEffect(() => {
    const href = color === null ? null : `/accent/${color.slice(1)}.css`;
    if (href === null || document.querySelector(`link[href="${href}"]`)) return undefined;
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    document.head.append(sheet);
    return () => sheet.remove();
  }, [color]);
}
