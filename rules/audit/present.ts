import type { Changes } from './changes.ts';

/** Who did it. */
export interface Actor {
  kind: 'person' | 'key' | 'wallet' | 'owner' | 'operator' | 'service' | 'anyone';
  /** The person's, the key's, or the wallet's address. */
  id: string | null;
  /** As it was then: an e-mail address, a key's name, a command. */
  name: string | null;
  role: string | null;
}

/** A line of the audit log. */
export interface AuditLine {
  id: string;
  livemode: boolean | null;
  actor: Actor;
  action: string;
  resourceId: string | null;
  outcome: 'unknown' | 'succeeded' | 'refused' | 'failed';
  errorCode: string | null;
  changes: Changes | null;
  address: string | null;
  userAgent: string | null;
  createdAt: number;
}

/** A line as the API shows it to somebody who looks at one mode. */
export function presentAuditLine(line: AuditLine, livemode: boolean) {
  return {
    object: 'audit_entry' as const,
    id: line.id,
    livemode,
    bothModes: line.livemode === null,
    createdAt: line.createdAt,
    actor: { type: line.actor.kind, id: line.actor.id, name: line.actor.name, role: line.actor.role },
    action: line.action,
    resource: line.resourceId,
    outcome: line.outcome,
    errorCode: line.errorCode,
    changes: Object.entries(line.changes ?? {}).map(([field, value]) => ({ field, value })),
    address: line.address,
    userAgent: line.userAgent,
  };
}
