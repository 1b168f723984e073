import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A schema of the contract, as far as requests use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** A parameter of an operation. */
export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** The generated contract. */
export interface Contract {
  paths: Record<string, Record<string, ContractOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** An operation, as far as requests to it go. */
export interface ContractOperation {
  operationId: string;
  /** Only for people at the dashboard. */
  'x-dashboard'?: true;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Schema; example?: object } } };
  responses: Record<string, unknown>;
}

/** The parameter that a reference names. */
export function resolveParameter({ components }: Contract, parameter: Parameter): Parameter {
  return parameter.$ref ? components.parameters[lastOf(parameter.$ref)]! : parameter;
}

/** The schema that a reference names, with what stands beside it. */
export function resolve({ components }: Contract, schema: Schema): Schema {
  return schema.$ref
    ? ({ ...components.schemas[lastOf(schema.$ref)]!, ...schema, $ref: undefined } as Schema)
    : schema;
}

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

const FILE = join(import.meta.dirname, '..', '..', 'server', 'generated', 'openapi.json');

/**
 * The contract, with clocks that are moved by hours: a month of many mandates' charges, settled one moment after the other, takes minutes.
 */
export function readContract(): Contract {
  const contract = JSON.parse(readFileSync(FILE, 'utf8')) as Contract;
  const advance = contract.paths['/v1/test/clock/advance']!['post']!.requestBody!.content['application/json'];
  advance.schema.properties!['seconds']!.maximum = 7_200;
  advance.example = { seconds: 3_600 };
  return contract;
}

/** An operation by its name and its place. */
export interface PlacedOperation {
  operationId: string;
  path: string;
  method: string;
}

/** Finds the operation that a request is to, by method and path; null where there is none, and where the path is not UTF-8. */
export function operationsOf({
  paths,
}: Contract): (method: string, pathAndQuery: string) => PlacedOperation | null {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operation: { operationId, path, method },
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      isFixed: !path.includes('{'),
    })),
  );
  return (method, pathAndQuery) => {
    const path = pathAndQuery.replace(/\?.*$/, '');
    if (!isDecodable(path)) return null;
    const found = routes.filter(
      ({ operation, pattern }) => operation.method.toUpperCase() === method && pattern.test(path),
    );
    // A fixed path wins over one with a parameter in the same place.
    return (found.find(({ isFixed }) => isFixed) ?? found[0])?.operation ?? null;
  };
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
