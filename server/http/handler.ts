import type { operations } from '../generated/api.ts';
import type { operationTable } from '../generated/operations.ts';
import type { RequestContext } from './context.ts';

/** The name of an operation of the contract. */
export type OperationId = keyof typeof operationTable;

/** What the HTTP layer needs of an operation, from the generated table. */
export interface Operation {
  operationId: OperationId;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  security: readonly string[];
  anonymous: boolean;
  idempotent: boolean;
  hasBody: boolean;
  errorCodes: readonly string[];
}

/** The validated request of operation `K`: without unknown fields, with defaults filled in. */
export interface Input<K extends OperationId> {
  path: Params<K, 'path'>;
  query: Params<K, 'query'>;
  header: Params<K, 'header'>;
  body: Body<K>;
}

/** A successful response of operation `K`. Errors are thrown as ApiError. */
export type Result<K extends OperationId> = Success<operations[K]['responses']>;

/** Performs operation `K`. */
export type Handler<K extends OperationId> = (ctx: RequestContext, input: Input<K>) => Promise<Result<K>>;

/** One handler for each operation: `{...} satisfies Handlers` reports missing and unknown ones. */
export type Handlers = { [K in OperationId]: Handler<K> };

type Empty = Record<never, never>;
type Present<T> = [NonNullable<T>] extends [never] ? Empty : NonNullable<T>;
type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never;

type Params<K extends OperationId, In extends 'path' | 'query' | 'header'> = Present<
  operations[K]['parameters'][In]
>;
type Body<K extends OperationId> = operations[K] extends { requestBody?: infer Given }
  ? Present<Json<NonNullable<Given>>>
  : Empty;
type Success<Responses> = {
  [Status in keyof Responses & (200 | 201)]: {
    status: Status;
    body: Json<Responses[Status]>;
    cookie?: string;
  };
}[keyof Responses & (200 | 201)];
