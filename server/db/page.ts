import { ApiError } from '../errors/api-error.ts';

/** What a list operation was asked for. Lists are newest first; the two cursors are ids of the same list. */
export interface PageRequest {
  /** 100 when left out. */
  limit?: number | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/** What a query reads for a page: at most `take` rows, older than or newer than a row, nearest to it first. */
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

export interface PageSource<Row> {
  /** Whether a cursor names a row of this list. */
  exists: (cursor: string) => Promise<boolean>;
  read: (query: PageQuery) => Promise<readonly Row[]>;
  cursorOf: (row: Row) => string;
}

/**
 * One page of a list, stable under inserts. Reads one row more than asked to know whether there are more.
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
  if (cursor !== null && !(await source.exists(cursor))) {
    const param = startingAfter === null ? 'endingBefore' : 'startingAfter';
    throw new ApiError('parameter_invalid', { param, message: `${param} names no object of this list.` });
  }
  const rows = await source.read({ take: limit + 1, olderThan: startingAfter, newerThan: endingBefore });
  const shown = rows.slice(0, limit);
  if (endingBefore !== null) shown.reverse();
  const last = shown.at(-1);
  // Paging towards newer items, older ones follow by definition: the cursor itself is one.
  const hasMore = endingBefore === null ? rows.length > limit : shown.length > 0;
  return {
    object: 'list',
    data: shown.map(present),
    hasMore,
    nextCursor: hasMore && last !== undefined ? source.cursorOf(last) : null,
  };
}

/** Whether `find` finds something: false when it throws resource_missing, as for a cursor of another list or merchant. */
export async function foundIn(find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'resource_missing') return false;
    throw error;
  }
}
