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
  const found = new Map<OperationId, OpenApiRequestMetadata>();

  const validate: Validate = async (req, res, operation) => {
    const fields = contract.fields[operation.operationId];
    // Before the library: it rewrites `a[b]=1` into a parameter `a`, or drops it.
    const early = [...unknownFields(req, operation, fields), ...integerFaults(req, fields)];
    // The library would try the path of every operation; the router has just found this one.
    const metadata = {
      ...found.get(operation.operationId)!,
      pathParams: req.params as Record<string, string>,
    };
    Object.assign(req, { openapi: metadata });
    const faults = [...early, ...(await run(validateRequest, req, res, fields))];
    if (faults.length > 0) throw refusal(faults, fields);
    // After the library, since only now no value can be nested more deeply than the contract allows.
    const unstorable = [...unstorableFaults(req.query), ...unstorableFaults(req.body as object)];
    if (unstorable.length > 0) throw refusal(unstorable, fields);
  };
  const app = express();
  for (const operation of OPERATIONS) {
    const req = emptyRequest(app, operation);
    for (const middleware of findOperation) await run(middleware, req, {} as Response, []);
    found.set(operation.operationId, req.openapi!);
    await warmUp(validate, req, operation);
  }
  return validate;
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

function unknownFields(req: Request, { hasBody }: Operation, fields: readonly Field[]): Fault[] {
  const isKnown = (place: string, name: string) =>
    fields.some((field) => field.in === place && field.name === name);
  const inQuery = Object.keys(req.query).filter((name) => !isKnown('query', name));
  // With a body schema the library finds them, at every depth.
  const inBody = hasBody ? [] : Object.keys(req.body as object);
  return [...inQuery, ...inBody].map((name) => ({ kind: 'invalid', name, problem: 'is not known here' }));
}

/**
 * Query parameters that should be integers and are not. Invalid ones are removed from the query, so that the
 * library does not see them: it throws on values that become infinite.
 */
function integerFaults(req: Request, fields: readonly Field[]): Fault[] {
  const integers = fields.filter((field) => field.in === 'query' && field.type === 'integer');
  const wrong = integers.filter(({ name }) => {
    const text = req.query[name];
    return typeof text === 'string' && !INTEGER.test(text);
  });
  if (wrong.length > 0) {
    const rest = Object.entries(req.query).filter(([name]) => !wrong.some((field) => field.name === name));
    // Express parses the query on each access, until it is an own property.
    Object.defineProperty(req, 'query', {
      value: Object.fromEntries(rest),
      writable: true,
      configurable: true,
    });
  }
  return wrong.map(({ name }) => ({ kind: 'invalid', name, problem: 'must be a whole number, in digits' }));
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
