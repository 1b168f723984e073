import type { Autopay } from '@autopay/sdk';
import type { ComponentChildren } from 'preact';
import { query } from '../router.ts';
import { Empty } from './empty.tsx';
import { askedBy, Filter, type FilterProps, narrow, ORDER } from './filter.tsx';
import { Found } from './found.tsx';
import { type OnePage, PagedList, type PageToRead } from './paged-list.tsx';

interface FilteredListProps<Row, Asked> {
  heading: ComponentChildren;
  filters: readonly FilterProps[];
  /** Filters that unfold. */
  more?: readonly FilterProps[];
  /** Whether the list can be turned round. */
  ordered?: boolean;
  /** Buttons that save the list as it is filtered, given the filters that are set. */
  downloads?: (filter: Readonly<Record<string, string>>) => ComponentChildren;
  /** Reads one page of what the filters leave. */
  read: (api: Autopay, asked: Asked, options: { signal: AbortSignal }) => OnePage<Row>;
  /** What a row is called: `payment`. */
  one: string;
  /** The title where there is nothing yet; default `No payments yet`. */
  none?: string;
  /** What would be here, and the step that brings it. */
  about: ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
}

/** A list under the filters that narrow it. A text that a filter cannot match is searched for instead. */
export function FilteredList<Row, Asked extends Partial<PageToRead>>({
  heading,
  filters,
  more = [],
  ordered = false,
  downloads,
  read,
  one,
  none = `No ${one}s yet`,
  about,
  children,
}: FilteredListProps<Row, Asked>) {
  const all = [...filters, ...more];
  const filter = askedBy(all);
  const narrowed = all.filter(({ name }) => filter[name] !== undefined);
  const unfolded = more.some(({ name }) => filter[name] !== undefined);
  // The service would refuse it, which is no answer to somebody who looks for something.
  const searched = all.find(({ name, wants }) => filter[name] && wants && !wants.test(filter[name]));
  const clear = () => narrow(Object.fromEntries(all.map(({ name }) => [name, ''])));
  return (
    <>
      {heading}
      <div class="row">
        {filters.map((each) => (
          <Filter key={each.name} {...each} />
        ))}
        {ordered && <Filter {...ORDER} />}
        {downloads?.(filter)}
      </div>
      {more.length > 0 && (
        <details class="more-filters" open={unfolded}>
          <summary>More filters</summary>
          <div class="row">
            {more.map((each) => (
              <Filter key={each.name} {...each} />
            ))}
            {narrowed.length > 0 && (
              <button class="button button--quiet" onClick={clear}>
                Clear filters
              </button>
            )}
          </div>
        </details>
      )}
      {searched ? (
        <>
          <p class="muted">
            No {one} has exactly this {searched.label.toLowerCase()}. Found by “
            <bdi>{filter[searched.name]}</bdi>”:
          </p>
          <Found key={filter[searched.name]} query={filter[searched.name]!} />
        </>
      ) : (
        <PagedList
          key={query.value.toString()}
          turned={filter['order'] === 'asc'}
          read={(api, page, options) => read(api, { ...filter, ...page } as Asked, options)}
          empty={
            narrowed.length > 0 ? (
              <Empty title={`No ${one} matches`}>
                <p>
                  {narrowed.length === 1
                    ? `The filter “${narrowed[0]!.label}” leaves out all others.`
                    : 'The filters leave out all others.'}
                </p>
                <p>
                  <button class="button" onClick={clear}>
                    Take the filters away
                  </button>
                </p>
              </Empty>
            ) : (
              <Empty title={none}>{about}</Empty>
            )
          }
        >
          {children}
        </PagedList>
      )}
    </>
  );
}
