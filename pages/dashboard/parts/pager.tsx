import { useState } from 'preact/hooks';

/** Where a list is: the cursor of its page, and those of the pages before. */
export interface Paging {
  /** `startingAfter` of the page on show; undefined for the first. */
  cursor: string | undefined;
  hasPrevious: boolean;
  next(cursor: string): void;
  previous(): void;
  first(): void;
}

/** Paging through a list that grows at its front: a cursor stays where it is, however much is added. */
export function usePaging(): Paging {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1),
    hasPrevious: cursors.length > 0,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    first: () => setCursors([]),
  };
}

const ENGLISH = { pages: 'Pages', newer: 'Newer', older: 'Older' };

/** The buttons under a list. Nothing where there is one page. In English unless it is given `words`. */
export function Pager({
  paging,
  nextCursor,
  words = ENGLISH,
}: {
  paging: Paging;
  nextCursor: string | null;
  words?: typeof ENGLISH;
}) {
  if (!paging.hasPrevious && nextCursor === null) return null;
  return (
    <nav class="row pager" aria-label={words.pages}>
      <button class="button button--quiet" disabled={!paging.hasPrevious} onClick={paging.previous}>
        {words.newer}
      </button>
      <button
        class="button button--quiet"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && paging.next(nextCursor)}
      >
        {words.older}
      </button>
    </nav>
  );
}
