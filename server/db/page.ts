import {
  assemblePage,
  choosePage,
  type Page,
  type PageRequest,
  unknownCursor,
} from '../../rules/http/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Db } from './connect.ts';

/**
 * What a query reads for a page: at most `take` rows older or newer than a given row, nearest first. The row
 * is identified by the list's sort key: its id, or its position if ids do not sort by time.
 */
export interface PageQuery {
  take: number;
  olderThan: string | null;
  newerThan: string | null;
  /** Without either: from the oldest row on. */
  oldestFirst?: boolean;
}

/** Whether a page's rows are read from older to newer ones. */
export function ascends({ olderThan, newerThan, oldestFirst = false }: PageQuery): boolean {
  return newerThan !== null || (olderThan === null && oldestFirst);
}

/** The end of a list's query, after its last condition: a page by the column `key`. */
export function inPage(sql: Db, key: string, query: PageQuery) {
  const { take, olderThan, newerThan } = query;
  const column = sql(key);
  return sql`
    ${olderThan === null ? sql`` : sql`and ${column} < ${olderThan}`}
    ${newerThan === null ? sql`` : sql`and ${column} > ${newerThan}`}
    order by ${column} ${ascends(query) ? sql`asc` : sql`desc`} limit ${take}`;
}

/**
 * Where a list's rows come from. A cursor must be a row of this list: of its tenant, mode, kind and mandate,
 * and matching filters that never change (a mandate, payer, endpoint, event or type). A row whose status has
 * changed since the previous page still counts.
 */
export type PageSource<Row> = (
  | {
      /** Whether a cursor names a row of this list, which is ordered by id. */
      exists: (cursor: string) => Promise<boolean>;
    }
  | {
      /** The position of the cursor's row in this list; null if there is none. */
      locate: (cursor: string) => Promise<string | null>;
    }
) & {
  read: (query: PageQuery) => Promise<readonly Row[]>;
  cursorOf: (row: Row) => string;
  /**
   * Whether a row still fits on a page that is limited by size. The first row always does, and none after one
   * that does not.
   */
  fits?: (row: Row) => boolean;
};

/**
 * One page of a list, stable under inserts. Reads one row more than requested to know whether there are more.
 * Throws parameter_invalid for an unknown cursor or for both cursors at once.
 */
export async function readPage<Row, Item>(
  request: PageRequest,
  source: PageSource<Row>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const choice = choosePage(request);
  const { cursor, towards, limit } = choice;
  const at = cursor === null ? null : await locate(source, cursor);
  if (cursor !== null && at === null) throw unknownCursor(choice);
  const rows = await source.read({
    take: limit + 1,
    olderThan: towards === 'older' ? at : null,
    newerThan: towards === 'newer' ? at : null,
    oldestFirst: towards === 'newer',
  });
  return assemblePage(rows, choice, { cursorOf: source.cursorOf, present, fits: source.fits });
}

async function locate<Row>(source: PageSource<Row>, cursor: string): Promise<string | null> {
  if ('locate' in source) return source.locate(cursor);
  return (await source.exists(cursor)) ? cursor : null;
}

/**
 * Whether `find` succeeds: false if it throws resource_missing, as for a cursor of another list or merchant.
 */
export async function foundIn(find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'resource_missing') return false;
    throw error;
  }
}
