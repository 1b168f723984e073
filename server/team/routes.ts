import { ApiError } from '../../rules/api-error.ts';
import { moveSession } from '../accounts/queries.ts';
import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { chooseMerchant, findMember, listMembers, type MemberRow } from '../memberships/queries.ts';
import { changeRole, leave, removeMember } from './change-member.ts';
import { presentMember } from './present.ts';
import { readTeam, sessionOf } from './read-team.ts';

/** The people of a merchant, and the merchants of a person. */
export function teamRoutes({ db }: Deployment) {
  return {
    getTeam: async (ctx) => ({ status: 200, body: await readTeam(db, sessionOf(ctx)) }),

    switchTeam: async (ctx, { body: { merchantId } }) => {
      const { accountId, sessionId, livemode } = sessionOf(ctx);
      await db.begin(async (tx) => {
        if (!(await chooseMerchant(tx, { merchantId, accountId }, ctx.now)))
          throw new ApiError('resource_missing');
        await moveSession(tx, { accountId, id: sessionId, merchantId });
      });
      return { status: 200, body: await readTeam(db, { merchantId, accountId, livemode }) };
    },

    leaveTeam: async (ctx) => {
      const caller = sessionOf(ctx);
      return { status: 200, body: presentMember(await leave(db, caller, ctx.now), caller.livemode) };
    },

    listTeamMembers: async (ctx, { query }) => {
      const { merchantId, livemode } = sessionOf(ctx);
      const source = {
        exists: async (accountId: string) => (await findMember(db, { merchantId, accountId })) !== null,
        read: (page: PageQuery) => listMembers(db, merchantId, page),
        cursorOf: (row: MemberRow) => row.accountId,
      };
      return { status: 200, body: await readPage(query, source, (row) => presentMember(row, livemode)) };
    },

    updateTeamMember: async (ctx, { path, body: { role } }) => {
      const caller = sessionOf(ctx);
      const member = await changeRole(db, caller, { accountId: path.id, role, now: ctx.now });
      return { status: 200, body: presentMember(member, caller.livemode) };
    },

    removeTeamMember: async (ctx, { path }) => {
      const caller = sessionOf(ctx);
      const member = await removeMember(db, caller, { accountId: path.id, now: ctx.now });
      return { status: 200, body: presentMember(member, caller.livemode) };
    },
  } satisfies Pick<
    Handlers,
    'getTeam' | 'switchTeam' | 'leaveTeam' | 'listTeamMembers' | 'updateTeamMember' | 'removeTeamMember'
  >;
}
