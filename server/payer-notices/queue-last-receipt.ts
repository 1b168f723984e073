import type { Tx } from '../db/connect.ts';
import type { ContactRow } from '../payer-contacts/contact.ts';

/** 2 days: who gives an address after paying, and confirms it within a day, has the receipt of that payment in mind. */
const RECENT_SECONDS = 2 * 86_400;

/** Tells a payer, who has just confirmed an address, of the payment at which they gave it; not of one long ago. `now` in real time. */
export async function queueLastReceipt(
  tx: Tx,
  { id, livemode, mandateId }: ContactRow,
  now: number,
): Promise<void> {
  await tx`
    insert into payer_notices (event_id, contact_id, livemode, created_at)
    select e.id, ${id}, ${livemode}, ${now}::bigint
    from events e join settlements s on s.charge_id = e.charge_id
    where e.mandate_id = ${mandateId} and e.type = 'charge.succeeded' and s.recorded_at > ${now - RECENT_SECONDS}
    order by e.position desc limit 1
    on conflict do nothing`;
}
