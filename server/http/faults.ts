import { ApiError } from '../errors/api-error.ts';
import type { Field } from './contract.ts';

/** One thing that is wrong with a request: with which top-level field, parameter or header, and how. */
export interface Fault {
  kind: 'missing' | 'invalid';
  name: string;
  problem: string;
}

/** What the validator says of a value, and what a person can do something with. Only what the contract uses. */
const PROBLEMS: Record<string, string> = {
  'must match format "solana-address"': 'must be a Solana address in base58',
  'must match format "solana-signature"': 'must be a transaction signature in base58',
  'must match format "atomic-amount"':
    'must be a string with a positive whole number of atomic units, at most 18446744073709551615',
  'must NOT have additional properties': 'is not known here',
};

/** A refusal names this many faults; a body of 256 KiB can hold tens of thousands. */
const MOST_FAULTS = 10;
/** Names longer than this are not ours, and are cut. */
const MOST_NAME_CHARACTERS = 64;

interface Finding {
  /** `/body/amount`, `/query/limit`, `/headers/svc-mode`; deeper inside a body the rest follows. */
  path: string;
  message: string;
  errorCode?: string;
}

/** The faults in an error of express-openapi-validator. Throws `error` itself when it is no refusal. */
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

/** Strings that a `text` column cannot hold: with a NUL, or with half of a surrogate pair. */
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
 * The refusal for `faults`, of which there is at least one: missing before invalid, each in the order of the contract. It is about the
 * first, and its message lists them all.
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
