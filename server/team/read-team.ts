import { ApiError } from '../../rules/api-error.ts';
import type { Db } from '../db/connect.ts';
import type { RequestContext, SessionAuth } from '../http/context.ts';
import { findMember, listMerchantsOf, type MemberRow } from '../memberships/queries.ts';

/** The session of an operation that only signed-in people can call. */
export function sessionOf({ auth }: Pick<RequestContext, 'auth'>): SessionAuth {
  if (auth?.kind === 'session') return auth;
  throw new Error('Bug: this operation lets requests in without a session.');
}

/** The caller as a member of a team. Throws unauthenticated if they have left it since the request began. */
export async function getSelf(
  db: Db,
  who: Pick<SessionAuth, 'merchantId' | 'accountId'>,
): Promise<MemberRow> {
  const self = await findMember(db, who);
  if (self === null) throw new ApiError('unauthenticated');
  return self;
}

/** Who the caller is in a team, and which other merchants they are in, as the API shows it. */
export async function readTeam(db: Db, who: Pick<SessionAuth, 'merchantId' | 'accountId' | 'livemode'>) {
  const self = await getSelf(db, who);
  return {
    object: 'team' as const,
    livemode: who.livemode,
    createdAt: self.createdAt,
    merchantId: self.merchantId,
    accountId: self.accountId,
    email: self.email,
    role: self.role,
    merchants: await listMerchantsOf(db, self.accountId),
  };
}
