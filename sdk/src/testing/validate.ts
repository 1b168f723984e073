import { type Fault, refusal, UNKNOWN_FIELD } from '../../../rules/http/faults.ts';
import type { Field, Operation } from './operation.ts';
import { missingInside, problemWith } from './schema.ts';

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
    const missing = missingInside(value, field.schema);
    const problem = problemWith(value, field.schema);
    if (missing !== null)
      faults.push({ kind: 'missing', name: field.name, problem: `(${missing}) is required` });
    else if (problem !== null) faults.push({ kind: 'invalid', name: field.name, problem });
    valid[field.in][field.name] = value;
  }
  if (faults.length > 0) throw refusal(faults, fields);
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
  return [...inQuery, ...inBody].map((name) => ({ kind: 'invalid', name, problem: UNKNOWN_FIELD }));
}
