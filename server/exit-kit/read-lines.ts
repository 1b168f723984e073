import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { StartError } from '../lib/start-error.ts';
import { FORMAT } from './export-merchant.ts';
import { type ExportHead, type Kind, KINDS } from './queries.ts';

/** The first line of an export. */
export interface Head extends ExportHead {
  format: number;
  codeVersion: string;
  merchant: string;
  livemode: boolean;
  exportedAt: number;
}

/** A row as JSON text: its integers may be larger than a JavaScript number. */
export interface Line {
  kind: Kind;
  row: string;
}

/** Lines that are in memory together. */
const BATCH = 500;
const LINE = /^\{"kind":"([a-z_]+)","row":(.*)\}$/;

/** Throws a StartError for a file that is no export, or of another format. */
export async function readHead(file: string): Promise<Head> {
  for await (const line of linesOf(file)) {
    const [, kind, row] = LINE.exec(line) ?? [];
    if (kind !== 'autopay_export') break;
    const head = JSON.parse(row!) as Head;
    if (head.format === FORMAT) return head;
    throw new StartError(`import: ${file} has the format ${head.format}, and this version reads ${FORMAT}.`);
  }
  throw new StartError(`import: ${file} does not begin as a file that export wrote.`);
}

/** Gives the rows in batches, in the file's order. Throws a StartError for a file that was cut off, or whose rows are not those that it counts. */
export async function* readRowsOf(file: string): AsyncGenerator<Line[]> {
  const counted = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  let batch: Line[] = [];
  let end: Record<string, number> | null = null;
  for await (const line of linesOf(file)) {
    const [, kind, row] = LINE.exec(line) ?? [];
    if (kind === 'autopay_export') continue;
    if (kind === 'end') {
      end = JSON.parse(row!) as Record<string, number>;
      break;
    }
    if (kind === undefined || !KINDS.includes(kind as Kind))
      throw new StartError(`import: ${file} has a line that is none of an export: ${line.slice(0, 80)}`);
    counted[kind as Kind] += 1;
    batch.push({ kind: kind as Kind, row: row! });
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
  if (end === null) throw new StartError(`import: ${file} was cut off: its last line is missing.`);
  const wrong = KINDS.find((kind) => counted[kind] !== (end[kind] ?? 0));
  if (wrong !== undefined)
    throw new StartError(`import: ${file} counts ${end[wrong] ?? 0} ${wrong} and has ${counted[wrong]}.`);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartError(`import: there is no file ${file}.`);
  } finally {
    input.destroy();
  }
}
