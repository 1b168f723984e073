import type { Request, Response } from 'express';
import { changesIn } from '../../rules/audit/changes.ts';
import {
  actorAfter,
  actorOf,
  endingOf,
  isAudited,
  modeOf,
  namedIn,
  userAgentOf,
} from '../../rules/audit/request.ts';
import { ApiError } from '../../rules/api-error.ts';
import { insertLinesBefore, type NewLine } from '../audit/queries.ts';
import { Trail } from '../audit/trail.ts';
import type { Sql } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../log.ts';
import type { Auth, StoredResponse } from './context.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation, OperationId } from './handler.ts';

/** What noting requests takes. */
export interface AuditParts {
  db: Sql;
  clock: Clock;
  log: Logger;
}

/** Operations whose handlers write the line in the statement of the change: those that a busy merchant calls by the second. */
const WITH_CHANGE: ReadonlySet<OperationId> = new Set(['createMandate']);
/** The trail of a request that writes; null for one that only reads, or whose caller is nobody the log knows. */
export function trailOf(
  parts: AuditParts,
  operation: Operation,
  req: Request,
  res: Response,
  auth: Auth | null,
): Trail | null {
  if (!isAudited(operation, auth)) return null;
  const line = lineOf(parts, operation, req, res, auth);
  return new Trail(parts.db, line, { withChange: WITH_CHANGE.has(operation.operationId) });
}

function lineOf(
  { clock }: AuditParts,
  operation: Operation,
  req: Request,
  res: Response,
  auth: Auth | null,
): NewLine {
  return {
    id: newId('auditEntry'),
    merchantId: auth !== null && 'merchantId' in auth ? auth.merchantId : null,
    livemode: modeOf(operation, auth),
    actor: actorOf(operation, auth, req.body),
    action: operation.operationId,
    resourceId: namedIn(req.params),
    outcome: 'unknown',
    errorCode: null,
    changes: changesIn(req.body),
    address: exchangeOf(res).address,
    userAgent: userAgentOf(req.headers['user-agent']),
    createdAt: clock.seconds(),
  };
}

/** Completes the trail of a request that the handler has answered. A failure is logged: the change is made, and its line says that the outcome is unknown. */
export async function endTrail(
  trail: Trail | null,
  operation: Operation,
  outcome: StoredResponse | Error,
  log: () => Logger,
): Promise<void> {
  if (trail === null) return;
  try {
    const ending = endingOf(outcome);
    await trail.end(ending, (actor) =>
      ending.outcome === 'succeeded' ? actorAfter(operation, actor) : actor,
    );
  } catch (error) {
    log().error({ err: error }, 'could not note the outcome of a request in the audit log');
  }
}

/** Refusals of one caller, operation and error that are noted in a minute: enough to see somebody trying, too few to fill a disk. */
const REFUSALS_PER_MINUTE = 10;
const MAX_COUNTED = 10_000;

/** Notes refusals of callers that are known, before anything is done. */
export class Refusals {
  readonly #parts: AuditParts;
  readonly #counted = new Map<string, number>();
  #minute = 0;

  constructor(parts: AuditParts) {
    this.#parts = parts;
  }

  /** Notes that a caller may not do this. Never throws: the request is refused either way. */
  async note(operation: Operation, req: Request, res: Response, error: unknown): Promise<void> {
    const { caller } = exchangeOf(res);
    if (!(error instanceof ApiError) || error.status !== 403) return;
    if (caller === null || !('merchantId' in caller)) return;
    const line = lineOf(this.#parts, operation, req, res, caller);
    if (!this.#mayNote(`${line.merchantId}/${line.actor.id}/${line.action}/${error.code}`)) return;
    try {
      await insertLinesBefore(this.#parts.db, [{ ...line, outcome: 'refused', errorCode: error.code }]);
    } catch (failure) {
      this.#parts.log.error({ err: failure }, 'could not note a refused request in the audit log');
    }
  }

  #mayNote(what: string): boolean {
    const minute = Math.floor(this.#parts.clock.seconds() / 60);
    if (minute !== this.#minute || this.#counted.size >= MAX_COUNTED) this.#counted.clear();
    this.#minute = minute;
    const count = (this.#counted.get(what) ?? 0) + 1;
    this.#counted.set(what, count);
    return count <= REFUSALS_PER_MINUTE;
  }
}
