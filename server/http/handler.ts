import type { BodyOf, ParamsOf, SuccessOf } from '../../rules/http/operation-types.ts';
import type { Role } from '../../rules/merchants/role.ts';
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
  /** Who of a merchant's team may call it with their session. */
  roles: readonly Role[];
  anonymous: boolean;
  idempotent: boolean;
  hasBody: boolean;
  errorCodes: readonly string[];
}

/** The validated request of operation `K`: without unknown fields, with defaults filled in. */
export interface Input<K extends OperationId> {
  path: ParamsOf<operations[K], 'path'>;
  query: ParamsOf<operations[K], 'query'>;
  header: ParamsOf<operations[K], 'header'>;
  body: BodyOf<operations[K]>;
}

/** A successful response of operation `K`. Errors are thrown as ApiError. */
export type Result<K extends OperationId> = SuccessOf<operations[K]>;

/** Performs operation `K`. */
export type Handler<K extends OperationId> = (ctx: RequestContext, input: Input<K>) => Promise<Result<K>>;

/**
 * Reads all that a list operation's filter leaves, as CSV in pieces of a few hundred kilobytes, the header first. Each piece is read when
 * it is asked for.
 */
export type Exporter<K extends OperationId> = (
  ctx: Pick<RequestContext, 'auth'>,
  input: Input<K>,
) => AsyncIterator<string>;

/** The lists that are also served as CSV: those whose success has `text/csv` in the contract. */
export type Exporters = { [K in OperationId]?: Exporter<K> };

/** One handler for each operation: `{...} satisfies Handlers` reports missing and unknown ones. */
export type Handlers = { [K in OperationId]: Handler<K> };
