import {
  assemblePage,
  choosePage,
  type Page,
  type PageRequest,
  unknownCursor,
} from '../../../rules/http/page.ts';

/**
 * One page of `rows`, which come in the order that was asked for. A cursor may name any row of `all`: the whole list, whatever
 * the rows' status. Throws parameter_invalid for two cursors at once and for one that names no row.
 */
export function pageOf<Row, Item>(
  request: PageRequest,
  rows: readonly Row[],
  { all = rows, cursorOf }: { all?: readonly Row[]; cursorOf: (row: Row) => string },
  present: (row: Row) => Item,
): Page<Item> {
  const choice = choosePage(request);
  const placeOf = new Map(all.map((row, at) => [cursorOf(row), at]));
  const place = choice.cursor === null ? -1 : placeOf.get(choice.cursor);
  if (place === undefined) throw unknownCursor(choice);
  const nearest = choice.backwards
    ? rows.filter((row) => placeOf.get(cursorOf(row))! < place).toReversed()
    : rows.filter((row) => placeOf.get(cursorOf(row))! > place);
  return assemblePage(nearest, choice, { cursorOf, present });
}

/**
 * A page of rows listed by id, which sorts by creation time. `keep` may filter only by what can change, the
 * status.
 */
export function pageById<Row extends { id: string }, Item>(
  request: PageRequest,
  made: readonly Row[],
  present: (row: Row) => Item,
  keep: (row: Row) => boolean = () => true,
): Page<Item> {
  const all = request.order === 'asc' ? made : made.toReversed();
  return pageOf(request, all.filter(keep), { all, cursorOf: ({ id }) => id }, present);
}
