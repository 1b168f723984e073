import { ApiError } from '../../../rules/api-error.ts';
import type { Field, Operation } from './operation.ts';
import { problemWith } from './schema.ts';

/** A request as received, its body parsed. */
export interface RawInput {
  path: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A request in which the contract knows and allows every field; defaults are filled in. */
export interface ValidInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: Record<string, unknown>;
}

interface Fault {
  kind: 'missing' | 'invalid';
  name: string;
  problem: string;
}

/** An error lists at most this many faults. */
const MOST_FAULTS = 10;
/** Longer names are not the contract's, and are truncated. */
const MOST_NAME_CHARACTERS = 64;

/**
 * Validates a request against its operation. Throws parameter_missing or parameter_invalid for the first
 * fault; the message lists all.
 */
export function validate({ fields, hasBody }: Operation, raw: RawInput): ValidInput {
  const valid: ValidInput = { path: { ...raw.path }, query: {}, header: {}, body: {} };
  const faults: Fault[] = unknownFields(fields, raw, hasBody);
  for (const field of fields) {
    if (field.in === 'path') continue;
    const value = valueOf(field, raw);
    if (value === undefined) {
      if (field.required) faults.push({ kind: 'missing', name: field.name, problem: 'is required' });
      else if ('default' in field.schema) valid[field.in][field.name] = field.schema.default;
      continue;
    }
    const problem = problemWith(value, field.schema);
    if (problem !== null) faults.push({ kind: 'invalid', name: field.name, problem });
    valid[field.in][field.name] = value;
  }
  if (faults.length > 0) throw refusalOf(faults, fields);
  return valid;
}

function valueOf(field: Field, { query, headers, body }: RawInput): unknown {
  if (field.in === 'body') return body[field.name];
  if (field.in === 'header') return headers.get(field.name) ?? undefined;
  const values = query.getAll(field.name);
  if (values.length !== 1) return values.length === 0 ? undefined : values;
  const [text] = values;
  const isNumber = field.schema.type === 'integer' && /^[0-9]{1,15}$/.test(text!);
  return isNumber ? Number(text) : text;
}

function unknownFields(fields: readonly Field[], { query, body }: RawInput, hasBody: boolean): Fault[] {
  const isKnown = (place: Field['in'], name: string) =>
    fields.some((field) => field.in === place && field.name === name);
  const inQuery = [...new Set(query.keys())].filter((name) => !isKnown('query', name));
  const inBody = Object.keys(body).filter((name) => !hasBody || !isKnown('body', name));
  return [...inQuery, ...inBody].map((name) => ({ kind: 'invalid', name, problem: 'is not known here' }));
}

/** Missing fields before invalid ones, each in the contract's order. */
function refusalOf(faults: readonly Fault[], fields: readonly Field[]): ApiError {
  const placeOf = ({ name }: Fault) => {
    const place = fields.findIndex((field) => field.name === name);
    return place === -1 ? fields.length : place;
  };
  const inOrder = [...faults].sort((a, b) => placeOf(a) - placeOf(b));
  const sorted = [
    ...inOrder.filter(({ kind }) => kind === 'missing'),
    ...inOrder.filter(({ kind }) => kind === 'invalid'),
  ];
  const first = sorted[0]!;
  const sentences = [...new Set(sorted.map(({ name, problem }) => `${shown(name)} ${problem}`))];
  const listed = sentences.slice(0, MOST_FAULTS);
  if (sentences.length > MOST_FAULTS) listed.push(`and ${sentences.length - MOST_FAULTS} more`);
  return new ApiError(first.kind === 'missing' ? 'parameter_missing' : 'parameter_invalid', {
    param: shown(first.name),
    message: `${listed.join('; ')}.`,
  });
}

function shown(name: string): string {
  return name.slice(0, MOST_NAME_CHARACTERS);
}
