import { parse as parseUrl } from 'node:url';
import { isSignature } from '@solana/kit';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.js';
import { ApiError } from '../../rules/api-error.ts';
import { parseAmount } from '../../rules/money.ts';
import { parseAddress } from '../lib/solana-address.ts';
import { type Contract, type ContractDocument, type Field, OPERATIONS } from './contract.ts';
import { type Fault, refusal } from '../../rules/http/faults.ts';
import { faultsOf, unstorableFaults } from './faults.ts';
import type { Operation, OperationId } from './handler.ts';

/**
 * Validates a request with a parsed body against its operation. Throws `parameter_missing` or
 * `parameter_invalid`.
 */
export type Validate = (req: Request, res: Response, operation: Operation) => Promise<void>;

/**
 * Plain digits. The library accepts whatever `Number` does, `0x10` and ` 5` too, and fails on infinities. 15
 * digits are below 2^53.
 */
const INTEGER = /^[0-9]{1,15}$/;

/**
 * One `@` with text without spaces on both sides: only sending a message would show whether the address
 * works.
 */
const EMAIL = /^[^@\s]+@[^@\s]+$/;

/** An operation as the library knows it. */
interface Found {
  metadata: OpenApiRequestMetadata;
  schemaWithoutQuery: OpenApiRequestMetadata['schema'];
}

const FORMATS = {
  'email-address': { type: 'string', validate: (text: string) => EMAIL.test(text) },
  'solana-address': { type: 'string', validate: (text: string) => parseAddress(text) !== null },
  'solana-signature': { type: 'string', validate: isSignature },
  'atomic-amount': { type: 'string', validate: (text: string) => parseAmount(text) !== null },
} as const;

/**
 * A validator for every operation of `contract`, all compiled now: otherwise the first request to each would
 * wait for it, and a fault in the contract would be that request's 500. Throws on such a fault.
 */
export async function createValidator(contract: Contract): Promise<Validate> {
  spendUrlParseWarning();
  const middlewares = OpenApiValidator.middleware({
    apiSpec: requestsOnly(contract.document) as never,
    // The contract is linted, more strictly, when it changes.
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    fileUploader: false,
    // Unknown query parameters are checked here: the library stops at the first, before it checks anything
    // else.
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    formats: FORMATS,
  }) as RequestHandler[];

  const findOperation = middlewares.slice(0, -1);
  const validateRequest = middlewares.at(-1)!;
  const found = new Map<OperationId, Found>();

  const validate: Validate = async (req, res, operation) => {
    const fields = contract.fields[operation.operationId];
    // Express parses it on each access.
    const { query } = req;
    const faults: Fault[] = [];
    // Before the library: it rewrites `a[b]=1` into a parameter `a`, or drops it.
    addUnknownFields(faults, query, req.body as object, operation, fields);
    addIntegerFaults(faults, query, fields);
    const checked = toCheck(req, query, found.get(operation.operationId)!);
    faults.push(...(await run(validateRequest, checked, res, fields)));
    // With defaults, and values as the contract types them.
    Object.defineProperty(req, 'query', { value: checked.query, writable: true, configurable: true });
    if (faults.length > 0) throw refusal(faults, fields);
    // After the library, since only now no value can be nested more deeply than the contract allows.
    const unstorable = [...unstorableFaults(checked.query), ...unstorableFaults(req.body as object)];
    if (unstorable.length > 0) throw refusal(unstorable, fields);
  };
  const app = express();
  for (const operation of OPERATIONS) {
    const req = emptyRequest(app, operation);
    for (const middleware of findOperation) await run(middleware, req, {} as Response, []);
    const metadata = req.openapi!;
    const known = { metadata, schemaWithoutQuery: metadata.schema };
    found.set(operation.operationId, known);
    await warmUp(validate, req, operation);
    // The library has compiled the schema, and from now on only looks for parameters to unfold.
    known.schemaWithoutQuery = { ...metadata.schema, parameters: [] };
  }
  return validate;
}

/**
 * Node warns of `url.parse` once, and not when a library calls it. Until it has warned, each call looks at the stack to see who calls. The
 * validator calls it for each request, and that look took a tenth of the time of reading a mandate. So the one warning is spent here, unprinted.
 */
function spendUrlParseWarning(): void {
  const before = process.noDeprecation;
  process.noDeprecation = true;
  parseUrl('');
  process.noDeprecation = before;
}

/**
 * The part of the contract that the validator needs. The library copies all of it for each operation, so responses and what only they
 * refer to would triple the start-up time.
 */
function requestsOnly(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document);
  delete copy.webhooks;
  delete copy.components.responses;
  delete copy.components.headers;
  const operations = Object.values(copy.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) delete operation.responses;
  const { parameters, schemas } = copy.components;
  const used = schemasOf([copy.paths, parameters], schemas);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
  // Otherwise the library rejects an unescaped `:` or `/` in a query before it checks anything else.
  for (const parameter of [
    ...Object.values(parameters),
    ...operations.flatMap((operation) => operation.parameters ?? []),
  ]) {
    if ('in' in parameter && parameter.in === 'query') parameter.allowReserved = true;
  }
  for (const schema of Object.values(schemas)) {
    // Only responses have them, and the library fails on their mappings.
    delete schema.discriminator;
    // Our formats decide alone, so that one mistake is reported once; the patterns beside them are for tools that do not know them.
    if (schema.format !== undefined && schema.format in FORMATS) delete schema.pattern;
  }
  return copy;
}

/** The names of the schemas that `value` refers to, and of those that these refer to. */
function schemasOf(value: unknown, schemas: Record<string, unknown>, found = new Set<string>()): Set<string> {
  const text = JSON.stringify(value);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name!)) continue;
    found.add(name!);
    schemasOf(schemas[name!], schemas, found);
  }
  return found;
}

/** Runs one of the library's middlewares and returns its findings. Its other errors are thrown. */
async function run(
  middleware: RequestHandler,
  req: Request,
  res: Response,
  fields: readonly Field[],
): Promise<Fault[]> {
  const error = await new Promise<unknown>((resolve) => middleware(req, res, resolve));
  return error ? faultsOf(error, fields) : [];
}

/**
 * What the library looks at. Not the request itself, whose properties Express computes on each access. The operation is known, where the
 * library would try the path of every one; and without a query none of its parameters has a form that would have to be unfolded first.
 */
function toCheck(req: Request, query: Request['query'], found: Found): Request {
  const { method, headers, params, body } = req;
  const isEmpty = Object.keys(query).length === 0;
  const openapi = {
    ...found.metadata,
    schema: isEmpty ? found.schemaWithoutQuery : found.metadata.schema,
    pathParams: params,
  };
  const originalUrl = isEmpty ? '' : req.originalUrl;
  return { method, originalUrl, headers, params, query, body, openapi } as unknown as Request;
}

function addUnknownFields(
  faults: Fault[],
  query: Request['query'],
  body: object,
  { hasBody }: Operation,
  fields: readonly Field[],
): void {
  const add = (place: string, name: string) => {
    if (fields.some((field) => field.in === place && field.name === name)) return;
    faults.push({ kind: 'invalid', name, problem: 'is not known here' });
  };
  for (const name of Object.keys(query)) add('query', name);
  // With a body schema the library finds them, at every depth.
  if (!hasBody) for (const name of Object.keys(body)) add('body', name);
}

/**
 * Query parameters that should be integers and are not. Invalid ones are removed from the query, so that the
 * library does not see them: it throws on values that become infinite.
 */
function addIntegerFaults(faults: Fault[], query: Request['query'], fields: readonly Field[]): void {
  for (const name of Object.keys(query)) {
    const text = query[name];
    if (typeof text !== 'string' || INTEGER.test(text)) continue;
    if (!fields.some((field) => field.in === 'query' && field.name === name && field.type === 'integer'))
      continue;
    delete query[name];
    faults.push({ kind: 'invalid', name, problem: 'must be a whole number, in digits' });
  }
}

type EmptyRequest = Request & { openapi?: OpenApiRequestMetadata };

/** A request to `operation` without anything in it. */
function emptyRequest(app: Express, operation: Operation): EmptyRequest {
  const url = operation.path.replaceAll(/\{\w+\}/g, 'id');
  const headers = { 'content-type': 'application/json' };
  const method = operation.method.toUpperCase();
  const req = {
    app,
    method,
    url,
    originalUrl: url,
    path: url,
    baseUrl: '',
    headers,
    query: {},
    body: {},
    params: {},
  };
  return req as unknown as EmptyRequest;
}

/** Validates an empty request to `operation`: it may be rejected, but the validator must not fail. */
async function warmUp(validate: Validate, req: Request, operation: Operation): Promise<void> {
  try {
    await validate(req, {} as Response, operation);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
