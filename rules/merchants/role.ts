/** What a person may be in a merchant's team, from who may do most to who may do least. The contract says per operation who may call it. */
export const ROLES = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;

export type Role = (typeof ROLES)[number];
