import { type CsvColumns, isoTime } from '../exports/csv.ts';
import type { AuditLine } from './present.ts';

/** The audit log as a file. */
export const AUDIT_COLUMNS: CsvColumns<AuditLine> = [
  ['id', ({ id }) => id],
  ['mode', ({ livemode }) => (livemode === null ? 'both' : livemode ? 'live' : 'test')],
  ['created', ({ createdAt }) => isoTime(createdAt)],
  ['actor_type', ({ actor }) => actor.kind],
  ['actor', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['actor_role', ({ actor }) => actor.role],
  ['action', ({ action }) => action],
  ['resource', ({ resourceId }) => resourceId],
  ['outcome', ({ outcome }) => outcome],
  ['error_code', ({ errorCode }) => errorCode],
  ['changes', ({ changes }) => (changes === null ? null : JSON.stringify(changes))],
  ['address', ({ address }) => address],
  ['user_agent', ({ userAgent }) => userAgent],
];
