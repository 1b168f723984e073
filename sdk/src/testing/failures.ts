import { ERROR_CODES, type ErrorCode } from '../../../rules/error-codes.ts';
import type { OperationId } from './operation.ts';

/** How the next matching request fails. */
export type Failure = {
  /** Which operation; any if omitted. */
  operationId?: OperationId;
  /** How many requests in a row. Default 1. */
  times?: number;
} & (
  | {
      /** The response has this code of the contract; nothing takes effect. */
      code: ErrorCode;
      message?: string;
      param?: string;
      /** Seconds in `retry-after`. Default 1 for rate_limit_exceeded, else none. */
      retryAfterSeconds?: number;
    }
  | {
      /** The response has only this status, as from a proxy; nothing takes effect. */
      status: number;
      /** The raw body. Default empty. */
      body?: string;
      /** Default text/html. */
      contentType?: string;
    }
  | {
      /** `refused`: the request never arrives. `lost`: it takes effect, but its response never arrives. */
      connection: 'refused' | 'lost';
    }
  | {
      /** The usual response, this many milliseconds late. */
      delayMs: number;
    }
);

/** Failures still to come, in the order they were added. */
export class Failures {
  readonly #waiting: { failure: Failure; left: number }[] = [];

  /** Throws TypeError for an empty failure, or one that no request could match. */
  add(failure: Failure): void {
    const { times = 1 } = failure;
    if (!Number.isInteger(times) || times < 1) throw new TypeError('times must be a whole number from 1.');
    if ('code' in failure) {
      if (!(failure.code in ERROR_CODES))
        throw new TypeError(`code ${String(failure.code)} is not in the contract.`);
    } else if ('status' in failure) {
      if (!Number.isInteger(failure.status) || failure.status < 200 || failure.status > 599)
        throw new TypeError('status must be 200 to 599.');
    } else if ('connection' in failure) {
      if (failure.connection !== 'refused' && failure.connection !== 'lost')
        throw new TypeError('connection must be "refused" or "lost".');
    } else if (!('delayMs' in failure) || !(failure.delayMs >= 0)) {
      throw new TypeError('A failure needs a code, a status, a connection or delayMs.');
    }
    this.#waiting.push({ failure, left: times });
  }

  /** The failure for the current request of `operationId`, or null. */
  take(operationId: OperationId): Failure | null {
    const found = this.#waiting.find(
      ({ failure }) => failure.operationId === undefined || failure.operationId === operationId,
    );
    if (found === undefined) return null;
    found.left -= 1;
    if (found.left === 0) this.#waiting.splice(this.#waiting.indexOf(found), 1);
    return found.failure;
  }
}
