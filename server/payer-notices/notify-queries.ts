import type { components } from '../generated/api.ts';
import type { Tx } from '../db/connect.ts';
import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import type { MandateStatus } from '../../rules/mandates/machine.ts';
import type { EventBody } from '../events/queries.ts';

/** Something that a payer is to be told, with what is needed to say it. */
export interface DueNotice {
  eventId: string;
  contactId: string;
  event: EventBody;
  merchantId: string;
  livemode: boolean;
  mandateId: string;
  chargeId: string | null;
  box: Uint8Array;
  language: NoticeLanguage;
  /** Of the mandate, now. */
  status: MandateStatus;
  sellMode: 'subscription' | 'once';
  name: string | null;
  decimals: number;
  mint: string;
  /** Null for a token that left the registry. */
  symbol: string | null;
  /** When the next payment is due, in the merchant's time; null if none comes. */
  nextDueAt: number | null;
  /** Of the charge that the event is about. */
  receiptNumber: number | null;
}

export type FailureCode = NonNullable<components['schemas']['Charge']['failure']>['code'];

/** Takes up to `take` notices that are to be sent, oldest first: they are gone once `tx` commits. What another process has taken is passed over. */
export function takeDueNotices(tx: Tx, livemode: boolean, take: number): Promise<DueNotice[]> {
  return tx<DueNotice[]>`
    with due as (
      select event_id, contact_id from payer_notices where livemode = ${livemode}
      order by created_at, event_id limit ${take} for update skip locked),
    taken as (
      delete from payer_notices n using due where n.event_id = due.event_id and n.contact_id = due.contact_id
      returning n.event_id, n.contact_id)
    select
      e.id as event_id, p.id as contact_id, e.body::json as event, e.merchant_id, e.livemode, e.mandate_id, e.charge_id, p.box, p.language,
      m.status, m.sell_mode, m.name, m.decimals, m.mint, t.symbol,
      case when m.status = 'active' then (
        select min(c.due_at) from charges c where c.mandate_id = m.id and (c.status = 'scheduled' or (
          -- After one that is given up, the next may be under way already.
          e.type = 'charge.abandoned' and c.status in ('processing', 'retrying')))) end as next_due_at,
      (select receipt_number from charges c where c.id = e.charge_id) as receipt_number
    from taken
    join events e on e.id = taken.event_id
    join payer_contacts p on p.id = taken.contact_id
    join mandates m on m.id = e.mandate_id
    left join tokens t on t.livemode = m.livemode and t.mint = m.mint
    order by e.position`;
}
