import type { Db, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { ContactRow, Subscriber } from './contact.ts';

function columns(db: Db) {
  return db`
    id, merchant_id, livemode, payer, mandate_id, box, tag, language, shared, confirm_hash, confirm_until, confirmed_at, created_at`;
}

/** What a subscriber gave: the address in use, and one that waits to be confirmed. */
export async function findContacts(
  db: Db,
  { merchantId, livemode, payer }: Subscriber,
  now: number,
): Promise<{ confirmed: ContactRow | null; waiting: ContactRow | null }> {
  const rows = await db<ContactRow[]>`
    select ${columns(db)} from payer_contacts
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer}
      and (confirm_until is null or confirm_until > ${now})`;
  return {
    confirmed: rows.find(({ confirmedAt }) => confirmedAt !== null) ?? null,
    waiting: rows.find(({ confirmedAt }) => confirmedAt === null) ?? null,
  };
}

/** What a merchant's customers confirmed. */
export function listConfirmed(
  db: Db,
  { merchantId, livemode }: Tenant,
  payers: readonly string[],
): Promise<ContactRow[]> {
  return db<ContactRow[]>`
    select ${columns(db)} from payer_contacts
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = any(${payers as string[]}::text[])
      and confirmed_at is not null`;
}

/** Stores an address that waits to be confirmed, instead of any that waited before. */
export async function saveWaiting(tx: Tx, row: ContactRow): Promise<void> {
  const { merchantId, livemode, payer } = row;
  // One at a time of a subscriber: two at once would both insert.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payer_contacts/${merchantId}/${livemode}/${payer}`}, 0))`;
  await tx`
    delete from payer_contacts
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and confirmed_at is null`;
  await tx`insert into payer_contacts ${tx(row as unknown as Record<string, string>)}`;
}

/** The address that waits under `id`, locked; null if it was confirmed, replaced, or waited too long. */
export async function lockWaiting(tx: Tx, id: string, now: number): Promise<ContactRow | null> {
  const [row] = await tx<ContactRow[]>`
    select ${columns(tx)} from payer_contacts
    where id = ${id} and confirmed_at is null and confirm_until > ${now} for update`;
  return row ?? null;
}

/** The address that waits under `id`, as it is. */
export async function findWaiting(db: Db, id: string, now: number): Promise<ContactRow | null> {
  const [row] = await db<ContactRow[]>`
    select ${columns(db)} from payer_contacts where id = ${id} and confirmed_at is null and confirm_until > ${now}`;
  return row ?? null;
}

/** Puts a waiting address in use, in the place of the one before. The caller holds it locked. */
export async function setConfirmed(tx: Tx, row: ContactRow, now: number): Promise<void> {
  const { id, merchantId, livemode, payer } = row;
  await tx`
    delete from payer_contacts
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and confirmed_at is not null`;
  await tx`
    update payer_contacts set confirmed_at = ${now}, confirm_hash = null, confirm_until = null where id = ${id}`;
}

/** Whether the merchant may see the address from now on. Returns false if nothing changes. */
export async function setShared(
  db: Db,
  { merchantId, livemode, payer }: Subscriber,
  shared: boolean,
): Promise<boolean> {
  const { count } = await db`
    update payer_contacts set shared = ${shared}
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and shared <> ${shared}`;
  return count > 0;
}

/** Forgets what a subscriber gave, confirmed or not, and what was still to be told. Returns false if there was nothing. */
export async function deleteContacts(db: Db, { merchantId, livemode, payer }: Subscriber): Promise<boolean> {
  const { count } = await db`
    delete from payer_contacts where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer}`;
  return count > 0;
}

/** Forgets one address. Returns what it was; null if it was forgotten before. */
export async function deleteContact(db: Db, id: string): Promise<ContactRow | null> {
  const [row] = await db<ContactRow[]>`delete from payer_contacts where id = ${id} returning ${columns(db)}`;
  return row ?? null;
}

/** Forgets addresses that nobody confirmed in time: anyone can give them. `now` in real time. */
export async function deleteUnconfirmed(db: Db, now: number): Promise<void> {
  await db`delete from payer_contacts where confirm_until <= ${now}`;
}
