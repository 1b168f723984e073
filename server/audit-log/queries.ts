import type { AuditLine } from '../../rules/audit/present.ts';
import type { Db, Statement } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { isId } from '../lib/ids.ts';
import { type CreatedBounds, createdWithin } from '../merchants/created-range.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** Which entries a list shows. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  resource?: string | undefined;
  created: CreatedBounds;
}

interface Row extends Omit<AuditLine, 'actor'> {
  actorKind: AuditLine['actor']['kind'];
  actorId: string | null;
  actorName: string | null;
  actorRole: string | null;
}

/** The tenant's entries, those of both modes among them. */
export async function listEntries(
  db: Db,
  tenant: Tenant,
  filter: AuditFilter,
  page: PageQuery,
): Promise<AuditLine[]> {
  const rows = await db<Row[]>`
    select id, livemode, actor_kind, actor_id, actor_role, action, resource_id, outcome, error_code, changes, address, user_agent, created_at,
      coalesce(actor_name, case when actor_kind = 'key' then (
        select k.name from api_keys k where k.id = actor_id and k.merchant_id = ${tenant.merchantId}) end) as actor_name
    from audit_log
    where ${inList(db, tenant, filter)}
      ${inPage(db, 'id', page)}`;
  return rows.map(({ actorKind: kind, actorId, actorName: name, actorRole: role, ...line }) => ({
    ...line,
    actor: { kind, id: actorId, name, role },
  }));
}

/** Whether the entry `id` is in the tenant's list with this filter. */
export async function isListedEntry(
  db: Db,
  tenant: Tenant,
  filter: AuditFilter,
  id: string,
): Promise<boolean> {
  if (!isId('auditEntry', id)) return false;
  const rows = await db`select 1 from audit_log where ${inList(db, tenant, filter)} and id = ${id}`;
  return rows.length > 0;
}

/** Each mode's condition is written out: its index is a partial one. */
function inList(db: Db, { merchantId, livemode }: Tenant, filter: AuditFilter): Statement {
  const { actor, action, resource, created } = filter;
  return db`
    merchant_id = ${merchantId} and ${livemode ? db`livemode is distinct from false` : db`livemode is distinct from true`}
      ${actor === undefined ? db`` : db`and actor_id = ${actor}`}
      ${action === undefined ? db`` : db`and action = ${action}`}
      ${resource === undefined ? db`` : db`and resource_id = ${resource}`}
      ${createdWithin(db, created, 'auditEntry', 'id')}`;
}
