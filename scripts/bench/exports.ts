import { connect, type Sql } from '../../server/db/connect.ts';
import { merchantWithMandates } from './charges.ts';
import type { Machine } from './machine.ts';
import { peakResidentBytes, processesBelow } from './processes-of.ts';

/** What a CSV export of many charges took of the process that served it. */
export interface ExportPeaks {
  rows: number;
  /** Of the file. */
  bytes: number;
  seconds: number;
  /** The most memory in use until the end, less what was in use before. */
  grownBytes: number;
}

/** Charges under one mandate, in one statement. */
const INSERT_TIMEOUT_MS = 600_000;

/** A merchant's `rows` charges, downloaded as CSV by a client that reads as fast as they come. */
export async function measureExport(machine: Machine, rows: number): Promise<ExportPeaks> {
  const databaseUrl = await machine.createDatabase('exports');
  const api = await machine.startService('api', databaseUrl);
  const merchant = await merchantWithMandates(api.ready[1]!, 1);
  const sql = connect(databaseUrl, { max: 1, applicationName: 'autopay-bench' });
  await addCharges(sql, merchant.id, rows);
  await sql.end();
  const url = `${api.ready[1]!}/v1/charges`;
  const headers = { authorization: `Bearer ${merchant.key}`, accept: 'text/csv' };
  // What any first call takes, such as compiled code, is no cost of the export.
  await (await fetch(`${url}?status=retrying`, { headers })).text();
  const before = processesBelow(api.pid)[0]!.residentBytes;
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  if (response.status !== 200)
    throw new Error(`The export answered ${response.status}: ${await response.text()}`);
  let [bytes, lines] = [0, 0];
  for await (const piece of response.body!) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const peaks = { rows, bytes, seconds, grownBytes: peakResidentBytes(api.pid) - before };
  await api.stop();
  // The header, and the charge that is to come.
  if (lines !== rows + 2) throw new Error(`The export has ${lines} lines for ${rows + 1} charges.`);
  return peaks;
}

/** Copies of the merchant's charge that were paid, one of each period. */
async function addCharges(sql: Sql, merchantId: string, rows: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(INSERT_TIMEOUT_MS)}, false)`;
  await sql`
    insert into charges
    select copy.*
    from charges own
    cross join generate_series(1, ${rows}::integer) as n
    cross join lateral jsonb_populate_record(own, jsonb_build_object(
      'id', 'chg_1' || lpad(n::text, 21, '0'), 'position', 'chg_1' || lpad(n::text, 21, '0'), 'period_index', own.period_index + n,
      'status', 'succeeded', 'tx_signature', rpad('S' || n, 88, 'x'), 'settled_at', own.created_at, 'receipt_number', 1_000_000 + n, 'wake_at', null,
      'next_attempt_at', null)) as copy
    where own.merchant_id = ${merchantId}`;
  await sql`analyze charges`;
}
