/** The cells of a CSV file (RFC 4180), line by line, without its header; by column. */
export function parseCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === ',') {
      lines.at(-1)!.push(cell);
      cell = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      lines.at(-1)!.push(cell);
      lines.push([]);
      cell = '';
      at += 1;
    } else cell += letter;
  }
  const [header = [], ...rows] = lines.filter((line) => line.length > 0);
  return rows.map((row) => {
    if (row.length !== header.length)
      throw new Error(`A line of ${row.length} cells under ${header.length} columns.`);
    return Object.fromEntries(header.map((name, column) => [name, row[column]!]));
  });
}
