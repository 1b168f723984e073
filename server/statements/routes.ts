import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { readStatement } from './read-statement.ts';

/** The operation on statements. */
export function statementRoutes(deployment: Pick<Deployment, 'db' | 'clock'>) {
  return {
    getStatement: async (ctx, { query }) => ({
      status: 200,
      body: await readStatement(deployment, tenantOf(ctx), query),
    }),
  } satisfies Pick<Handlers, 'getStatement'>;
}
