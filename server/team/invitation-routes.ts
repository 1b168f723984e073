import type { NoticeOf } from '../../rules/notices/notice.ts';
import type { Tx } from '../db/connect.ts';
import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { SessionAuth } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { hashSecret } from '../lib/secrets.ts';
import { queueMail } from '../mail/outbox.ts';
import { findLanguage } from '../memberships/language.ts';
import { getMerchant } from '../merchants/queries.ts';
import {
  findOpenInvitation,
  invitationExists,
  type InvitationRow,
  listInvitations,
} from './invitation-queries.ts';
import { invite, takeBack } from './invite.ts';
import { acceptInvitation, noSuchInvitation, signUpByInvitation } from './join.ts';
import { presentInvitation } from './present.ts';
import { getSelf, readTeam, sessionOf } from './read-team.ts';

/** What the mail says beside the link. The person invited has no language here yet. */
async function wordsOf(
  tx: Tx,
  caller: SessionAuth,
  { role, expiresAt, merchantId }: InvitationRow,
): Promise<Omit<NoticeOf<'team_invitation'>, 'url'>> {
  const { name: merchantName } = await getMerchant(tx, merchantId);
  const { email: invitedBy } = await getSelf(tx, caller);
  return { kind: 'team_invitation', merchantName, invitedBy, role, expiresAt };
}

/** Invitations: made, listed and taken back by a team, and used by whoever has the link. */
export function invitationRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    listTeamInvitations: async (ctx, { query }) => {
      const { merchantId, livemode } = sessionOf(ctx);
      const source = {
        exists: (id: string) => invitationExists(db, merchantId, id),
        read: (page: PageQuery) => listInvitations(db, merchantId, page),
        cursorOf: (row: InvitationRow) => row.id,
      };
      const { now } = ctx;
      return {
        status: 200,
        body: await readPage(query, source, (row) => presentInvitation(row, { livemode, now })),
      };
    },

    createTeamInvitation: async (ctx, { body: { role, email = null } }) => {
      const caller = sessionOf(ctx);
      const { now } = ctx;
      const body = await db.begin(async (tx) => {
        const { invitation, token } = await invite(tx, caller, { role, email, now });
        const url = `${deployment.publicUrl()}/dashboard/invitation#${token}`;
        if (email !== null) {
          const notice = { ...(await wordsOf(tx, caller, invitation)), url };
          // Nothing is known of who is invited: most teams speak one language.
          const language = await findLanguage(tx, caller.accountId);
          await queueMail(tx, { notice, to: email, language, sender: null }, deployment);
        }
        const shown = presentInvitation(invitation, { livemode: caller.livemode, now, url });
        await ctx.idempotency?.complete(tx, { status: 201, body: shown });
        return shown;
      });
      return { status: 201, body };
    },

    revokeTeamInvitation: async (ctx, { path: { id } }) => {
      const { merchantId, livemode } = sessionOf(ctx);
      const { now } = ctx;
      const invitation = await db.begin((tx) => takeBack(tx, { merchantId, id, now }));
      return { status: 200, body: presentInvitation(invitation, { livemode, now }) };
    },

    readInvitation: async ({ now }, { body: { token } }) => {
      const found = await findOpenInvitation(db, hashSecret(token), now);
      if (found === null) throw noSuchInvitation();
      const { createdAt, expiresAt, merchantName, role, email } = found;
      const shown = { object: 'invitation' as const, livemode: false, createdAt, expiresAt };
      return { status: 200, body: { ...shown, merchantName, role, email } };
    },

    acceptInvitation: async (ctx, { body: { token } }) => {
      const caller = sessionOf(ctx);
      const { merchantId } = await acceptInvitation(deployment, caller, { token, now: ctx.now });
      return { status: 200, body: await readTeam(db, { ...caller, merchantId }) };
    },

    signUpByInvitation: async (ctx, { body }) => {
      const { cookie, ...who } = await signUpByInvitation(deployment, body, ctx);
      return { status: 201, body: await readTeam(db, { ...who, livemode: false }), cookie };
    },
  } satisfies Pick<
    Handlers,
    | 'listTeamInvitations'
    | 'createTeamInvitation'
    | 'revokeTeamInvitation'
    | 'readInvitation'
    | 'acceptInvitation'
    | 'signUpByInvitation'
  >;
}
