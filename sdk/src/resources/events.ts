import { type Api, dataOf, init, path } from '../api.ts';
import type { CallOptions, ListedEvent, Page, Query } from '../types.ts';

/** What happened, as webhooks deliver it. */
export interface Events {
  /** Lists events, newest first; 20 a page unless `limit` (at most 50) says otherwise. */
  list(query?: Query<'listEvents'>, options?: CallOptions): Promise<Page<ListedEvent>>;
  /** Reads an event. */
  get(id: string, options?: CallOptions): Promise<ListedEvent>;
}

/** Events of the deployment behind `api`. */
export function events(api: Api): Events {
  return {
    list: (query, options) => dataOf(api.GET('/v1/events', { params: { query }, ...init(options) })),
    get: (id, options) => dataOf(api.GET('/v1/events/{id}', { params: path(id), ...init(options) })),
  };
}
