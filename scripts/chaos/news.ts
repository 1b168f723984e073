import type { Event } from '@autopay/webhooks-verify';
import type { Findings } from './findings.ts';
import type { Shop } from './shop.ts';
import type { Stage } from './stage.ts';

/** Events that one object has only once. Other types may repeat: a schedule that moved, a failed attempt. */
const ONCE = new Set([
  'mandate.created',
  'mandate.activated',
  'charge.succeeded',
  'refund.created',
  'refund.succeeded',
]);

/**
 * Compares what the receiver got, one per event id, with the events of the service: each change was reported
 * once, and in order.
 */
export async function checkNews(stage: Stage, shop: Shop, findings: Findings): Promise<number> {
  const events = await stage.sql<{ id: string; type: string; mandateId: string; body: string }[]>`
    select id, type, mandate_id, body from events where merchant_id = ${shop.id} and not livemode order by position`;
  const told = new Set(shop.received.map(({ id }) => id));
  const untold = events.filter(({ id }) => !told.has(id));
  findings.expect(
    untold.length === 0,
    `${untold.length} of ${events.length} events were not delivered, ${untold[0]?.type} first`,
  );
  checkOnce(shop.received, findings);
  const periods = new Map<string, number>();
  for (const { type, mandateId, body } of events) {
    if (type !== 'charge.succeeded') continue;
    const { periodIndex } = (JSON.parse(body) as { data: { object: { periodIndex: number } } }).data.object;
    const before = periods.get(mandateId) ?? -1;
    findings.expect(
      periodIndex === before + 1,
      `${mandateId}: period ${periodIndex} was told after ${before}`,
    );
    periods.set(mandateId, periodIndex);
  }
  return events.length;
}

/** No change has two event ids: a receiver that deduplicates by id acts once. */
function checkOnce(received: readonly Event[], findings: Findings): void {
  const seen = new Map<string, string>();
  for (const { id, type, data } of received) {
    if (!ONCE.has(type)) continue;
    const object = data.object as { id: string; mandateId?: string; periodIndex?: number };
    const what = type === 'charge.succeeded' ? `${object.mandateId} period ${object.periodIndex}` : object.id;
    const before = seen.get(`${type} ${what}`);
    findings.expect(before === undefined, `${type} of ${what} was told as ${before} and as ${id}`);
    seen.set(`${type} ${what}`, id);
  }
}
