/** What can be found. */
export type FoundKind = keyof typeof PATHS;

/** By what it was found. */
export type Matched =
  | 'id'
  | 'receipt_number'
  | 'signature'
  | 'client_reference'
  | 'address'
  | 'name'
  | 'metadata';

/** Something found, with what says which one it is. */
export interface Found {
  kind: FoundKind;
  /** Of a customer the address. */
  id: string;
  createdAt: number;
  name: string | null;
  status: string | null;
  payer: string | null;
  /** Atomic units. */
  amount: bigint | null;
  mint: string | null;
}

/** What one way of looking found: one more than is shown, if there are so many. */
export interface FoundBy {
  matched: Matched;
  rows: readonly Found[];
}

/** Shown of what one way of looking finds, and in all. */
export const [MOST_OF_ONE, MOST] = [5, 20];

const PATHS = {
  mandate: '/v1/mandates/',
  charge: '/v1/charges/',
  refund: '/v1/refunds/',
  customer: '/v1/customers?payer=',
  product: '/v1/products/',
  payment_link: '/v1/payment_links/',
  event: '/v1/events/',
  webhook_delivery: '/v1/webhook_deliveries/',
} as const;

/** The response to a search; `found` has the likeliest ways first. What was found in two ways is shown once. */
export function presentSearch(
  { query, livemode, createdAt }: { query: string; livemode: boolean; createdAt: number },
  found: readonly FoundBy[],
) {
  const rows = new Map<string, { row: Found; matched: Matched }>();
  for (const { matched, rows: all } of found) {
    for (const row of all.slice(0, MOST_OF_ONE)) {
      const key = `${row.kind} ${row.id}`;
      if (!rows.has(key)) rows.set(key, { row, matched });
    }
  }
  const shown = [...rows.values()].slice(0, MOST);
  return {
    object: 'search' as const,
    livemode,
    createdAt,
    query,
    data: shown.map(({ row, matched }) => ({
      object: 'search_result' as const,
      kind: row.kind,
      id: row.id,
      livemode,
      createdAt: row.createdAt,
      matched,
      path: PATHS[row.kind] + row.id,
      name: row.name,
      status: row.status,
      payer: row.payer,
      amount: row.amount === null ? null : row.amount.toString(),
      mint: row.mint,
    })),
    hasMore: rows.size > shown.length || found.some((each) => each.rows.length > MOST_OF_ONE),
  };
}
