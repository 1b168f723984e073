import type { Db, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

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
  /** The whole transaction; null if it was counted before its bytes were kept, and nobody has asked for them since. */
  wire: Uint8Array | null;
}

/** What was counted for a tenant's mandate, oldest first. */
export function listAuthorizations(
  sql: Db,
  { merchantId, livemode }: Tenant,
  mandateId: string,
): Promise<AuthorizationRow[]> {
  return sql<AuthorizationRow[]>`
    select a.signature, a.instruction_index, a.mandate_id, a.kind, a.amount, a.slot, a.recorded_at, a.wire
    from authorizations a
    join mandates m on m.id = a.mandate_id and m.merchant_id = ${merchantId} and m.livemode = ${livemode}
    where a.mandate_id = ${mandateId}
    order by a.recorded_at, a.slot, a.instruction_index`;
}

/** Keeps the bytes of a transaction that was counted before they were kept. */
export async function keepWire(sql: Db, signature: string, wire: Uint8Array): Promise<void> {
  await sql`update authorizations set wire = ${wire} where signature = ${signature} and wire is null`;
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
