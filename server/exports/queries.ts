import type { Db } from '../db/connect.ts';
import type { Bought } from '../../rules/mandates/bought.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** What of a mandate stands in the lines of its charges and refunds. */
export interface MandateFacts extends Omit<Bought, 'description'> {
  id: string;
  payer: string;
  payee: string;
  mint: string;
  decimals: number;
  /** The first authorization that was counted for it; null without one. */
  authorizationSignature: string | null;
}

/** The facts of a tenant's mandates, by id. */
export async function listMandateFacts(
  sql: Db,
  { merchantId, livemode }: Tenant,
  ids: readonly string[],
): Promise<Map<string, MandateFacts>> {
  const rows = await sql<MandateFacts[]>`
    select m.id, m.payer, m.payee, m.mint, m.decimals, m.name, m.offer_id, m.client_reference, m.metadata, (
      select a.signature from authorizations a where a.mandate_id = m.id
      order by a.recorded_at, a.slot, a.instruction_index limit 1) as authorization_signature
    from mandates m
    where m.id = any(${[...new Set(ids)]}::text[]) and m.merchant_id = ${merchantId} and m.livemode = ${livemode}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The places of the transfers that settled charges, in their transactions; a charge without one is left out. */
export async function listInstructionIndexes(
  sql: Db,
  { merchantId, livemode }: Tenant,
  chargeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ chargeId: string; instructionIndex: number }[]>`
    select charge_id, instruction_index from settlements
    where charge_id = any(${chargeIds as string[]}::text[]) and merchant_id = ${merchantId} and livemode = ${livemode}
      and instruction_index >= 0`;
  return new Map(rows.map((row) => [row.chargeId, row.instructionIndex]));
}

/** The transactions that settled charges, by the charge's id. */
export async function listChargeSignatures(
  sql: Db,
  { merchantId, livemode }: Tenant,
  chargeIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; txSignature: string }[]>`
    select id, tx_signature from charges
    where id = any(${[...new Set(chargeIds)]}::text[]) and merchant_id = ${merchantId} and livemode = ${livemode}
      and tx_signature is not null`;
  return new Map(rows.map((row) => [row.id, row.txSignature]));
}
