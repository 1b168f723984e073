/** What the API shows of an endpoint's row. */
export interface ShownEndpoint<Type extends string> {
  id: string;
  livemode: boolean;
  createdAt: number;
  url: string;
  description: string | null;
  /** Null without a filter. */
  events: readonly Type[] | null;
  secretLast4: string;
}

/**
 * An endpoint as the API shows it. Only the response to its creation contains `secret`; otherwise the secret
 * is masked except for its end.
 */
export function presentEndpoint<Type extends string>(row: ShownEndpoint<Type>, secret?: string) {
  return {
    object: 'webhook_endpoint' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    url: row.url,
    description: row.description,
    events: row.events === null ? null : [...row.events],
    secret: secret ?? `whsec_...${row.secretLast4}`,
  };
}
