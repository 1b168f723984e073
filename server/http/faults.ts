import {
  type Fault,
  FORMAT_PROBLEMS,
  REPEATED,
  UNKNOWN_FIELD,
  UNKNOWN_KEY,
  UNSTORABLE,
} from '../../rules/http/faults.ts';
import type { Field } from './contract.ts';

/** The validator's messages, and clearer ones for people. Only those that the contract can cause. */
const PROBLEMS: Record<string, string> = {
  'must NOT have additional properties': UNKNOWN_FIELD,
  'property name must be valid': UNKNOWN_KEY,
  ...Object.fromEntries(
    Object.entries(FORMAT_PROBLEMS).map(([format, problem]) => [`must match format "${format}"`, problem]),
  ),
};

/** Then the numbers of two of them. */
const DUPLICATES = 'must NOT have duplicate items';

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
    const [, place, found = '', ...inside] = path.split('/');
    const name = place === 'headers' ? headerName(found, fields) : found;
    const isMissing = errorCode?.startsWith('required.') ?? false;
    const problem = isMissing ? 'is required' : problemOf(message);
    return {
      kind: isMissing ? 'missing' : 'invalid',
      name,
      problem: inside.length === 0 ? problem : `(${inside.join('/')}) ${problem}`,
    };
  });
}

function problemOf(message: string): string {
  return message.startsWith(DUPLICATES) ? REPEATED : (PROBLEMS[message] ?? message);
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
      problem: UNSTORABLE,
    }));
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => entry.some(isUnstorable));
}
