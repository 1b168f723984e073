/** What a person may be in a merchant's team, from who may do most to who may do least. The contract says per operation who may call it. */
export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** What a person of the role `own` is told who calls what only `roles` may. */
export function needsRole(roles: readonly Role[], own: Role): string {
  const [last, ...others] = roles.toReversed();
  const needed = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
  return `This needs the role ${needed} in this merchant's team, and yours is ${own}. Ask an owner of the team.`;
}

/** Whether a person of the role `own` may make, change or remove somebody of the role `theirs`: an admin has no say over owners. */
export function mayManage(own: Role, theirs: Role): boolean {
  return own === 'owner' || (own === 'admin' && theirs !== 'owner');
}
