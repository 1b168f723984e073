import type { Alarm } from '../../rules/notices/notice.ts';
import type { Db, Tx } from '../db/connect.ts';

/** A row of `operator_alarms`. Real time. */
export interface AlarmRow extends Alarm {
  toldAt: number | null;
  tellAt: number;
  endedAt: number | null;
}

/** Every alarm that there ever was; nobody else changes them until this transaction ends. */
export async function lockAlarms(tx: Tx): Promise<AlarmRow[]> {
  // One process at a time, also where there is no row yet.
  await tx`select pg_advisory_xact_lock(hashtext('autopay/operator_alarms'))`;
  return tx<AlarmRow[]>`
    select alarm, nullif(mode, 'none') as mode, since, value, told_at, tell_at, ended_at from operator_alarms`;
}

/** Writes an alarm as it is now. */
export async function saveAlarm(
  tx: Tx,
  { alarm, mode, since, value, toldAt, tellAt, endedAt }: AlarmRow,
): Promise<void> {
  await tx`
    insert into operator_alarms (alarm, mode, since, value, told_at, tell_at, ended_at)
    values (${alarm}, ${mode ?? 'none'}, ${since}, ${value}, ${toldAt}, ${tellAt}, ${endedAt})
    on conflict (alarm, mode) do update
    set since = excluded.since, value = excluded.value, told_at = excluded.told_at, tell_at = excluded.tell_at, ended_at = excluded.ended_at`;
}

/** What the database knows of a mode's chain and work. */
export interface ModeHealth {
  /** Since when the oldest due charge waits; null if none does. */
  dueAt: number | null;
  haltedReason: string | null;
  /** When the chain was last seen to go on; null if never. */
  seenSlotAt: number | null;
  /** What the fee payer held when it was last looked at; null if never. */
  lamports: bigint | null;
}

/** The same for a mode whose chain `feePayer` pays the fees of. */
export async function readModeHealth(
  db: Db,
  livemode: boolean,
  { feePayer, now }: { feePayer: string; now: number },
): Promise<ModeHealth> {
  const [row] = await db<[ModeHealth]>`
    select
      (select min(wake_at) from charges
        where livemode = ${livemode} and status in ('scheduled', 'retrying') and wake_at <= ${now}
          and (backoff_until is null or backoff_until <= ${now})) as due_at,
      (select halted_reason from chains where livemode = ${livemode}) as halted_reason,
      (select seen_slot_at from chains where livemode = ${livemode}) as seen_slot_at,
      (select lamports::numeric from fee_payer_samples
        where livemode = ${livemode} and fee_payer = ${feePayer} order by minute desc limit 1) as lamports`;
  return row;
}
