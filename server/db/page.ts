import { ApiError } from '../errors/api-error.ts';

/**
 * The paging parameters of a list operation. Lists are newest first; both cursors are ids of rows of the same
 * list.
 */
export interface PageRequest {
  /** 100 by default. */
  limit?: number | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/**
 * What a query reads for a page: at most `take` rows older or newer than a given row, nearest first. The row
 * is identified by the list's sort key: its id, or its position if ids do not sort by time.
 */
export interface PageQuery {
  take: number;
  olderThan: string | null;
  newerThan: string | null;
}

/** The envelope of every list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  hasMore: boolean;
  nextCursor: string | null;
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
  const { startingAfter = null, endingBefore = null, limit = 100 } = request;
  if (startingAfter !== null && endingBefore !== null) {
    throw new ApiError('parameter_invalid', {
      param: 'endingBefore',
      message: 'Send startingAfter or endingBefore, not both.',
    });
  }
  const cursor = startingAfter ?? endingBefore;
  const at = cursor === null ? null : await locate(source, cursor);
  if (cursor !== null && at === null) {
    const param = startingAfter === null ? 'endingBefore' : 'startingAfter';
    throw new ApiError('parameter_invalid', { param, message: `${param} names no object of this list.` });
  }
  const rows = await source.read({
    take: limit + 1,
    olderThan: startingAfter === null ? null : at,
    newerThan: endingBefore === null ? null : at,
  });
  const shown = rows.slice(0, limit).filter(source.fits ?? (() => true));
  if (endingBefore !== null) shown.reverse();
  const last = shown.at(-1);
  // Towards newer items, older ones always follow: the cursor is one of them.
  const hasMore = endingBefore === null ? rows.length > shown.length : shown.length > 0;
  return {
    object: 'list',
    data: shown.map(present),
    hasMore,
    nextCursor: hasMore && last !== undefined ? source.cursorOf(last) : null,
  };
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
