import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Role } from '../../rules/merchants/role.ts';
import { ERROR_CODES, type ErrorCode } from '../../rules/error-codes.ts';

/** A piece of the contract as parsed from YAML: the generators edit trees, so they do not need a schema's exact type. */
export type Node = { [key: string]: unknown };

/** What one operation of the contract needs from the server, in one row. */
export interface OperationRow {
  operationId: string;
  method: string;
  path: string;
  /** Classes of credential, any of which will do. */
  security: readonly string[];
  /** Who of a merchant's team may call it with their session (`x-roles`); empty where it takes no session. */
  roles: readonly Role[];
  /** It can also be called without any credential. */
  anonymous: boolean;
  idempotent: boolean;
  hasBody: boolean;
  errorCodes: readonly ErrorCode[];
}

/**
 * Whether an operation is for people at the dashboard alone (`x-dashboard: true` in place of `x-sdk`): the SDK has no method for it and its
 * fake does not answer it. What a merchant's own code would call never is.
 */
export function isForDashboard(
  contract: Node,
  { path, method }: Pick<OperationRow, 'path' | 'method'>,
): boolean {
  return ((contract['paths'] as Node)[path] as Record<string, Node>)[method]!['x-dashboard'] === true;
}

/** An operation where it stands in the contract. */
export interface PlacedOperation {
  path: string;
  method: string;
  operation: Node;
}

export const CONTRACT_FILE = join(import.meta.dirname, '..', '..', 'openapi.yaml');

/** Codes that any operation can respond with, whoever calls it. */
export const COMMON: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'invalid_json',
  'request_too_large',
  'rate_limit_exceeded',
  'internal_error',
];

/** The response for 400 that operations share whatever the reason; `x-error-codes` says which reasons are theirs. */
export const REFUSED = 'Refused';

export async function readContract(): Promise<Node> {
  return parse(await readFile(CONTRACT_FILE, 'utf8')) as Node;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation, by path in the order of the file. */
export function placedOperations(contract: Node): PlacedOperation[] {
  return Object.entries(contract['paths'] as Record<string, Record<string, Node>>).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({ path, method, operation: item[method]! })),
  );
}

/** One row per operation. Throws where it names an error code that the server does not have. */
export function operationRows(contract: Node): OperationRow[] {
  return placedOperations(contract).map(({ path, method, operation }) => {
    const schemes = operation['security'] as Node[];
    const codes = errorCodesOf(contract, operation);
    const errorCodes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
    for (const code of codes) if (!(code in ERROR_CODES)) throw new Error(`${path}: unknown code ${code}`);
    return {
      operationId: operation['operationId'] as string,
      method,
      path,
      security: schemes.flatMap((scheme) => Object.keys(scheme)),
      roles: (operation['x-roles'] as Role[] | undefined) ?? [],
      anonymous: schemes.length === 0 || schemes.some((scheme) => Object.keys(scheme).length === 0),
      idempotent: takes(operation, 'IdempotencyKey'),
      hasBody: 'requestBody' in operation,
      errorCodes,
    };
  });
}

/** The codes of an operation's responses; of those that `Refused` lists, the operation's own. */
function errorCodesOf(contract: Node, operation: Node): Set<string> {
  const codes = Object.entries(operation['responses'] as Record<string, Node>)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, response]) => {
      if (nameIn(response) !== REFUSED) return codesIn(contract, resolve(contract, response));
      return [...codesIn(contract, responseOf(contract, 'InvalidRequest')), ...ownCodesOf(operation)];
    });
  return new Set(codes);
}

/** What `x-error-codes` lists. */
export function ownCodesOf(operation: Node): string[] {
  return (operation['x-error-codes'] as string[] | undefined) ?? [];
}

/** The codes that an error response can carry; none where it is no error response. */
export function codesIn(contract: Node, response: Node): string[] {
  const { content } = response as { content?: { 'application/json': { schema: Node } } };
  if (!content) return [];
  const { properties } = resolve(contract, content['application/json'].schema) as {
    properties?: { error?: { allOf: Node[] } };
  };
  const [, own] = properties?.error?.allOf ?? [];
  const { code } = (own?.['properties'] ?? {}) as { code?: { enum: string[] } };
  return code?.enum ?? [];
}

/** A response of the components. */
export function responseOf(contract: Node, name: string): Node {
  return resolve(contract, { $ref: `#/components/responses/${name}` });
}

/** Whether an operation has this parameter of the components. */
export function takes(operation: Node, parameter: string): boolean {
  const parameters = (operation['parameters'] as Node[] | undefined) ?? [];
  return parameters.some(({ $ref }) => $ref === `#/components/parameters/${parameter}`);
}

/** What a node's reference leads to; the node itself where it has none. */
export function resolve(contract: Node, node: Node): Node {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const steps = $ref.slice(2).split('/');
  const target = steps.reduce<Node | undefined>((at, step) => at?.[step] as Node | undefined, contract);
  if (target === undefined) throw new Error(`${$ref} is not in the contract`);
  return resolve(contract, target);
}

/** The last step of a node's reference, `''` where it has none. */
export function nameIn({ $ref }: Node): string {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : '';
}
