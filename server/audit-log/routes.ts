import { type AuditLine, presentAuditLine } from '../../rules/audit/present.ts';
import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { isListedEntry, listEntries } from './queries.ts';
import { readAuditFilter } from './read-filter.ts';

/** The operation that lists the audit log. */
export function auditLogRoutes({ db }: Pick<Deployment, 'db'>) {
  return {
    listAuditLog: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const filter = readAuditFilter(query);
      const source = {
        exists: (id: string) => isListedEntry(db, tenant, filter, id),
        read: (page: PageQuery) => listEntries(db, tenant, filter, page),
        cursorOf: ({ id }: AuditLine) => id,
      };
      const present = (line: AuditLine) => presentAuditLine(line, tenant.livemode);
      return { status: 200, body: await readPage(query, source, present) };
    },
  } satisfies Pick<Handlers, 'listAuditLog'>;
}
