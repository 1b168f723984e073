import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationTable } from '../generated/operations.ts';
import type { Operation, OperationId } from './handler.ts';

const JSON_FILE = join(import.meta.dirname, '..', 'generated', 'openapi.json');
const YAML_FILE = join(import.meta.dirname, '..', '..', 'openapi.yaml');

/** The published contract, as far as this layer looks into it. */
export interface ContractDocument {
  paths: Record<string, Record<string, ContractOperation>>;
  components: {
    parameters: Record<string, ContractParameter>;
    headers?: unknown;
    responses?: Record<string, unknown>;
    schemas: Record<string, BodySchema & { discriminator?: unknown; format?: string; pattern?: string }>;
  };
  webhooks?: unknown;
}

interface ContractOperation {
  parameters?: (ContractParameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': { schema: BodySchema | { $ref: string } } } };
  responses?: Record<string, ContractResponse | { $ref: string }>;
}

interface ContractResponse {
  content?: unknown;
}

interface BodySchema {
  properties?: object;
}

interface ContractParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  allowReserved?: boolean;
  schema?: { type?: string };
}

/** One thing that a request can carry. */
export interface Field {
  in: 'path' | 'query' | 'header' | 'body';
  name: string;
  /** The type of a parameter, where its schema names one. */
  type?: string;
}

/** The contract as it is served, as it is read, and what each operation can carry in the order it lists it. */
export interface Contract {
  /** As JSON. */
  bytes: Buffer;
  yaml: Buffer;
  document: ContractDocument;
  fields: Record<OperationId, readonly Field[]>;
}

/** Every operation of the contract. */
export const OPERATIONS: readonly Operation[] = Object.values(operationTable);

/** Reads the contract. As JSON, which parses a hundred times as fast as YAML. */
export async function loadContract(): Promise<Contract> {
  const [bytes, yaml] = await Promise.all([readFile(JSON_FILE), readFile(YAML_FILE)]);
  const document = JSON.parse(bytes.toString()) as ContractDocument;
  const fields = OPERATIONS.map((operation) => [operation.operationId, fieldsOf(document, operation)]);
  return { bytes, yaml, document, fields: Object.fromEntries(fields) as Contract['fields'] };
}

function fieldsOf(document: ContractDocument, { path, method }: Operation): Field[] {
  const { parameters = [], requestBody } = document.paths[path]![method]!;
  const body = requestBody?.content['application/json'].schema ?? {};
  const { properties = {} } = '$ref' in body ? document.components.schemas[nameIn(body.$ref)]! : body;
  return [
    ...parameters.map((parameter) => resolve(document, parameter)),
    ...Object.keys(properties).map((name) => ({ in: 'body' as const, name })),
  ];
}

function resolve(document: ContractDocument, parameter: ContractParameter | { $ref: string }): Field {
  if (!('$ref' in parameter)) return { in: parameter.in, name: parameter.name, type: parameter.schema?.type };
  return resolve(document, document.components.parameters[nameIn(parameter.$ref)]!);
}

/** The last step of a reference into the components. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
