import type { CheckoutAccess } from './checkout-api.ts';

/**
 * The address that a wallet on a phone opens for a mandate, to be shown as a QR code: a transaction request as the Solana Pay specification 1.0
 * writes it, `solana:` and an https address, encoded since it has a query. The mandate's secret is in it, as there is no other place that a wallet
 * would send it from.
 */
export function solanaPayLink({
  apiBase,
  mandateId,
  clientSecret,
}: Pick<CheckoutAccess, 'apiBase' | 'mandateId' | 'clientSecret'>): string {
  const base = apiBase.replace(/\/$/, '');
  const request = new URL(`${base}/v1/checkout/mandates/${encodeURIComponent(mandateId)}/solana_pay`);
  request.searchParams.set('client_secret', clientSecret);
  return `solana:${encodeURIComponent(request.href)}`;
}
