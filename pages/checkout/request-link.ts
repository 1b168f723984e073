/**
 * The address that a wallet opens for a mandate: a transaction request as the Solana Pay specification 1.0 writes it, `solana:` and an
 * https address, encoded since it has a query. The mandate's secret is in it, as there is no other place that a wallet would send it from.
 */
export function requestLink(origin: string, mandateId: string, clientSecret: string): string {
  const request = new URL(`/v1/checkout/mandates/${encodeURIComponent(mandateId)}/solana_pay`, origin);
  request.searchParams.set('client_secret', clientSecret);
  return `solana:${encodeURIComponent(request.href)}`;
}
