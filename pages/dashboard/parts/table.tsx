import type { ComponentChildren } from 'preact';

/** One column: its head, and what stands in it for a row. */
export interface Column<T> {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers stand at the end, so that their digits align. */
  end?: boolean;
}

interface TableProps<T> {
  /** What the table lists, for those who cannot see where it stands. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

/** A table that turns into a list of cards on a narrow screen, where each cell says its column's name. */
export function Table<T>({ caption, columns, rows, keyOf }: TableProps<T>) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, end }) => (
              <th key={head} scope="col" class={end ? 'end' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, end }) => (
                <td key={head} data-head={head} class={end ? 'end' : undefined}>
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
