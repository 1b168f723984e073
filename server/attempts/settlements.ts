import type { Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** A transfer on chain, identified by its position. */
export interface Landing {
  signature: string;
  /** Its index among the transaction's instructions. */
  instructionIndex: number;
}

/** What a transfer settles. */
export type SettledBy = { chargeId: string } | { refundId: string };

/**
 * Records that the first of these transfers that is not yet counted settles a charge or refund, and returns
 * its signature. Returns null if all of them settled something else before: then the charge or refund is not
 * settled. The caller holds the mandate locked, and the charge or refund has not succeeded.
 */
export async function claimSettlement(
  tx: Tx,
  { merchantId, livemode }: Tenant,
  target: SettledBy,
  landings: readonly Landing[],
  realNow: number,
): Promise<string | null> {
  for (const { signature, instructionIndex } of landings) {
    if (await isCounted(tx, { signature, instructionIndex })) continue;
    const row = { signature, instructionIndex, merchantId, livemode, ...target, recordedAt: realNow };
    const rows =
      await tx`insert into settlements ${tx(row)} on conflict (signature, instruction_index) do nothing returning 1`;
    if (rows.length > 0) return signature;
  }
  return null;
}

/** A charge with the one transfer that pays it. */
export interface ChargeLanding {
  tenant: Tenant;
  chargeId: string;
  landing: Landing;
}

/** The same for many charges with one transfer each, in one statement. Returns the ids of those that it settles. */
export async function claimSettlements(
  tx: Tx,
  claims: readonly ChargeLanding[],
  realNow: number,
): Promise<Set<string>> {
  const rows = await tx<{ chargeId: string }[]>`
    insert into settlements (signature, instruction_index, merchant_id, livemode, charge_id, recorded_at)
    select l.signature, l.instruction_index, l.merchant_id, l.livemode::boolean, l.charge_id, ${realNow}
    from unnest(
      ${claims.map(({ landing }) => landing.signature)}::text[],
      ${claims.map(({ landing }) => landing.instructionIndex)}::int[],
      ${claims.map(({ tenant }) => tenant.merchantId)}::text[],
      ${claims.map(({ tenant }) => String(tenant.livemode))}::text[],
      ${claims.map(({ chargeId }) => chargeId)}::text[]
    ) as l (signature, instruction_index, merchant_id, livemode, charge_id)
    where not exists (
      select 1 from settlements s where s.signature = l.signature and s.instruction_index in (l.instruction_index, -1))
    on conflict (signature, instruction_index) do nothing
    returning charge_id`;
  return new Set(rows.map(({ chargeId }) => chargeId));
}

/** Whether a transfer already settled something. -1 stands for every transfer of its transaction. */
export async function isCounted(tx: Tx, { signature, instructionIndex }: Landing): Promise<boolean> {
  const rows = await tx`
    select 1 from settlements where signature = ${signature} and instruction_index in (${instructionIndex}, -1)`;
  return rows.length > 0;
}
