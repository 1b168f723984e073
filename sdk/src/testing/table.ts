import { ApiError } from '../../../rules/api-error.ts';

/** Rows of one kind in order of creation, found by id. */
export class Table<Row extends { id: string }> {
  readonly #rows = new Map<string, Row>();

  insert(row: Row): Row {
    this.#rows.set(row.id, row);
    return row;
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  find(id: string): Row | null {
    return this.#rows.get(id) ?? null;
  }

  /** The row `id` if it `belongs`; throws resource_missing for a foreign row as for a missing one. */
  get(id: string, belongs: (row: Row) => boolean = () => true): Row {
    const row = this.#rows.get(id);
    if (row === undefined || !belongs(row)) throw new ApiError('resource_missing');
    return row;
  }

  /** The rows that `keep` accepts, oldest first. */
  filter(keep: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(keep);
  }

  /** The oldest row that `keep` accepts, or null. */
  first(keep: (row: Row) => boolean): Row | null {
    for (const row of this.#rows.values()) if (keep(row)) return row;
    return null;
  }

  /** The newest row that `keep` accepts, or null. */
  last(keep: (row: Row) => boolean): Row | null {
    return [...this.#rows.values()].findLast(keep) ?? null;
  }
}
