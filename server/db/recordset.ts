/**
 * Rows as the parameter of `json_populate_recordset(null::table, ${...}::text::json)`, which gives each value the type of its column, or of
 * `json_to_recordset`. One parameter for a batch: arrays of every column would be dozens. `camelCase` properties are `snake_case` columns, while the
 * keys inside a JSON value stay as they are. Bigints and bytes arrive exactly; null and undefined are null.
 */
export function recordsetOf(rows: readonly object[]): string {
  return JSON.stringify(rows.map(recordOf));
}

function recordOf(row: object): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const name in row) {
    const value: unknown = row[name as keyof typeof row];
    if (value === null || value === undefined) continue;
    record[columnOf(name)] =
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? hexOf(value) : value;
  }
  return record;
}

/** As Postgres reads a bytea. */
function hexOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** Properties and their columns: a few hundred names, written in the code. */
const columns = new Map<string, string>();

function columnOf(name: string): string {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(name, column);
  return column;
}
