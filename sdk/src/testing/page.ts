import { ApiError, invalid } from '../../../rules/api-error.ts';

/** The paging parameters of a list operation. */
export interface PageQuery {
  limit?: number | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/** The envelope of every list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  hasMore: boolean;
  nextCursor: string | null;
}

/**
 * One page of `rows`, which come newest first. A cursor may name any row of `all`: the whole list, whatever
 * the rows' status. Throws parameter_invalid for two cursors at once and for one that names no row.
 */
export function pageOf<Row, Item>(
  { startingAfter, endingBefore, limit = 100 }: PageQuery,
  rows: readonly Row[],
  { all = rows, cursorOf }: { all?: readonly Row[]; cursorOf: (row: Row) => string },
  present: (row: Row) => Item,
): Page<Item> {
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw new ApiError('parameter_invalid', {
      param: 'endingBefore',
      message: 'Send startingAfter or endingBefore, not both.',
    });
  }
  const cursor = startingAfter ?? endingBefore;
  const place = all.findIndex((row) => cursorOf(row) === cursor);
  if (cursor !== undefined && place === -1) {
    throw invalid(
      startingAfter === undefined ? 'endingBefore' : 'startingAfter',
      'names no object of this list',
    );
  }
  const placeOf = new Map(all.map((row, at) => [cursorOf(row), at]));
  const older = rows.filter((row) => cursor === undefined || placeOf.get(cursorOf(row))! > place);
  const newer = rows.filter((row) => placeOf.get(cursorOf(row))! < place);
  const shown = endingBefore === undefined ? older.slice(0, limit) : newer.slice(-limit);
  const last = shown.at(-1);
  // Towards newer items older ones always follow: the cursor is one of them.
  const hasMore = endingBefore === undefined ? older.length > limit : shown.length > 0;
  return {
    object: 'list',
    data: shown.map(present),
    hasMore,
    nextCursor: hasMore && last !== undefined ? cursorOf(last) : null,
  };
}

/**
 * A page of rows listed by id, which sorts by creation time. `keep` may filter only by what can change, the
 * status.
 */
export function pageById<Row extends { id: string }, Item>(
  query: PageQuery,
  made: readonly Row[],
  present: (row: Row) => Item,
  keep: (row: Row) => boolean = () => true,
): Page<Item> {
  const all = made.toReversed();
  return pageOf(query, all.filter(keep), { all, cursorOf: ({ id }) => id }, present);
}
