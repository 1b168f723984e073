import type { Autopay } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { useLive } from '../live.ts';
import { Pager, usePaging } from './pager.tsx';
import { Show } from './show.tsx';

const ROWS = 25;

/** The pager of a list that begins with its oldest. */
const TURNED = { pages: 'Pages', newer: 'Older', older: 'Newer' };

/** Which page to ask the service for. */
export interface PageToRead {
  limit: number;
  startingAfter: string | undefined;
}

/** What the service gives for it. */
export type OnePage<Row> = PromiseLike<{ data: Row[]; nextCursor: string | null }>;

interface PagedListProps<Row> {
  read: (api: Autopay, page: PageToRead, options: { signal: AbortSignal }) => OnePage<Row>;
  /** Whether the oldest come first. */
  turned?: boolean;
  /** Shown in place of a list without rows. */
  empty: ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
}

/** A list page by page, that keeps itself fresh. Give it a `key` that changes with what `read` asks for. */
export function PagedList<Row>({ read, turned = false, empty, children }: PagedListProps<Row>) {
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
            <Pager paging={paging} nextCursor={nextCursor} {...(turned ? { words: TURNED } : {})} />
          </>
        )
      }
    </Show>
  );
}
