import type { Db, Tx } from '../db/connect.ts';
import { type ChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import type { MayBeForgotten } from '../recovery/recovery-wait.ts';
import type { RefundFailure } from './queries.ts';

/**
 * Processes whose clocks differ by more than 30 s do not sign, so two clocks differ by at most twice that.
 */
const CLOCKS_DIFFER_SECONDS = 60;

/**
 * Reads what decides whether refunds of a charge may be forgotten. None was made before its mandate, or
 * before our signature that is known to have paid it.
 */
async function readDoubt(sql: Db, chargeId: string): Promise<MayBeForgotten> {
  const [row] = await sql<MayBeForgotten[]>`
    select c.refunds_recovered_through as recovered_through,
      greatest(
        m.recorded_at,
        (select signed_at - ${CLOCKS_DIFFER_SECONDS} from attempts where charge_id = c.id and state = 'landed')) as recorded_at
    from charges c join mandates m on m.id = c.mandate_id where c.id = ${chargeId}`;
  return row!;
}

/** The bounds of what may be forgotten of a charge's refunds, or null if nothing can be. */
export async function findForgottenRefunds(
  sql: Db,
  state: ChainState | null,
  chargeId: string,
): Promise<MayBeForgotten | null> {
  if (state === null || state.recoverBefore === null) return null;
  const doubt = await readDoubt(sql, chargeId);
  return mayHaveForgotten(state, doubt) ? doubt : null;
}

/**
 * Makes pending refunds that exceed what is left of a charge be checked now, rejected with `failure`: they
 * end once they can no longer land. Lock the charge first.
 */
export async function refuseUncovered(
  tx: Tx,
  chargeId: string,
  failure: RefundFailure,
  realNow: number,
): Promise<void> {
  await tx`
    update refunds r
    set failure_code = ${failure.code}, failure_message = ${failure.message}, wake_at = ${realNow}, version = r.version + 1
    from charges c
    where r.charge_id = ${chargeId} and c.id = r.charge_id and r.status = 'pending' and r.amount > c.amount - c.refunded
      and not exists (select 1 from attempts a where a.refund_id = r.id and a.state = 'signed')`;
}

/**
 * Records that no refund of this charge is forgotten up to this recovery. Internal: the version does not
 * change.
 */
export async function setRefundsRecoveredThrough(tx: Tx, chargeId: string, recovery: number): Promise<void> {
  await tx`update charges set refunds_recovered_through = ${recovery} where id = ${chargeId}`;
}
