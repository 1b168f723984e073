import type { RequestContext } from '../http/context.ts';
import { tenantOf } from '../merchants/tenant.ts';
import type { Viewer } from '../tokens/queries.ts';

/** The mode of a request to an operation that only accepts the owner's key. */
export function ownersMode({ auth }: Pick<RequestContext, 'auth'>): boolean {
  if (auth?.kind !== 'owner')
    throw new Error("Bug: this operation lets requests in that are not the owner's.");
  return auth.livemode;
}

/** Who reads the registry: a merchant sees its own choices, the owner the defaults. */
export function viewerOf(ctx: Pick<RequestContext, 'auth'>): Viewer {
  return ctx.auth?.kind === 'owner' ? { merchantId: null, livemode: ctx.auth.livemode } : tenantOf(ctx);
}
