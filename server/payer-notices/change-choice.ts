import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { type Chooser, noteChoice } from '../payer-contacts/note-choice.ts';
import { deleteContact, deleteContacts, setShared } from '../payer-contacts/queries.ts';

type Changing = Pick<Deployment, 'db' | 'clock'>;

/** Ends a payer's notices of a mandate's merchant, and forgets the address. */
export async function removeAddress(
  { db, clock }: Changing,
  mandate: MandateRow,
  by: Chooser,
): Promise<void> {
  await db.begin(async (tx) => {
    if (!(await deleteContacts(tx, mandate))) return;
    const about = { ...mandate, mandateId: mandate.id };
    await noteChoice(tx, about, { action: 'removeNoticeAddress', by, now: clock.seconds() });
  });
}

/** Whether the merchant may see the address from now on. */
export async function shareAddress(
  { db, clock }: Changing,
  mandate: MandateRow,
  shared: boolean,
  by: Chooser,
): Promise<void> {
  await db.begin(async (tx) => {
    if (!(await setShared(tx, mandate, shared))) return;
    const about = { ...mandate, mandateId: mandate.id };
    await noteChoice(tx, about, { action: 'shareNoticeAddress', shared, by, now: clock.seconds() });
  });
}

/** Ends the notices that go to one address, for whoever has a link from one of their mails. Nothing is left to end if it was removed. */
export async function leavePayerNotices(
  { db, clock }: Changing,
  contactId: string,
  by: Chooser,
): Promise<void> {
  await db.begin(async (tx) => {
    const contact = await deleteContact(tx, contactId);
    if (contact === null) return;
    await noteChoice(tx, contact, { action: 'removeNoticeAddress', by, now: clock.seconds() });
  });
}
