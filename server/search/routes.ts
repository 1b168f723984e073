import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { readMoment } from '../merchants/moment.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { presentSearch } from '../../rules/search/present.ts';
import { search } from './search.ts';

/** The operation that finds things. */
export function searchRoutes({ db, clock }: Pick<Deployment, 'db' | 'clock'>) {
  return {
    searchObjects: async (ctx, { query: { query } }) => {
      const tenant = tenantOf(ctx);
      const found = await search(db, tenant, query);
      const { now: createdAt } = await readMoment(db, tenant, clock);
      const about = { query: query.trim(), livemode: tenant.livemode, createdAt };
      return { status: 200, body: presentSearch(about, found) };
    },
  } satisfies Pick<Handlers, 'searchObjects'>;
}
