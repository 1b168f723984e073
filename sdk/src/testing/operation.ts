import type { BodyOf, ParamsOf, SuccessOf } from '../../../rules/http/operation-types.ts';
import type { operations } from '../generated/api.ts';
import { contract } from './generated/contract.ts';
import type { Schema } from './schema.ts';
import type { Caller, World } from './world.ts';

/** The name of an operation that merchants' own code calls. Those of people at the dashboard alone are unknown routes to the fake. */
export type OperationId = keyof typeof contract & keyof operations;

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
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
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
  path: ParamsOf<operations[K], 'path'>;
  query: ParamsOf<operations[K], 'query'>;
  header: ParamsOf<operations[K], 'header'>;
  body: BodyOf<operations[K]>;
  caller: Caller | null;
}

/** A successful response of operation `K`. */
export type Answer<K extends OperationId> = SuccessOf<operations[K]>;

/** Performs operation `K`; throws ApiError for anything but a success. */
export type Handler<K extends OperationId> = (world: World, call: Call<K>) => Answer<K> | Promise<Answer<K>>;

/** One handler for each operation: a missing one fails the type check, and so does an unknown one. */
export type Handlers = { [K in OperationId]: Handler<K> };
