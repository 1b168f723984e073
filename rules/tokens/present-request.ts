/** What the API shows of a token request's row. */
export interface ShownTokenRequest {
  id: string;
  livemode: boolean;
  createdAt: number;
  mint: string;
  note: string | null;
  status: 'pending' | 'approved' | 'rejected';
  reviewedAt: number | null;
}

/**
 * A token request as the API shows it. The merchant is not shown: the owner reviews the token, not the
 * merchant.
 */
export function presentTokenRequest(row: ShownTokenRequest) {
  return {
    object: 'token_request' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    mint: row.mint,
    note: row.note,
    status: row.status,
    reviewedAt: row.reviewedAt,
  };
}
