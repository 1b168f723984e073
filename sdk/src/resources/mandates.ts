import { type Api, dataOf, init, path } from '../api.ts';
import type {
  Body,
  CallOptions,
  Charge,
  IdempotentCallOptions,
  Mandate,
  MandateWithSecret,
  Page,
  Query,
  Refund,
} from '../types.ts';

/** Mandates and what was paid by them. */
export interface Mandates {
  /** Creates a mandate. Hand its `client_secret`, which no other answer repeats, to the payer's browser. */
  create(mandate: Body<'createMandate'>, options?: IdempotentCallOptions): Promise<MandateWithSecret>;
  /** Reads a mandate. Throws resource_missing. */
  get(id: string, options?: CallOptions): Promise<Mandate>;
  /** Lists mandates, newest first. */
  list(query?: Query<'listMandates'>, options?: CallOptions): Promise<Page<Mandate>>;
  /** Lists a mandate's charges, newest first. */
  charges(id: string, query?: Query<'listMandateCharges'>, options?: CallOptions): Promise<Page<Charge>>;
  /** Lists a mandate's refunds, newest first. */
  refunds(id: string, query?: Query<'listMandateRefunds'>, options?: CallOptions): Promise<Page<Refund>>;
  /** Stops all future pulls: after this answer nothing new is signed. Throws already_revoked. */
  revoke(id: string, options?: IdempotentCallOptions): Promise<Mandate>;
}

/** Mandates of the deployment behind `api`. */
export function mandates(api: Api): Mandates {
  return {
    create: (body, options) => dataOf(api.POST('/v1/mandates', { body, ...init(options) })),
    get: (id, options) => dataOf(api.GET('/v1/mandates/{id}', { params: path(id), ...init(options) })),
    list: (query, options) => dataOf(api.GET('/v1/mandates', { params: { query }, ...init(options) })),
    charges: (id, query, options) =>
      dataOf(api.GET('/v1/mandates/{id}/charges', { params: { ...path(id), query }, ...init(options) })),
    refunds: (id, query, options) =>
      dataOf(api.GET('/v1/mandates/{id}/refunds', { params: { ...path(id), query }, ...init(options) })),
    revoke: (id, options) =>
      dataOf(api.POST('/v1/mandates/{id}/revoke', { params: path(id), ...init(options) })),
  };
}
