import type { Sql } from '../db/connect.ts';

/** What is known about the transactions with a refund-approval reference. */
export interface KnownApprovals {
  isApproved: boolean;
  examined: Set<string>;
}

/**
 * The signatures with the reference that were read before, and whether one of them is the payee's approval.
 */
export async function listKnownApprovals(sql: Sql, reference: string): Promise<KnownApprovals> {
  const rows = await sql<{ signature: string; isApproval: boolean }[]>`
    select signature, is_approval from refund_approvals where reference = ${reference}`;
  return {
    isApproved: rows.some(({ isApproval }) => isApproval),
    examined: new Set(rows.map(({ signature }) => signature)),
  };
}

/** Stores what was read, so that it is not read again. */
export async function insertKnownApprovals(
  sql: Sql,
  reference: string,
  { approvals, others }: { approvals: readonly string[]; others: readonly string[] },
): Promise<void> {
  const signatures = [...approvals, ...others];
  if (signatures.length === 0) return;
  await sql`
    insert into refund_approvals (reference, signature, is_approval)
    select ${reference}, read.signature, read.signature = any(${approvals as string[]}::text[])
    from unnest(${signatures}::text[]) as read (signature) on conflict do nothing`;
}
