import { insertLines } from '../audit/queries.ts';
import type { Tx } from '../db/connect.ts';
import { newId } from '../lib/ids.ts';
import type { Subscriber } from './contact.ts';

/** Who chooses about notices, and from where. */
export interface Chooser {
  /** Whether the payer's wallet signed in; else somebody with the checkout's link, or with a mail's. */
  isPayer: boolean;
  /** The network address, in the form that is counted. */
  address: string;
  userAgent: string | null;
}

/** Notes in the merchant's audit log what was chosen about a payer's notices, in the transaction of the change. Never the address. `now` in real time. */
export async function noteChoice(
  tx: Tx,
  { merchantId, livemode, payer, mandateId }: Subscriber & { mandateId: string },
  {
    action,
    shared,
    by,
    now,
  }: {
    action: 'giveNoticeAddress' | 'confirmNoticeAddress' | 'shareNoticeAddress' | 'removeNoticeAddress';
    /** Whether the merchant may see the address from now on, where that was chosen. */
    shared?: boolean;
    by: Chooser;
    now: number;
  },
): Promise<void> {
  const actor = by.isPayer
    ? ({ kind: 'wallet', id: payer, name: null, role: null } as const)
    : ({ kind: 'anyone', id: null, name: null, role: null } as const);
  await insertLines(tx, [
    {
      id: newId('auditEntry'),
      merchantId,
      livemode,
      actor,
      action,
      resourceId: mandateId,
      outcome: 'succeeded',
      errorCode: null,
      changes: shared === undefined ? null : { shared },
      address: by.address,
      userAgent: by.userAgent,
      createdAt: now,
    },
  ]);
}
