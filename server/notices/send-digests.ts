import { dayBefore, nextDigestAt } from '../../rules/notices/choices.ts';
import type { Deployment } from '../deployment.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findReader, lockDueDigests, type Place, setDigestAt, writeUsualChoices } from './choice-queries.ts';
import { sumSpan } from './happening-queries.ts';
import { tellMember } from './tell-merchants.ts';
import type { Tx } from '../db/connect.ts';

/** Members in a transaction: each takes some sums by index. */
const TAKEN_AT_ONCE = 50;

type Telling = Pick<Deployment, 'db' | 'clock' | 'log' | 'mail' | 'secretKeys' | 'publicUrl'>;

/** Sends the digests that are due: what the day before brought, in each member's own time zone. A day without anything is not told. */
export async function sendDigests(deployment: Telling, signal?: AbortSignal): Promise<void> {
  if (deployment.mail === null) return;
  const { db, clock } = deployment;
  await db.begin((tx) => writeUsualChoices(tx, clock.seconds(), 500));
  for (;;) {
    if (signal?.aborted === true) return;
    const taken = await db.begin(async (tx) => {
      const due = await lockDueDigests(tx, clock.seconds(), TAKEN_AT_ONCE);
      for (const place of due) await sendDigest(tx, deployment, place);
      return due.length;
    });
    if (taken < TAKEN_AT_ONCE) return;
  }
}

async function sendDigest(tx: Tx, deployment: Telling, place: Place): Promise<void> {
  const now = deployment.clock.seconds();
  const { merchantId } = place;
  const reader = await findReader(tx, place);
  if (reader === null) return;
  await setDigestAt(tx, place, nextDigestAt(now, reader));
  const day = dayBefore(now, reader.timeZone);
  const merchant = await getMerchant(tx, merchantId);
  for (const livemode of reader.alsoTest ? [true, false] : [true]) {
    // Test clocks run ahead of real time: a day of theirs is where they are now.
    const offset = livemode ? 0 : merchant.clockOffsetSeconds;
    const found = await sumSpan(
      tx,
      { merchantId, livemode },
      { from: day.from + offset, to: day.to + offset },
    );
    const { sums, newSubscriptions, lostSubscriptions } = found;
    if (sums.length === 0 && newSubscriptions === 0 && lostSubscriptions === 0) continue;
    await tellMember(tx, deployment, {
      reader,
      merchantId,
      kind: 'daily_digest',
      notice: {
        kind: 'daily_digest',
        merchant: merchant.name,
        livemode,
        url: `${deployment.publicUrl()}/dashboard`,
        day: day.date,
        ...found,
      },
      onceKey: `digest/${reader.accountId}/${merchantId}/${livemode}/${day.date}`,
    });
  }
}
