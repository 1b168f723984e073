import type { Actor } from '../../rules/audit/present.ts';
import type { Ending } from '../../rules/audit/request.ts';
import type { Changes } from '../../rules/audit/changes.ts';
import type { Sql } from '../db/connect.ts';
import { gathered } from '../lib/gathered.ts';
import { endLines, insertLinesBefore, type LineEnd, type NewLine } from './queries.ts';

/** What a handler may add to the line of its request. */
export interface AuditTrail {
  /** More of what changed, such as what was there before. No secrets. */
  note(changes: Changes): void;
  /** The person who turns out to make the request, where it is not known before: somebody who signs in. */
  isBy(accountId: string): void;
  /** The merchant in whose log it belongs, where neither the caller nor the response is one's. */
  concerns(merchantId: string): void;
  /** The line of an operation whose line is written with its change, for the statement that makes it: it is not written again. */
  lineOf(resourceId: string): NewLine;
}

/** Lines of requests at once share a statement, so that a busy key costs few. */
const writeGathered = gathered(async (sql: Sql, asked: readonly NewLine[]) => {
  await insertLinesBefore(sql, asked);
  return asked.map(() => null);
});
const endGathered = gathered(async (sql: Sql, asked: readonly LineEnd[]) => {
  await endLines(sql, asked);
  return asked.map(() => null);
});

/**
 * The line of one request. Either it is written before the handler runs, with its outcome still unknown, and completed afterwards; or, where
 * `withChange`, the handler writes it in the statement of its change, and only a refusal is written afterwards. So no change is without its
 * line, whenever a process dies.
 */
export class Trail implements AuditTrail {
  readonly #sql: Sql;
  readonly #line: NewLine;
  readonly #withChange: boolean;
  #isInserted = false;

  constructor(sql: Sql, line: NewLine, { withChange }: { withChange: boolean }) {
    this.#sql = sql;
    this.#line = line;
    this.#withChange = withChange;
  }

  note(changes: Changes): void {
    this.#line.changes = { ...this.#line.changes, ...changes };
  }

  isBy(accountId: string): void {
    this.#line.actor.id = accountId;
  }

  concerns(merchantId: string): void {
    this.#line.merchantId ??= merchantId;
  }

  lineOf(resourceId: string): NewLine {
    this.#isInserted = true;
    return { ...this.#line, resourceId, outcome: 'succeeded' };
  }

  /** Writes that the request is about to be performed. It is not performed if this throws. */
  async begin(): Promise<void> {
    if (!this.#withChange) await writeGathered(this.#sql, this.#group(), this.#line);
  }

  /** Writes how it ended, and who it turned out to be. */
  async end(ending: Ending, whoItWas: (actor: Actor) => Actor): Promise<void> {
    const merchantId = this.#line.merchantId ?? ending.merchantId;
    const resourceId = ending.resourceId ?? this.#line.resourceId;
    const actor = whoItWas(this.#line.actor);
    const ended = { ...this.#line, ...ending, actor, merchantId, resourceId };
    if (!this.#withChange) await endGathered(this.#sql, this.#group(), ended);
    else if (ending.outcome !== 'succeeded' || !this.#isInserted) {
      await writeGathered(this.#sql, this.#group(), ended);
    }
  }

  #group(): string {
    return this.#line.merchantId ?? '';
  }
}
