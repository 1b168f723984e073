import {
  FORMAT_PROBLEMS,
  REPEATED,
  UNKNOWN_FIELD,
  UNKNOWN_KEY,
  UNSTORABLE,
} from '../../../rules/http/faults.ts';
import { parseAmount } from '../../../rules/money.ts';
import { fromBase58 } from './bytes.ts';

/** The part of JSON Schema that the contract's requests use. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  default?: unknown;
  maxProperties?: number;
  propertyNames?: Schema;
  additionalProperties?: Schema;
  /** Of an object with fields of its own, which knows no others. */
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

const FORMATS: Record<string, { test: (text: string) => boolean; problem: string }> = {
  'email-address': {
    test: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
    problem: 'must match format "email-address"',
  },
  'solana-address': {
    test: (text) => fromBase58(text, 32) !== null,
    problem: FORMAT_PROBLEMS['solana-address'],
  },
  'solana-signature': {
    test: (text) => fromBase58(text, 64) !== null,
    problem: FORMAT_PROBLEMS['solana-signature'],
  },
  'atomic-amount': {
    test: (text) => parseAmount(text) !== null,
    problem: FORMAT_PROBLEMS['atomic-amount'],
  },
};

/** The first field that an object lacks; null if it has all, or is no object. */
export function missingInside(value: unknown, { required = [] }: Schema): string | null {
  if (!isOfType(value, 'object')) return null;
  return required.find((name) => (value as Record<string, unknown>)[name] === undefined) ?? null;
}

/** What is wrong with `value`, in words; null if it is valid. */
export function problemWith(value: unknown, schema: Schema): string | null {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type as string))) {
    return `must be ${types.join(',')}`;
  }
  if (schema.enum && !schema.enum.includes(value)) return 'must be equal to one of the allowed values';
  if (typeof value === 'string') return problemWithText(value, schema);
  if (Array.isArray(value)) return problemWithItems(value, schema);
  if (typeof value === 'object' && value !== null) return problemWithEntries(value, schema);
  if (typeof value !== 'number') return null;
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 0 } = schema;
  if (value < minimum) return `must be >= ${minimum}`;
  if (value > maximum) return `must be <= ${maximum}`;
  return multipleOf > 0 && value % multipleOf !== 0 ? `must be multiple of ${multipleOf}` : null;
}

function problemWithItems(values: readonly unknown[], schema: Schema): string | null {
  const { minItems = 0, maxItems = Infinity, uniqueItems = false, items = {} } = schema;
  if (values.length < minItems) return `must NOT have fewer than ${minItems} items`;
  if (values.length > maxItems) return `must NOT have more than ${maxItems} items`;
  for (const [at, each] of values.entries()) {
    const problem = problemWith(each, items);
    if (problem !== null) return problem === UNSTORABLE ? problem : `(${at}) ${problem}`;
  }
  return uniqueItems && new Set(values).size < values.length ? REPEATED : null;
}

function problemWithEntries(value: object, schema: Schema): string | null {
  const { maxProperties = Infinity, propertyNames = {}, additionalProperties = {}, properties } = schema;
  const entries = Object.entries(value);
  if (entries.length > maxProperties) return `must NOT have more than ${maxProperties} properties`;
  for (const [key, each] of entries) {
    const problem = problemWith(key, propertyNames);
    if (problem !== null) return problem === UNSTORABLE ? problem : UNKNOWN_KEY;
    if (properties && !Object.hasOwn(properties, key)) return `(${key}) ${UNKNOWN_FIELD}`;
    const inside = problemWith(each, properties?.[key] ?? additionalProperties);
    if (inside !== null) return inside === UNSTORABLE ? inside : `(${key}) ${inside}`;
  }
  return null;
}

function problemWithText(text: string, schema: Schema): string | null {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  // JSON Schema counts code points.
  const length = [...text].length;
  if (length < minLength) return `must NOT have fewer than ${minLength} characters`;
  if (length > maxLength) return `must NOT have more than ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `must match pattern "${pattern}"`;
  const known = format === undefined ? undefined : FORMATS[format];
  if (known && !known.test(text)) return known.problem;
  // A database could not store these.
  return text.includes('\0') || !isWellFormed(text) ? UNSTORABLE : null;
}

/** String.prototype.isWellFormed, which ES2022 lacks. */
function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
