import { isDeepStrictEqual } from 'node:util';

/** JSON's own name of a value's type; whole numbers apart from others. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * Where `value` is not as `expected`: one line for each place, none when it matches. Objects may have more keys; lists are as long as expected.
 * Matchers: `$match` (a regular expression), `$any` (of this JSON type), `$absent`, `$not`, `$length`, `$has` (one item matches).
 */
export function mismatches(value: unknown, expected: unknown, at = 'body'): string[] {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(value, expected) ? [] : [fault(at, value, expected)];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return [fault(at, value, expected)];
    return expected.flatMap((each, index) => mismatches(value[index], each, `${at}.${index}`));
  }
  const [[key, operand] = ['', undefined]] = Object.entries(expected);
  if (key.startsWith('$')) return accepts(key, operand, value) ? [] : [fault(at, value, expected)];
  if (typeOf(value) !== 'object') return [fault(at, value, expected)];
  return Object.entries(expected).flatMap(([name, each]) =>
    mismatches((value as Record<string, unknown>)[name], each, `${at}.${name}`),
  );
}

function accepts(matcher: string, operand: unknown, value: unknown): boolean {
  switch (matcher) {
    case '$match':
      return typeof value === 'string' && new RegExp(operand as string).test(value);
    case '$any':
      return typeOf(value) === operand;
    case '$absent':
      return value === undefined;
    case '$not':
      return value !== undefined && !isDeepStrictEqual(value, operand);
    case '$length':
      return (typeof value === 'string' || Array.isArray(value)) && value.length === operand;
    case '$has':
      return Array.isArray(value) && value.some((item) => mismatches(item, operand).length === 0);
    default:
      throw new Error(`There is no matcher ${matcher}.`);
  }
}

function fault(at: string, value: unknown, expected: unknown): string {
  return `${at} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`;
}
