import type { operations } from '../generated/api.ts';
import { contract } from './generated/contract.ts';
import type { Schema } from './schema.ts';
import type { Caller, World } from './world.ts';

/** The name of an operation of the contract. */
export type OperationId = keyof operations;

/** One field of a request. */
export interface Field {
  in: 'path' | 'query' | 'header' | 'body';
  name: string;
  required: boolean;
  schema: Schema;
}

/** What the fake needs to route, authorize and validate an operation. */
export interface Operation {
  operationId: OperationId;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With parameters in braces. */
  path: string;
  security: readonly string[];
  /** It can also be called without a credential. */
  anonymous: boolean;
  idempotent: boolean;
  hasBody: boolean;
  fields: readonly Field[];
}

/** Every operation of the contract. */
export const OPERATIONS = Object.values(contract) as readonly Operation[];

/** A validated request for operation `K`, and its caller. */
export interface Call<K extends OperationId> {
  path: Params<K, 'path'>;
  query: Params<K, 'query'>;
  header: Params<K, 'header'>;
  body: Body<K>;
  caller: Caller | null;
}

/** A successful response of operation `K`. */
export type Answer<K extends OperationId> = Success<operations[K]['responses']>;

/** Performs operation `K`; throws ApiError for anything but a success. */
export type Handler<K extends OperationId> = (world: World, call: Call<K>) => Answer<K> | Promise<Answer<K>>;

/** One handler for each operation: a missing one fails the type check, and so does an unknown one. */
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
    /** A Set-Cookie header. */
    cookie?: string;
  };
}[keyof Responses & (200 | 201)];
