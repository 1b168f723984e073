import type { Input } from '../http/handler.ts';
import { boundTimes } from '../merchants/created-range.ts';
import type { AuditFilter } from './queries.ts';

/** The filter of a request. Its times are real, whatever the merchant's test clock says. Throws parameter_invalid. */
export function readAuditFilter({
  actor,
  action,
  resource,
  createdFrom,
  createdTo,
}: Input<'listAuditLog'>['query']): AuditFilter {
  return { actor, action, resource, created: boundTimes({ createdFrom, createdTo }, 0) };
}
