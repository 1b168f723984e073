/** What a cell holds. Amounts and dates arrive as the text that stands in the file. */
export type Cell = string | number | boolean | null;

/** The columns of a file in their order, which never changes: new ones are added at the end. */
export type CsvColumns<Row> = readonly (readonly [name: string, cell: (row: Row) => Cell])[];

/** As RFC 4180 wants it. */
const LINE_END = '\r\n';

/**
 * Spreadsheets run a cell that begins like this as a formula, whoever wrote it. Tab and carriage return are skipped by some before
 * they look.
 */
const FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** The first line of a file. */
export function csvHeader<Row>(columns: CsvColumns<Row>): string {
  return columns.map(([name]) => name).join(',') + LINE_END;
}

/** A line for each row (RFC 4180, UTF-8 without a byte order mark). Null is an empty cell. */
export function csvLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  let text = '';
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      text += (at === 0 ? '' : ',') + cellText(columns[at]![1](row));
    }
    text += LINE_END;
  }
  return text;
}

/** A text that would run as a formula gets an apostrophe in front, which spreadsheets take as "this is text". */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const inert = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A time of Unix seconds as `2026-11-23T08:00:00Z`; null stays null. */
export function isoTime(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
