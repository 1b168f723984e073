import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../sdk/src/testing/generated/contract.ts';

/** One row of a table of the specification, or one rule of a numbered list. */
export interface Row {
  /** The heading that it stands under, with the one above. */
  section: string;
  /** As the specification names it. */
  name: string;
  cells: Record<string, string>;
}

/** Numbered lists whose every item is a rule that can be shown; the rest of the text is prose. */
const RULES = new Set(['Registering an endpoint', 'Signature', 'Delivery behaviour', 'Idempotency']);

/** Every row of the specification's tables, and every rule of its lists of rules, in its order. */
export function readSpecification(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8').split('\n');
  const rows: Row[] = [];
  const headings: string[] = [];
  let columns: string[] | null = null;
  for (const line of lines) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) headings.splice(heading[1]!.length - 1, Infinity, heading[2]!);
    const section = headings.slice(1).join(' / ');
    const rule = /^(\d+)\. (.*)$/.exec(line);
    if (rule && RULES.has(headings.at(-1)!)) {
      rows.push({ section, name: `rule ${rule[1]}`, cells: { rule: rule[2]! } });
    }
    if (!line.startsWith('|')) {
      columns = null;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (columns === null) columns = cells;
    else if (!cells.every((cell) => /^-+$/.test(cell))) rows.push(rowOf(section, columns, cells));
  }
  return rows;
}

/** Operations that the specification implies and the contract says. */
export const IMPLIED_SECTION = 'Endpoints / Implied, and said by the contract';

/**
 * One row for each operation of the contract that no table of the specification names; without those of people at the dashboard alone, which
 * are tested where they are.
 */
export function readImplied(rows: readonly Row[]): Row[] {
  const named = new Set(rows.map(({ name }) => name));
  return Object.values(contract)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .filter((name) => !named.has(name))
    .map((name) => ({ section: IMPLIED_SECTION, name, cells: {} }));
}

function rowOf(section: string, columns: readonly string[], values: readonly string[]): Row {
  const cells = Object.fromEntries(columns.map((column, at) => [column, values[at]!]));
  return { section, name: nameOf(cells), cells };
}

/** An endpoint by method and path, a transition by where it leads, everything else by its first cell. */
function nameOf(cells: Record<string, string>): string {
  if (cells['Method']) return `${cells['Method']} ${cells['Path']}`;
  if (cells['To']) {
    const from = cells['From'] === undefined ? '' : `${cells['From']}: `;
    return `${from}${cells['Trigger']} -> ${cells['To']}`;
  }
  return Object.values(cells)[0]!;
}
