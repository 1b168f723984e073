import { ApiError } from '../errors/api-error.ts';
import type { Field } from './contract.ts';

/** One fault of a request: the top-level field, parameter or header, and what is wrong with it. */
export interface Fault {
  kind: 'missing' | 'invalid';
  name: string;
  problem: string;
}

/** The validator's messages, and clearer ones for people. Only those that the contract can cause. */
const PROBLEMS: Record<string, string> = {
  'must match format "solana-address"': 'must be a Solana address in base58',
  'must match format "solana-signature"': 'must be a transaction signature in base58',
  'must match format "atomic-amount"':
    'must be a string with a positive whole number of atomic units, at most 18446744073709551615',
  'must NOT have additional properties': 'is not known here',
};

/** An error lists this many faults; a body of 256 KiB can contain tens of thousands. */
const MOST_FAULTS = 10;
/** Longer names are not ours, and are truncated. */
const MOST_NAME_CHARACTERS = 64;

interface Finding {
  /** `/body/amount`, `/query/limit`, `/headers/svc-mode`; deeper inside a body the rest follows. */
  path: string;
  message: string;
  errorCode?: string;
}

/** The faults in an error of express-openapi-validator. Throws `error` itself if it is something else. */
export function faultsOf(error: unknown, fields: readonly Field[]): Fault[] {
  const { status, errors } = error as { status?: number; errors?: Finding[] };
  if (status !== 400 || !errors) throw error;
  return errors.map(({ path, message, errorCode }) => {
    const [, place, found = ''] = path.split('/');
    const name = place === 'headers' ? headerName(found, fields) : found;
    if (errorCode?.startsWith('required.')) return { kind: 'missing', name, problem: 'is required' };
    return { kind: 'invalid', name, problem: PROBLEMS[message] ?? message };
  });
}

/** Header names are case-insensitive; the contract's spelling is the one to show. */
function headerName(lowerCase: string, fields: readonly Field[]): string {
  return fields.find(({ name }) => name.toLowerCase() === lowerCase)?.name ?? lowerCase;
}

/** Strings that a `text` column cannot store: with a NUL, or with half of a surrogate pair. */
export function unstorableFaults(values: object): Fault[] {
  return Object.entries(values)
    .filter(([, value]) => isUnstorable(value))
    .map(([name]) => ({
      kind: 'invalid',
      name,
      problem: 'must not contain U+0000 or half a surrogate pair',
    }));
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnstorable);
}

/**
 * The error for `faults`, at least one: missing before invalid, each in the contract's order. It is about the
 * first, and its message lists all.
 */
export function refusal(faults: readonly Fault[], fields: readonly Field[]): ApiError {
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
