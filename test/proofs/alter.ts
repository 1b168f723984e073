/** A file with one field changed, and the field's path. */
export interface Altered {
  field: string;
  file: unknown;
}

/** `file` once for each of its fields, with that one changed a little: still of its kind, and another value. */
export function alterations(file: object): Altered[] {
  return leavesOf(file).flatMap((path) => {
    const copy = structuredClone(file);
    const last = path.at(-1)!;
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>((at, key) => at[key] as never, copy as never);
    const value = altered(last, parent[last]);
    if (value === undefined) return [];
    parent[last] = value;
    return [{ field: path.join('.'), file: copy }];
  });
}

function leavesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

/** Words that stand for others of their list. */
const OTHERS: Record<string, string> = {
  approval: 'payment',
  pull: 'payment',
  payment: 'pull',
  subscription: 'approval',
  once: 'subscription',
  token: 'token-2022',
  'token-2022': 'token',
};

function altered(name: string, value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return name === 'maxPeriods' ? 7 : undefined;
  const text = value as string;
  if (name === 'sellMode') return text === 'once' ? 'subscription' : 'once';
  if (OTHERS[text] !== undefined) return OTHERS[text];
  if (/^\d+$/.test(text)) return String(BigInt(text) + 1n);
  // One digit in the middle: still base58, or base64.
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
}
