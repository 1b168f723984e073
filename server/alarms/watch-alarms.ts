import { statfs } from 'node:fs/promises';
import type { Alarm } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';
import { judgeAlarm, type Raised, raisedByDisk, raisedIn, type Verdict } from './decide.ts';
import { lockAlarms, readModeHealth, saveAlarm } from './queries.ts';

export interface Watched {
  /** The directory of the embedded database, whose disk is looked at; null: the database is elsewhere. */
  databaseDir: string | null;
}

/**
 * Looks for what an operator must look at, and tells AUTOPAY_OPERATOR_EMAIL: when it begins, each day while it lasts, and when it is over. Does nothing where nobody is to
 * be told. Reads the database alone, so that it also works while no node answers.
 */
export async function watchAlarms(deployment: Deployment, { databaseDir }: Watched): Promise<void> {
  const { db, clock, mail } = deployment;
  if (mail === null || mail.operators.length === 0) return;
  const now = clock.seconds();
  const raised = [...(databaseDir === null ? [] : raisedByDisk(await usedPercent(databaseDir)))];
  for (const livemode of [false, true]) {
    const chain = chainOf(deployment, livemode);
    if (chain === null) continue;
    const health = await readModeHealth(db, livemode, { feePayer: chain.feePayer.address, now });
    raised.push(...raisedIn(chain.mode, health, now));
  }
  await db.begin((tx) => record(tx, deployment, raised, now));
}

async function record(tx: Tx, deployment: Deployment, raised: readonly Raised[], now: number): Promise<void> {
  const known = await lockAlarms(tx);
  const keyOf = ({ alarm, mode }: Pick<Alarm, 'alarm' | 'mode'>) => `${alarm}/${mode}`;
  const keys = new Set([...known, ...raised].map(keyOf));
  for (const key of keys) {
    const before = known.find((row) => keyOf(row) === key) ?? null;
    const verdict = judgeAlarm(before, raised.find((each) => keyOf(each) === key) ?? null, now);
    if (verdict === null) continue;
    await saveAlarm(tx, verdict.row);
    if (verdict.say !== null) await tell(tx, deployment, verdict, now);
  }
}

async function tell(tx: Tx, deployment: Deployment, { row, say }: Verdict, now: number): Promise<void> {
  const { alarm, mode, since, value } = row;
  deployment.log[say === 'alarm' ? 'error' : 'info'](
    { alarm, mode, since, value },
    say === 'alarm' ? 'operators are told of an alarm' : 'operators are told that an alarm is over',
  );
  const about = { alarm, mode, since, value };
  const notice =
    say === 'alarm'
      ? { kind: 'operator_alarm' as const, ...about }
      : { kind: 'operator_relief' as const, ...about, endedAt: now };
  for (const to of deployment.mail!.operators) {
    await queueMail(tx, { notice, to, language: 'en', sender: null }, deployment);
  }
}

async function usedPercent(directory: string): Promise<number> {
  const { blocks, bavail } = await statfs(directory);
  return blocks === 0 ? 0 : (100 * (blocks - bavail)) / blocks;
}
