import { CODE_VERSION } from '../lib/code-version.ts';
import type { Sql } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { atOneMoment, findHead, type Kind, KINDS, readRows } from './queries.ts';

/** Of the format. A reader refuses any other. */
export const FORMAT = 1;

/** Takes text, and resolves when more may come. */
export type Write = (text: string) => Promise<void>;

/**
 * Writes everything of a merchant in one mode as JSON lines: first what the file is, then each row under its kind, at last how many there were, so that
 * a file that was cut off is recognised. Returns the counts; null, and writes nothing, if there is no such merchant. Its memory does not grow with the rows.
 */
export async function exportMerchant(
  db: Sql,
  tenant: Tenant,
  { now, write }: { now: number; write: Write },
): Promise<Record<Kind, number> | null> {
  const head = await findHead(db, tenant);
  if (head === null) return null;
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  await atOneMoment(db, async (tx) => {
    await write(
      lineOf('autopay_export', {
        format: FORMAT,
        codeVersion: CODE_VERSION,
        ...head,
        merchant: tenant.merchantId,
        livemode: tenant.livemode,
        exportedAt: now,
      }),
    );
    for (const kind of KINDS) {
      for await (const rows of readRows(tx, kind, tenant)) {
        counts[kind] += rows.length;
        // The row is JSON already, with integers of any size: parsing it here would round them.
        await write(rows.map((row) => `{"kind":"${kind}","row":${row}}\n`).join(''));
      }
    }
    await write(lineOf('end', counts));
  });
  return counts;
}

function lineOf(kind: string, row: object): string {
  return `${JSON.stringify({ kind, row })}\n`;
}
