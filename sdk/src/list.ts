import { call, check } from './call.ts';
import type { Client } from './client.ts';
import { must } from './must.ts';
import type { paths } from './generated/api.ts';
import type { Call, CallOptions, CallResponse, Page } from './types.ts';

/** The query parameters that every list takes. */
interface Cursors {
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/**
 * A list that is read lazily: `await` it for one page, `for await` it for its items over all pages, or use
 * `pages()` or `toArray({ limit })`. Newest first; with `endingBefore` it goes from that item towards newer
 * ones. Each of these rejects with AutopayError.
 */
export class ListCall<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #read: (cursors: Cursors) => Call<Page<T>>;
  readonly #query: Cursors;
  #first: Call<Page<T>> | undefined;

  /** Throws TypeError for a wrong argument. */
  constructor(client: Client, route: keyof paths, options?: CallOptions, query: Cursors = {}, id?: string) {
    check('GET', route, 0, options, id, undefined, query);
    must(!query.startingAfter || !query.endingBefore, 'endingBefore', 'left out beside startingAfter');
    this.#query = query;
    this.#read = (cursors) => call(client, 'GET', route, 0, options, id, undefined, { ...query, ...cursors });
  }

  /** The first page with its status, headers and request id. */
  withResponse(): Promise<CallResponse<Page<T>>> {
    return this.#firstPage().withResponse();
  }

  /** Page after page as the service returns them, items newest first within each. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const towardsNewer = this.#query.endingBefore !== undefined;
    for (let page = await this.#firstPage(); ;) {
      // Towards newer items `hasMore` says nothing: older ones always follow.
      if (!towardsNewer || page.data.length > 0) yield page;
      const cursor = towardsNewer ? page.data[0] && cursorOf(page.data[0]) : page.nextCursor;
      if (cursor === null || cursor === undefined) return;
      page = await this.#read(towardsNewer ? { endingBefore: cursor } : { startingAfter: cursor });
    }
  }

  /** Item after item over all pages, away from the starting point. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages())
      yield* this.#query.endingBefore === undefined ? data : data.toReversed();
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
    return (this.#first ??= this.#read({}));
  }
}

/** What identifies an item in its list: its id, a token's mint, a customer's wallet. */
function cursorOf(item: object): string | undefined {
  const { id, object, mint, payer } = item as Record<string, string | undefined>;
  return id ?? (object === 'token' ? mint : payer);
}
