import type { Autopay } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { query } from '../router.ts';
import { Empty } from './empty.tsx';
import { Filter, type FilterProps } from './filter.tsx';
import { type OnePage, PagedList, type PageToRead } from './paged-list.tsx';

interface FilteredListProps<Row, Asked> {
  heading: ComponentChildren;
  filters: readonly FilterProps[];
  /** Buttons that save the list as it is filtered, given the filters that are set. */
  downloads?: (filter: Readonly<Record<string, string>>) => ComponentChildren;
  /** Reads one page of what the filters leave. */
  read: (api: Autopay, asked: Asked, options: { signal: AbortSignal }) => OnePage<Row>;
  /** What a row is called: `charge`. */
  one: string;
  /** The title where there is nothing yet; default `No charges yet`. */
  none?: string;
  /** What would be here, and the step that brings it. */
  about: ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
}

/** A list under the filters that narrow it. */
export function FilteredList<Row, Asked extends Partial<PageToRead>>({
  heading,
  filters,
  downloads,
  read,
  one,
  none = `No ${one}s yet`,
  about,
  children,
}: FilteredListProps<Row, Asked>) {
  const filter = Object.fromEntries(query.value);
  // The service would refuse it, which is no answer to somebody who looks for something.
  const unfinished = filters.find(
    ({ name, wants }) => filter[name] && wants && !wants.form.test(filter[name]),
  );
  return (
    <>
      {heading}
      <div class="row">
        {filters.map((each) => (
          <Filter key={each.name} {...each} />
        ))}
        {downloads?.(filter)}
      </div>
      {unfinished ? (
        <Empty title={`No ${one} matches “${filter[unfinished.name]}”`}>
          <p>
            {unfinished.label} takes {unfinished.wants!.words}.
          </p>
        </Empty>
      ) : (
        <PagedList
          key={query.value.toString()}
          read={(api, page, options) => read(api, { ...filter, ...page } as Asked, options)}
          empty={<Empty title={query.value.size > 0 ? `No ${one} matches` : none}>{about}</Empty>}
        >
          {children}
        </PagedList>
      )}
    </>
  );
}
