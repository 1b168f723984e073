import { ApiError } from '../api-error.ts';

/**
 * The paging parameters of a list operation. Lists are newest first unless `order` is asc; both cursors are ids of rows of the same
 * list.
 */
export interface PageRequest {
  /** 100 by default. */
  limit?: number | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  /** asc: oldest first. */
  order?: 'asc' | 'desc' | undefined;
}

/** The envelope of every list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Which rows a page shows: at most `limit`, on one side of the cursor if there is one. */
export interface PageChoice {
  limit: number;
  cursor: string | null;
  towards: 'older' | 'newer';
  /** Whether the rows are in front of the cursor: they are read away from it, and shown the other way round. */
  backwards: boolean;
}

/** What a request asks for. Throws parameter_invalid for both cursors at once. */
export function choosePage({
  limit = 100,
  startingAfter,
  endingBefore,
  order = 'desc',
}: PageRequest): PageChoice {
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw new ApiError('parameter_invalid', {
      param: 'endingBefore',
      message: 'Send startingAfter or endingBefore, not both.',
    });
  }
  const backwards = endingBefore !== undefined;
  const towards = backwards === (order === 'asc') ? 'older' : 'newer';
  return { limit, towards, backwards, cursor: startingAfter ?? endingBefore ?? null };
}

/** The error for a cursor that is no row of the list. */
export function unknownCursor({ backwards }: PageChoice): ApiError {
  const param = backwards ? 'endingBefore' : 'startingAfter';
  return new ApiError('parameter_invalid', { param, message: `${param} names no object of this list.` });
}

/**
 * The page of `rows`, which are nearest to the cursor first, and one more than `limit` if there are so many.
 * A row that does not fit, and all after it, are left for the next page.
 */
export function assemblePage<Row, Item>(
  rows: readonly Row[],
  { limit, backwards }: PageChoice,
  {
    cursorOf,
    present,
    fits = () => true,
  }: {
    cursorOf: (row: Row) => string;
    present: (row: Row) => Item;
    fits?: ((row: Row) => boolean) | undefined;
  },
): Page<Item> {
  const shown = rows.slice(0, limit).filter(fits);
  if (backwards) shown.reverse();
  const last = shown.at(-1);
  // In front of a cursor, more always follow: the cursor is one of them.
  const hasMore = backwards ? shown.length > 0 : rows.length > shown.length;
  return {
    object: 'list',
    data: shown.map(present),
    hasMore,
    nextCursor: hasMore && last !== undefined ? cursorOf(last) : null,
  };
}
