import type { ContractDocument } from './contract.ts';

/** Keywords whose members together describe one object: what one of them leaves open, another may add. */
const PARTS = new Set(['allOf', 'oneOf', 'anyOf']);

/**
 * A copy of the contract in which no object has fields beyond those listed. By contract responses are open, so that a field can be
 * added without breaking clients; what this version sends is known all the same, and anything else is a leak. For tests.
 */
export function closed(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document);
  // Ajv does not follow it, and fails on its mapping.
  for (const schema of Object.values(copy.components.schemas)) delete schema.discriminator;
  // A component stays as it is where others add to it, so what closes it stands beside each reference.
  for (const schema of Object.values(copy.components.schemas)) closeWithin(schema);
  closeWithin(copy.components.responses);
  closeWithin(copy.paths);
  return copy;
}

function closeWithin(node: unknown, isPart = false): void {
  if (typeof node !== 'object' || node === null) return;
  if (!isPart && isReference(node)) Object.assign(node, { unevaluatedProperties: false });
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') for (const schema of Object.values(value as object)) closeField(schema);
    else if (Array.isArray(value)) for (const each of value) closeWithin(each, PARTS.has(key));
    else if (key === 'items' || key === 'schema') closeField(value);
    else closeWithin(value);
  }
}

/** A schema that stands for a whole value. */
function closeField(schema: object): void {
  if ('properties' in schema || 'allOf' in schema) Object.assign(schema, { unevaluatedProperties: false });
  closeWithin(schema);
}

function isReference(node: object): node is { $ref: string } {
  return '$ref' in node && String(node.$ref).startsWith('#/components/schemas/');
}
