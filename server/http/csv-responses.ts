import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { ApiError } from '../../rules/api-error.ts';
import { prefersCsv } from '../../rules/http/prefers-csv.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import type { Auth } from './context.ts';
import { exchangeOf } from './exchange.ts';
import type { Exporter, Exporters, Operation, OperationId } from './handler.ts';
import type { Turns } from './list-turns.ts';
import type { RateLimiter } from './rate-limit.ts';
import { COMMON_HEADERS } from './respond.ts';

/** Exports that one process serves at a time. Each holds about a megabyte, and reads without a pause for clients that are fast. */
const AT_ONCE = 4;
/** How long a client may take for a piece of about 500 kB. A transaction is not held meanwhile, only this much memory. */
const PIECE_TIMEOUT_MS = 60_000;
/** Pause before a piece is asked for again while too many lists are waiting. */
const BUSY_MS = 1_000;

/** Lists as CSV. */
export interface CsvResponses {
  /** Whether a request prefers `text/csv` and its operation has it. */
  isWanted(req: Request, operation: Operation): boolean;
  /**
   * Sends all that the filter leaves, piece by piece as the client takes them. Throws rate_limit_exceeded, and parameter_invalid for a
   * cursor, before anything is sent; a failure later breaks the connection, so that half a file is never taken for a whole one.
   */
  send(res: Response, operation: Operation, auth: Auth | null, input: object): Promise<void>;
}

interface CsvParts {
  exporters: Exporters;
  rateLimiter: RateLimiter;
  inTurn: Turns;
  clock: Clock;
  log: Logger;
}

/** Each piece waits its turn among all lists, so that an export delays no other merchant. */
export function csvResponses({ exporters, rateLimiter, inTurn, clock, log }: CsvParts): CsvResponses {
  /** The merchants whose exports run. */
  const running = new Set<string>();

  async function stream(res: Response, operation: Operation, auth: Auth, pieces: AsyncIterator<string>) {
    const first = await inTurn(operation, auth, () => pieces.next());
    const mode = auth.livemode ? 'live' : 'test';
    const day = new Date(clock.milliseconds()).toISOString().slice(0, 10);
    const file = `autopay-${operation.path.split('/').at(-1)}-${mode}-${day}.csv`;
    res.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${file}"`,
      vary: 'accept',
    });
    if (exchangeOf(res).method !== 'HEAD') {
      for (let piece = first; piece.done !== true; piece = await nextPiece(operation, auth, pieces)) {
        if (!(await written(res, piece.value))) return;
      }
    }
    res.end();
  }

  async function nextPiece(operation: Operation, auth: Auth, pieces: AsyncIterator<string>) {
    for (;;) {
      try {
        return await inTurn(operation, auth, () => pieces.next());
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'rate_limit_exceeded')) throw error;
        await wait(BUSY_MS);
      }
    }
  }

  return {
    isWanted: (req, { operationId }) => operationId in exporters && prefersCsv(req.headers.accept),

    async send(res, operation, auth, input) {
      if (auth === null || !('merchantId' in auth)) throw new Error('Bug: an export without a merchant.');
      refuseCursors(input as { query?: Record<string, unknown> });
      await rateLimiter.takeFrom('exports', auth.merchantId, res);
      if (running.has(auth.merchantId) || running.size >= AT_ONCE) {
        throw new ApiError('rate_limit_exceeded', {
          message: running.has(auth.merchantId)
            ? 'Another CSV export of yours is running. Retry when it is done.'
            : 'Too many CSV exports are running at this moment. Retry in a few seconds.',
        });
      }
      running.add(auth.merchantId);
      try {
        const exporter = exporters[operation.operationId] as Exporter<OperationId>;
        const pieces = exporter({ auth }, input as never);
        await stream(res, operation, auth, pieces).finally(() => pieces.return?.());
      } catch (error) {
        if (res.headersSent)
          log.error({ err: error, operation: operation.operationId }, 'a CSV export broke off');
        throw error;
      } finally {
        running.delete(auth.merchantId);
      }
    },
  };
}

/** Writes a piece and waits until the client has taken it. False if it has gone, or is too slow. */
async function written(res: Response, piece: string): Promise<boolean> {
  if (res.destroyed) return false;
  if (res.write(piece)) return true;
  const over = new AbortController();
  const timer = setTimeout(() => res.destroy(), PIECE_TIMEOUT_MS);
  await Promise.race(['drain', 'close'].map((event) => once(res, event, over)));
  clearTimeout(timer);
  over.abort();
  return !res.destroyed;
}

/** An export is all of the list: a cursor asks for a part of it. */
function refuseCursors({ query = {} }: { query?: Record<string, unknown> }): void {
  const cursor = ['startingAfter', 'endingBefore'].find((name) => query[name] !== undefined);
  if (cursor === undefined) return;
  throw new ApiError('parameter_invalid', {
    param: cursor,
    message: `A CSV export has every row that the filter leaves: send it without ${cursor}.`,
  });
}
