import type { Db, Tx } from '../db/connect.ts';

/** Signatures with the mandate's reference that need not be read again. */
export async function listExaminedSignatures(sql: Db, mandateId: string): Promise<Set<string>> {
  const rows = await sql<{ signature: string }[]>`
    select signature from examined_signatures where mandate_id = ${mandateId}
    union all select signature from authorizations where mandate_id = ${mandateId} and kind = 'payment'`;
  return new Set(rows.map((row) => row.signature));
}

/** Signatures of approvals and payments that were counted for the mandate. */
export async function listCountedSignatures(sql: Db, mandateId: string): Promise<Set<string>> {
  const rows = await sql<
    { signature: string }[]
  >`select signature from authorizations where mandate_id = ${mandateId}`;
  return new Set(rows.map((row) => row.signature));
}

export async function insertExaminedSignatures(
  sql: Db,
  mandateId: string,
  signatures: readonly string[],
): Promise<void> {
  if (signatures.length === 0) return;
  await sql`
    insert into examined_signatures (mandate_id, signature)
    select ${mandateId}, unnest(${signatures as string[]}::text[]) on conflict do nothing`;
}

/** Forgets what was examined: what the mandate's payer is to sign has changed. */
export async function deleteExaminedSignatures(tx: Tx, mandateId: string): Promise<void> {
  await tx`delete from examined_signatures where mandate_id = ${mandateId}`;
}

/** An approval, subscription or payment found on chain. (signature, instructionIndex) counts for one mandate only. */
export interface AuthorizationRow {
  signature: string;
  instructionIndex: number;
  mandateId: string;
  kind: 'approval' | 'subscription' | 'payment';
  amount: bigint;
  slot: number;
  recordedAt: number;
}

/**
 * Counts an approval, subscription or payment for its mandate. Returns false if it was already counted, for this or another
 * one.
 */
export async function insertAuthorization(tx: Tx, row: AuthorizationRow): Promise<boolean> {
  const rows = await tx`
    insert into authorizations ${tx(row as unknown as Record<string, string>)} on conflict do nothing returning signature`;
  return rows.length > 0;
}
