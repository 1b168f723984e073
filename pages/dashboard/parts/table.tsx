import type { ComponentChildren } from 'preact';
import { query } from '../router.ts';
import { narrow } from './filter.tsx';

/** One column: its head, and what stands in it for a row. */
export interface Column<T> {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers stand at the end, so that their digits align. */
  end?: boolean;
  /** The list is in the order of this column, and its head turns it round. Only for the column that the service orders a list by. */
  orders?: boolean;
  /** Not printed: what it shows in short is for the screen, where it can be copied. */
  onScreenOnly?: boolean;
}

interface TableProps<T> {
  /** What the table lists, for those who cannot see where it stands. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** A row that stands out, because something is to be done about it. */
  toneOf?: (row: T) => 'warn' | 'bad' | undefined;
}

/** A table that turns into a list of cards on a narrow screen, where each cell says its column's name. */
export function Table<T>({ caption, columns, rows, keyOf, toneOf }: TableProps<T>) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, end, orders, onScreenOnly }) => (
              <th
                key={head}
                scope="col"
                class={classOf({ end, onScreenOnly })}
                aria-sort={orders ? (isTurned() ? 'ascending' : 'descending') : undefined}
              >
                {/* On a narrow screen nobody sees the heads: a filter turns the list round there. */}
                {orders && <span class="unordered">{head}</span>}
                {orders ? (
                  <button class="sort" onClick={() => narrow({ order: isTurned() ? '' : 'asc' })}>
                    {head} <span aria-hidden="true">{isTurned() ? '↑' : '↓'}</span>
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-tone={toneOf?.(row)}>
              {columns.map(({ head, cell, end, onScreenOnly }) => (
                <td key={head} data-head={head} class={classOf({ end, onScreenOnly })}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf({ end, onScreenOnly }: { end?: boolean; onScreenOnly?: boolean }): string | undefined {
  return [end && 'end', onScreenOnly && 'no-print'].filter(Boolean).join(' ') || undefined;
}

function isTurned(): boolean {
  return query.value.get('order') === 'asc';
}
