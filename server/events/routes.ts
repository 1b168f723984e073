import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentEvent } from './present.ts';
import { type EventRow, getEvent, listEvents, locateEvent } from './queries.ts';

/** The default page of events is shorter than of other lists: each event contains a whole object. */
const DEFAULT_LIMIT = 20;

/** The operations on events. */
export function eventRoutes({ db }: Pick<Deployment, 'db'>) {
  return {
    listEvents: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        locate: (id: string) => locateEvent(db, tenant, query, id),
        read: (page: PageQuery) => listEvents(db, tenant, query, page),
        cursorOf: (row: EventRow) => row.id,
      };
      const request = { ...query, limit: query.limit ?? DEFAULT_LIMIT };
      return { status: 200, body: await readPage(request, source, presentEvent) };
    },

    getEvent: async (ctx, { path }) => {
      return { status: 200, body: presentEvent(await getEvent(db, tenantOf(ctx), path.id)) };
    },
  } satisfies Pick<Handlers, 'listEvents' | 'getEvent'>;
}
