import type { Alarm } from '../../rules/notices/notice.ts';
import { affordablePulls, LOW_LAMPORTS } from '../chain/fee-payer.ts';
import type { AlarmRow, ModeHealth } from './queries.ts';

/** An alarm that is raised now. */
export type Raised = Omit<Alarm, 'since'>;

/** As the doctor has it: the sweep runs every 15 s, so what has been due for longer waits for something. */
const LATE_SECONDS = 300;
/** Slots take half a second, and the worker looks every 15 s. */
const BEHIND_SECONDS = 300;
/** Of the disk. */
const FULL_PERCENT = 90;

/** It is said again after so long, while it lasts. */
const AGAIN_SECONDS = 86_400;
/** What comes and goes is said once in so long. */
const CALM_SECONDS = 3_600;

/** What is wrong in a mode. */
export function raisedIn(mode: 'test' | 'live', health: ModeHealth, now: number): Raised[] {
  const { dueAt, haltedReason, seenSlotAt, lamports } = health;
  const late = dueAt === null ? 0 : now - dueAt;
  const behind = seenSlotAt === null ? 0 : now - seenSlotAt;
  return [
    ...(haltedReason === null ? [] : [{ alarm: 'chain_halted' as const, mode, value: null }]),
    ...(behind > BEHIND_SECONDS ? [{ alarm: 'chain_behind' as const, mode, value: behind }] : []),
    // What waits for a chain that is halted or behind is no news.
    ...(late > LATE_SECONDS && haltedReason === null && behind <= BEHIND_SECONDS
      ? [{ alarm: 'charges_late' as const, mode, value: late }]
      : []),
    ...(lamports !== null && lamports < LOW_LAMPORTS
      ? [{ alarm: 'fee_payer_low' as const, mode, value: Number(affordablePulls(lamports)) }]
      : []),
  ];
}

/** Whether a disk is nearly full. */
export function raisedByDisk(usedPercent: number): Raised[] {
  return usedPercent >= FULL_PERCENT
    ? [{ alarm: 'disk_full', mode: null, value: Math.floor(usedPercent) }]
    : [];
}

/** How an alarm stands after it was looked for, and what is said now. */
export interface Verdict {
  row: AlarmRow;
  say: 'alarm' | 'relief' | null;
}

/** Takes an alarm on: `raised` is null where it is over. Null where there is nothing to write. */
export function judgeAlarm(known: AlarmRow | null, raised: Raised | null, now: number): Verdict | null {
  if (raised === null) {
    if (known === null || known.endedAt !== null) return null;
    const wasTold = known.toldAt !== null && known.toldAt >= known.since;
    return { row: { ...known, endedAt: now }, say: wasTold ? 'relief' : null };
  }
  const lasts = known !== null && known.endedAt === null;
  const toldAt = known?.toldAt ?? null;
  const since = lasts ? known.since : now;
  const tellAt = lasts ? known.tellAt : toldAt === null ? now : Math.max(now, toldAt + CALM_SECONDS);
  const row = { ...raised, since, toldAt, tellAt, endedAt: null };
  if (now < tellAt) return { row, say: null };
  return { row: { ...row, toldAt: now, tellAt: now + AGAIN_SECONDS }, say: 'alarm' };
}
