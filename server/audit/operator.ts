import type { Changes } from '../../rules/audit/changes.ts';
import type { Tx } from '../db/connect.ts';
import { newId } from '../lib/ids.ts';
import { insertLines } from './queries.ts';

/** A command on the server that changed something about a person. `now` in real time. */
export interface OperatorCommand {
  /** As it was typed, without what is secret: `account -- reset`. */
  command: string;
  action: string;
  accountId: string;
  changes: Changes | null;
  now: number;
}

/** Notes it in the log of every merchant that the person is in, in the transaction of what it changed. */
export async function noteOperatorCommand(
  tx: Tx,
  { command, action, accountId, changes, now }: OperatorCommand,
): Promise<void> {
  const rows = await tx<{ merchantId: string }[]>`
    select merchant_id from memberships where account_id = ${accountId} order by merchant_id`;
  await insertLines(
    tx,
    rows.map(({ merchantId }) => ({
      id: newId('auditEntry'),
      merchantId,
      livemode: null,
      actor: { kind: 'operator', id: null, name: command, role: null },
      action,
      resourceId: accountId,
      outcome: 'succeeded',
      errorCode: null,
      changes,
      address: null,
      userAgent: null,
      createdAt: now,
    })),
  );
}
