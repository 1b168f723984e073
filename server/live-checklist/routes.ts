import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { decideLiveItems, isReady } from '../../rules/live-checklist/decide.ts';
import { readLiveFacts } from './read-facts.ts';

/** The operation on the live checklist. It is about live mode, whatever the mode of the request. */
export function liveChecklistRoutes(deployment: Deployment) {
  return {
    getLiveChecklist: async (ctx) => {
      const items = decideLiveItems(await readLiveFacts(deployment, tenantOf(ctx).merchantId));
      const object = 'live_checklist' as const;
      return {
        status: 200,
        body: { object, livemode: true, createdAt: ctx.now, ready: isReady(items), items },
      };
    },
  } satisfies Pick<Handlers, 'getLiveChecklist'>;
}
