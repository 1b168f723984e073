import { invalid } from '../../rules/api-error.ts';
import { splitWindow } from '../../rules/metrics/window.ts';
import {
  MAX_STATEMENT_LINES,
  monthSpan,
  presentStatement,
  type StatementSums,
} from '../../rules/receipts/statement.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { readMoment } from '../merchants/moment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { findClosedBefore, listClosedSettled, listOpenSettled } from '../metrics/queries.ts';
import { findStatementToken, listStatementLines } from './queries.ts';

/** The statement of a month and token. Throws parameter_invalid for a mint that the merchant does not know. */
export async function readStatement(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  tenant: Tenant,
  { month, mint }: { month: string; mint: string },
) {
  const { now } = await readMoment(db, tenant, clock);
  const token = await requireStatementToken(db, tenant, mint);
  const span = monthSpan(month);
  // One snapshot: the lines add up to the sums.
  return db.begin('isolation level repeatable read read only', async (tx) => {
    const closedBefore = await findClosedBefore(tx, tenant);
    const sumUpTo = (from: number, end: number) => sumOf(tx, tenant, { mint, from, end, closedBefore });
    const opening = await sumUpTo(0, span.start);
    const total = await sumUpTo(span.start, span.end);
    const lines = await listStatementLines(
      tx,
      tenant,
      { mint, span },
      { take: MAX_STATEMENT_LINES + 1, after: null },
    );
    return presentStatement({ livemode: tenant.livemode, now, month, token, opening, total, lines });
  });
}

/** A token that the merchant sells in or could; throws parameter_invalid. */
export async function requireStatementToken(db: Db, tenant: Tenant, mint: string) {
  const { symbol, decimals } = await findStatementToken(db, tenant, mint);
  if (decimals === null) throw invalid('mint', 'is no token that you sell in');
  return { mint, symbol, decimals };
}

/** What settled from `from` until before `end`, both on the hour. */
async function sumOf(
  sql: Db,
  tenant: Tenant,
  { mint, from, end, closedBefore }: { mint: string; from: number; end: number; closedBefore: number },
): Promise<StatementSums> {
  const { closed, open } = splitWindow({ from, to: end - 1 }, closedBefore);
  const sums = { payments: 0, gross: 0n, refunds: 0n };
  const parts = [
    ...(await Promise.all(closed.map((span) => listClosedSettled(sql, tenant, span)))),
    ...(await Promise.all(open.map((span) => listOpenSettled(sql, tenant, span)))),
  ];
  for (const part of parts.flat()) {
    if (part.mint !== mint) continue;
    sums.payments += Number(part.payments);
    sums.gross += part.grossAtomic;
    sums.refunds += part.refundsAtomic;
  }
  return sums;
}
