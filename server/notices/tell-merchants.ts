import type { ChosenKind } from '../../rules/notices/choices.ts';
import type { Happening, Notice } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { queueMail } from '../mail/outbox.ts';
import { unsubscribeUrl } from '../mail/unsubscribe.ts';
import { listReaders, type Reader } from './choice-queries.ts';
import { type HappeningRow, takeHappenings } from './happening-queries.ts';

/** More wait for the next transaction of the same round. */
const TAKEN_AT_ONCE = 1_000;
/** Lines in a mail: the dashboard has the rest. */
const MOST_ITEMS = 10;

type Telling = Pick<Deployment, 'db' | 'clock' | 'log' | 'mail' | 'secretKeys' | 'publicUrl'>;

/**
 * Tells members of what happened since the last round: one mail of each kind, however much there was. What is taken is told in one transaction, so that nothing is
 * told twice, and nothing is lost if the process dies. Where no mail is sent it is only forgotten.
 */
export async function tellMerchants(deployment: Telling, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted === true) return;
    const taken = await deployment.db.begin(async (tx) => {
      const { count, rows } = await takeHappenings(tx, TAKEN_AT_ONCE);
      if (deployment.mail !== null && rows.length > 0) await tellOf(tx, deployment, rows);
      return count;
    });
    if (taken < TAKEN_AT_ONCE) return;
  }
}

async function tellOf(tx: Tx, deployment: Telling, rows: readonly HappeningRow[]): Promise<void> {
  const readers = Map.groupBy(
    await listReaders(tx, [...new Set(rows.map(({ merchantId }) => merchantId))]),
    ({ merchantId }) => merchantId,
  );
  const groups = Map.groupBy(rows, ({ merchantId, livemode, kind }) => `${merchantId}/${livemode}/${kind}`);
  for (const group of groups.values()) {
    const { merchantId, livemode, kind } = group[0]!;
    for (const reader of readers.get(merchantId) ?? []) {
      if (!reader.kinds.includes(kind) || !(livemode || reader.alsoTest)) continue;
      await tellMember(tx, deployment, { reader, merchantId, kind, notice: noticeOf(deployment, group) });
    }
  }
}

/** Queues a mail to a member that they can end. */
export async function tellMember(
  tx: Tx,
  deployment: Telling,
  {
    reader,
    merchantId,
    kind,
    notice,
    onceKey,
  }: { reader: Reader; merchantId: string; kind: ChosenKind; notice: Notice; onceKey?: string },
): Promise<void> {
  const subject = `${reader.accountId}~${merchantId}~${kind}`;
  await queueMail(
    tx,
    {
      notice,
      to: reader.email,
      language: reader.language,
      sender: null,
      unsubscribeUrl: unsubscribeUrl(deployment, { list: 'merchant', subject }),
      ...(onceKey === undefined ? {} : { onceKey }),
    },
    deployment,
  );
}

/** Where the dashboard shows more of a kind. */
const PLACES: Record<HappeningRow['kind'], string> = {
  new_subscriptions: '/mandates',
  renewals_failed: '/charges?status=retrying',
  renewals_lost: '/charges?status=abandoned',
  refunds_signed: '/refunds',
  refunds_failed: '/refunds?status=failed',
  webhooks_exhausted: '/webhooks',
};

function noticeOf({ publicUrl }: Telling, group: readonly HappeningRow[]): Notice {
  const { kind, livemode, merchantName: merchant } = group[0]!;
  const url = `${publicUrl()}/dashboard${PLACES[kind]}`;
  const shared = { merchant, livemode, url, count: group.length };
  if (kind === 'webhooks_exhausted') {
    const hosts = new Set(group.flatMap((row) => (row.url === null ? [] : [new URL(row.url).host])));
    return { kind, ...shared, hosts: [...hosts].slice(0, MOST_ITEMS) };
  }
  const items = group.map(({ item }) => item).filter((item): item is Happening => item !== null);
  return { kind, ...shared, items: items.slice(0, MOST_ITEMS) };
}
