import type { Autopay } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { useLive } from '../live.ts';
import { Pager, usePaging } from './pager.tsx';
import { Show } from './show.tsx';

const ROWS = 25;

/** Which page to ask the service for. */
export interface PageToRead {
  limit: number;
  startingAfter: string | undefined;
}

/** What the service gives for it. */
export type OnePage<Row> = PromiseLike<{ data: Row[]; nextCursor: string | null }>;

interface PagedListProps<Row> {
  read: (api: Autopay, page: PageToRead, options: { signal: AbortSignal }) => OnePage<Row>;
  /** Shown in place of a list without rows. */
  empty: ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
}

/** A list, newest first, page by page, that keeps itself fresh. Give it a `key` that changes with what `read` asks for. */
export function PagedList<Row>({ read, empty, children }: PagedListProps<Row>) {
  const paging = usePaging();
  const page = useLive(
    (api, options) => read(api, { limit: ROWS, startingAfter: paging.cursor }, options),
    [paging.cursor],
  );
  return (
    <Show live={page}>
      {({ data, nextCursor }) =>
        data.length === 0 && !paging.hasPrevious ? (
          empty
        ) : (
          <>
            {children(data)}
            <Pager paging={paging} nextCursor={nextCursor} />
          </>
        )
      }
    </Show>
  );
}
