import { typeOf } from './match.ts';
import type { Answer } from './run-case.ts';

/** Fields whose value is the chain's, the clock's or chance's, so that only their type is compared. A masked secret may look like a word. */
const OF_THE_MOMENT = new Set([
  'slot',
  'lastValidBlockHeight',
  'latencyMs',
  'networkFeeLamports',
  'commitment',
  'lamports',
  'instructionIndex',
  'key',
  'secret',
]);
/** Whole numbers from here on are moments in Unix seconds: only their type is compared. */
const FIRST_TIMESTAMP = 1_000_000_000;
/** Headers that one response has and another does not. */
const TELLING_HEADERS = ['idempotent-replayed', 'retry-after'];

/**
 * Where two sides answered the same steps in another way, one line each with step, path and both values: keys, JSON types, and every value that is not
 * made up (words, amounts, counts, booleans). Addresses, ids, secrets, texts and times are compared by their type alone.
 */
export function differences(one: readonly Answer[], other: readonly Answer[]): string[] {
  if (one.length !== other.length) return [`${one.length} answers, ${other.length} answers`];
  return one.flatMap((answer, index) => {
    const { status, body, headers } = other[index]!;
    return [
      ...compare(answer.status, status, 'status'),
      ...compare(answer.body, body, 'body'),
      ...TELLING_HEADERS.flatMap((name) => compare(answer.headers.get(name), headers.get(name), name)),
    ].map((line) => `${answer.step}: ${line}`);
  });
}

function compare(one: unknown, other: unknown, path: string): string[] {
  const type = typeOf(one);
  const differ = () => [`${path}: ${text(one)}, ${text(other)}`];
  if (type !== typeOf(other)) return differ();
  if (type === 'array') {
    const [ones, others] = [inOrder(one as unknown[]), inOrder(other as unknown[])];
    if (ones.length !== others.length) return [`${path}: ${ones.length} items, ${others.length} items`];
    return ones.flatMap((item, index) => compare(item, others[index], `${path}.${index}`));
  }
  if (type === 'object') {
    const [ones, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
    const keys = new Set([...Object.keys(ones), ...Object.keys(others)]);
    return [...keys].flatMap((key) => compare(ones[key], others[key], `${path}.${key}`));
  }
  const isComparable = !OF_THE_MOMENT.has(path.split('.').at(-1)!) && (isTelling(one) || isTelling(other));
  return isComparable && one !== other ? differ() : [];
}

/** Tokens that were put on the registry in one second are listed by mint, which is chance: they are compared as a set. */
function inOrder(items: unknown[]): unknown[] {
  const isTokens = items.every((item) => (item as { object?: unknown } | null)?.object === 'token');
  if (!isTokens) return items;
  const tellingOf = (item: unknown) => JSON.stringify(Object.values(item as object).filter(isTelling));
  return items.toSorted((a, b) => (tellingOf(a) < tellingOf(b) ? -1 : 1));
}

/** A value that a client may branch on or reckon with. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:[a-z][a-z.]*(?:_[a-z]+)*|-?[0-9]{1,40})$/.test(value);
  return typeof value !== 'number' || value < FIRST_TIMESTAMP;
}

function text(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
