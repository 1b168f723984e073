import { ApiError } from '../api-error.ts';

/** One fault of a request: the top-level field, parameter or header, and what is wrong with it. */
export interface Fault {
  kind: 'missing' | 'invalid';
  name: string;
  problem: string;
}

/** An error lists this many faults; a body of 256 KiB can contain tens of thousands. */
const MOST_FAULTS = 10;
/** Longer names are not ours, and are truncated. */
const MOST_NAME_CHARACTERS = 64;

/** What is wrong with a string that a `text` column cannot store: with a NUL, or with half of a surrogate pair. */
export const UNSTORABLE = 'must not contain U+0000 or half a surrogate pair';

/** What people are told of a value without the form that the contract gives it, by format. */
export const FORMAT_PROBLEMS = {
  'solana-address': 'must be a Solana address in base58',
  'solana-signature': 'must be a transaction signature in base58',
  'atomic-amount':
    'must be a string with a positive whole number of atomic units, at most 18446744073709551615',
} as const;

/** What is wrong with a key that the contract does not allow. */
export const UNKNOWN_KEY = 'has a key that is empty, too long, or has a square bracket';

/** What is wrong with a list that may name each thing once. */
export const REPEATED = 'must not name anything twice';

/** What is wrong with a field that the contract does not know. */
export const UNKNOWN_FIELD = 'is not known here';

/**
 * The error for `faults`, at least one: missing before invalid, each in the contract's order. It is about the
 * first, and its message lists all.
 */
export function refusal(faults: readonly Fault[], fields: readonly { name: string }[]): ApiError {
  const names = fields.map(({ name }) => name);
  const positionOf = ({ name }: Fault) => (names.includes(name) ? names.indexOf(name) : names.length);
  const inOrder = [...faults].sort((a, b) => positionOf(a) - positionOf(b));
  const sorted = [
    ...inOrder.filter(({ kind }) => kind === 'missing'),
    ...inOrder.filter(({ kind }) => kind === 'invalid'),
  ];
  const sentences = [...new Set(sorted.map(({ name, problem }) => `${shown(name)} ${problem}`))];
  const listed = sentences.slice(0, MOST_FAULTS);
  if (sentences.length > MOST_FAULTS) listed.push(`and ${sentences.length - MOST_FAULTS} more`);
  const first = sorted[0]!;
  return new ApiError(first.kind === 'missing' ? 'parameter_missing' : 'parameter_invalid', {
    param: shown(first.name),
    message: `${listed.join('; ')}.`,
  });
}

function shown(name: string): string {
  return name.slice(0, MOST_NAME_CHARACTERS);
}
