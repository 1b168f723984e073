import type { RequestContext } from '../http/context.ts';

/** Whose rows a query may see: one merchant's, in one mode. */
export interface Tenant {
  merchantId: string;
  livemode: boolean;
}

/** A name for the tenant's group of gathered calls. */
export function groupOf({ merchantId, livemode }: Tenant): string {
  return `${merchantId}/${livemode}`;
}

/** The tenant of a request to an operation that takes a secret key or a session. */
export function tenantOf({ auth }: Pick<RequestContext, 'auth'>): Tenant {
  if (auth?.kind !== 'key' && auth?.kind !== 'session') {
    throw new Error('Bug: this operation lets requests in that name no merchant.');
  }
  return { merchantId: auth.merchantId, livemode: auth.livemode };
}
