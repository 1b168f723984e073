import { type CsvColumns, csvHeader, csvLines } from '../../rules/exports/csv.ts';
import type { PageQuery } from '../db/page.ts';

/** Rows read by one statement: a few hundred kilobytes of text, some ten milliseconds of Postgres. */
const ROWS_PER_PIECE = 1_000;

/** A list to export: the rows of its pages, as the API reads them, and what each becomes in the file. */
export interface ExportedList<Row, Line> {
  /** asc: oldest first. */
  order?: 'asc' | 'desc' | undefined;
  columns: CsvColumns<Line>;
  /** Where a row is in the list: what a page begins after. */
  positionOf: (row: Row) => string;
  read: (page: PageQuery) => Promise<readonly Row[]>;
  /** The lines of rows, in their order. */
  linesOf: (rows: readonly Row[]) => Promise<readonly Line[]>;
}

/**
 * The whole list as CSV, newest first unless `order` is asc, the header first. Every piece is a statement of its own that begins where the last one ended: a
 * cursor would hold a transaction and a connection for as long as the client reads, and keep Postgres from cleaning up after others.
 * What is created meanwhile is newer than the first row, and so not in the file, or at its end; each row is as it was when its piece was read.
 */
export async function* csvPieces<Row, Line>({
  order,
  columns,
  positionOf,
  read,
  linesOf,
}: ExportedList<Row, Line>): AsyncGenerator<string, void, undefined> {
  let text = csvHeader(columns);
  const oldestFirst = order === 'asc';
  for (let after: string | null = null; ;) {
    const place = oldestFirst ? { olderThan: null, newerThan: after } : { olderThan: after, newerThan: null };
    const rows = await read({ take: ROWS_PER_PIECE, oldestFirst, ...place });
    text += csvLines(columns, await linesOf(rows));
    if (text !== '') yield text;
    if (rows.length < ROWS_PER_PIECE) return;
    text = '';
    after = positionOf(rows.at(-1)!);
  }
}
