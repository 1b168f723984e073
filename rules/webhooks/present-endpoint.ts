/** What the API shows of an endpoint's row. */
export interface ShownEndpoint {
  id: string;
  livemode: boolean;
  createdAt: number;
  url: string;
  secretLast4: string;
}

/**
 * An endpoint as the API shows it. Only the response to its creation contains `secret`; otherwise the secret
 * is masked except for its end.
 */
export function presentEndpoint(row: ShownEndpoint, secret?: string) {
  return {
    object: 'webhook_endpoint' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    url: row.url,
    secret: secret ?? `whsec_...${row.secretLast4}`,
  };
}
