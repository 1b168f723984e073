import { CHOSEN_KINDS, type ChosenKind } from '../../rules/notices/choices.ts';
import type { Deployment } from '../deployment.ts';
import { findReader, setChoices } from './choice-queries.ts';

/** Ends one kind of notice for a member; nothing is left to end for who is none any more. `subject` is `account~merchant~kind`. */
export async function leaveMerchantNotices(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  subject: string,
): Promise<void> {
  const [accountId = '', merchantId = '', kind] = subject.split('~');
  if (!CHOSEN_KINDS.includes(kind as ChosenKind)) throw new Error(`Bug: nobody is told of ${kind}.`);
  await db.begin(async (tx) => {
    const reader = await findReader(tx, { accountId, merchantId });
    if (reader === null) return;
    const kinds = reader.kinds.filter((each) => each !== kind);
    await setChoices(tx, { accountId, merchantId }, { ...reader, kinds }, clock.seconds());
  });
}
