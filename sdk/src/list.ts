import { call, check } from './call.ts';
import type { Client } from './client.ts';
import { errorOf } from './errors.ts';
import { must } from './must.ts';
import type { Call, CallOptions, CallResponse, Page } from './types.ts';

/** The query parameters that every list takes. */
interface Cursors {
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/**
 * How a page was reached from the first one, so that no loop over pages is endless: Brent's way to find a circle, which keeps one
 * cursor and not all.
 */
interface Trail {
  /** Pages up to this one. */
  count: number;
  /** The cursor of the last page whose count was a power of two: one that comes back to it goes in circles. */
  mark?: string | undefined;
  /** Pages without an item, the last ones in a row. */
  empty: number;
}

/** The service returns no empty page before the last; a filter of some proxy's might. */
const MAX_EMPTY = 10;

/**
 * A list that is read lazily: `await` it for one page, `for await` it for its items over all pages, or use
 * `pages()` or `toArray({ limit })`. Newest first; with `endingBefore` it goes from that item towards newer
 * ones, and `hasMore` and `nextCursor` of its pages still speak of older ones. Each of these rejects with AutopayError.
 */
export class ListCall<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #read: (cursors: Cursors, trail: Trail) => Call<Page<T>>;
  readonly #towardsNewer: boolean;
  #first: Call<Page<T>> | undefined;

  /** Throws TypeError for a wrong argument. */
  constructor(client: Client, route: string, options?: CallOptions, query: Cursors = {}, id?: string) {
    check('list', 'GET', route, 0, options, id, undefined, query);
    must(!query.startingAfter || !query.endingBefore, 'endingBefore', 'left out beside startingAfter');
    this.#towardsNewer = query.endingBefore !== undefined;
    const readPage = (cursors: Cursors, trail: Trail) => {
      const asked = { ...query, ...cursors };
      const read = call<Page<T>>(client, 'list', 'GET', route, 0, options, id, undefined, asked);
      const page = read.then((each) => this.#extend(each, trail));
      const withResponse = () => read.withResponse().then(async (each) => ({ ...each, data: await page }));
      return Object.assign(page, { withResponse });
    };
    // Assigned to a constant first, for the same reason as in `call`.
    this.#read = readPage;
  }

  /** The first page with its status, headers and request id. */
  withResponse(): Promise<CallResponse<Page<T>>> {
    return this.#firstPage().withResponse();
  }

  /** Page after page as the service returns them, items newest first within each. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    yield* this.#pagesFrom(await this.#firstPage());
  }

  /** Item after item over all pages, away from the starting point. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.#itemsFrom(await this.#firstPage());
  }

  /**
   * The first `limit` items of the iteration; the limit is required so that nobody loads a million by
   * accident.
   */
  async toArray({ limit }: { limit: number }): Promise<T[]> {
    must(Number.isInteger(limit) && limit > 0, 'limit', 'a positive whole number');
    const items: T[] = [];
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list reads its first page
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onPage, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.#firstPage().finally(onEnd);
  }

  #firstPage(): Call<Page<T>> {
    return (this.#first ??= this.#read({}, { count: 1, empty: 0 }));
  }

  async *#pagesFrom(page: Page<T> | null): AsyncGenerator<Page<T>, void, undefined> {
    while (page) {
      // Towards newer items `hasMore` says nothing: older ones always follow.
      if (!this.#towardsNewer || page.data.length > 0) yield page;
      page = await page.getNextPage();
    }
  }

  async *#itemsFrom(first: Page<T>): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.#pagesFrom(first)) yield* this.#towardsNewer ? data.toReversed() : data;
  }

  #cursorAfter({ data, nextCursor }: Page<T>): string | null | undefined {
    return this.#towardsNewer ? data[0] && cursorOf(data[0]) : nextCursor;
  }

  /**
   * Not enumerable, so that a page is logged, compared and stored as the response that it was. Throws AutopayError for a page
   * that was reached before, and for too many empty ones.
   */
  #extend(page: Page<T>, { count, mark, empty }: Trail): Page<T> {
    const cursor = this.#cursorAfter(page) ?? undefined;
    const onward: Trail = {
      count: count + 1,
      mark: count & (count - 1) ? mark : cursor,
      empty: page.data.length > 0 ? 0 : empty + 1,
    };
    if (cursor && (cursor === mark || onward.empty >= MAX_EMPTY)) throw endless();
    return Object.defineProperties(page, {
      getNextPage: {
        value: async () => {
          if (!cursor) return null;
          const next = await this.#read(
            this.#towardsNewer ? { endingBefore: cursor } : { startingAfter: cursor },
            onward,
          );
          // Towards newer items the last page is an empty one.
          return this.#towardsNewer && next.data.length === 0 ? null : next;
        },
      },
      [Symbol.asyncIterator]: { value: () => this.#itemsFrom(page) },
    });
  }
}

/** For a list that goes in circles, or leads nowhere. */
function endless(): Error {
  const message = 'The service pages in circles, or on without items: reading on would never end.';
  return errorOf({ type: 'api_error', code: 'unexpected_response', message, status: 200 }, false);
}

/** What identifies an item in its list: its id, a token's mint, a customer's wallet. */
function cursorOf(item: object): string | undefined {
  const { id, object, mint, payer } = item as Record<string, string | undefined>;
  return id ?? (object === 'token' ? mint : payer);
}
