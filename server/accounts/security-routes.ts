import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { RequestContext } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { startApp } from './authenticator-app.ts';
import {
  addApp,
  addPasskey,
  type Changing,
  removeApp,
  removePasskey,
  replaceRecoveryCodes,
  requireMayAdd,
} from './change-factors.ts';
import { changePassword } from './change-password.ts';
import { changeEmail, confirmEmail } from './change-email.ts';
import { askNewPasskey } from './passkeys.ts';
import { presentAccount } from './present-account.ts';
import { presentAsked, presentNewApp } from './present-challenge.ts';
import { deleteSession, deleteSessions } from './queries.ts';
import { askForReset } from './ask-for-reset.ts';
import { requireOfTeam } from './require-of-team.ts';
import { completeReset } from './reset-password.ts';
import { clearedCookie } from './session.ts';
import { sessionOf } from './session-of.ts';

/** How a person signs in, and where they are signed in: people at the dashboard look after it themselves. */
export function securityRoutes(deployment: Deployment) {
  const { db } = deployment;
  const shown = async (ctx: RequestContext, recoveryCodes: string[] | null = null) => ({
    status: 200 as const,
    body: await presentAccount(deployment, sessionOf(ctx), { now: ctx.now, recoveryCodes }),
  });
  return {
    getAccount: (ctx) => shown(ctx),

    deleteSession: async (ctx, { path: { id } }) => {
      const { accountId } = sessionOf(ctx);
      if ((await deleteSession(db, { accountId, id })) === null) throw new ApiError('resource_missing');
      return shown(ctx);
    },

    deleteSessions: async (ctx) => {
      await deleteSessions(db, sessionOf(ctx).accountId, null);
      return { ...(await shown(ctx)), cookie: clearedCookie(deployment.publicUrl()) };
    },

    changePassword: async (ctx, { body }) => {
      await changePassword(deployment, body, changing(ctx));
      return shown(ctx);
    },

    changeEmail: async (ctx, { body }) => {
      await changeEmail(deployment, body, changing(ctx));
      return shown(ctx);
    },

    confirmEmail: async ({ now, audit }, { body: { token } }) => {
      const change = await confirmEmail(deployment, token, now);
      audit?.isBy(change.accountId);
      return {
        status: 200,
        body: {
          object: 'email_change',
          livemode: false,
          createdAt: change.createdAt,
          email: change.email,
          oldConfirmed: change.oldConfirmedAt !== null,
          newConfirmed: change.newConfirmedAt !== null,
        },
      };
    },

    createPasswordReset: async ({ now }, { body: { email } }) => {
      await askForReset(deployment, email, now);
      return { status: 200, body: { object: 'password_reset', livemode: false, createdAt: now } };
    },

    completePasswordReset: async (ctx, { body }) => {
      await completeReset(deployment, body, ctx);
      return { status: 200, body: { object: 'password_reset', livemode: false, createdAt: ctx.now } };
    },

    startAuthenticatorApp: async (ctx, { body: { password } }) => {
      const who = changing(ctx);
      const { id: accountId, email } = await requireMayAdd(deployment, who, password);
      const issuer = deployment.name ?? new URL(deployment.publicUrl()).host;
      const started = await startApp(deployment, { accountId, email, issuer, now: ctx.now });
      return {
        status: 200,
        body: presentNewApp(started, { livemode: sessionOf(ctx).livemode, now: ctx.now }),
      };
    },

    confirmAuthenticatorApp: async (ctx, { body }) =>
      shown(ctx, await addApp(deployment, body, changing(ctx))),

    removeAuthenticatorApp: async (ctx) => {
      await removeApp(deployment, changing(ctx));
      return shown(ctx);
    },

    startPasskey: async (ctx, { body: { password } }) => {
      const { id: accountId, email } = await requireMayAdd(deployment, changing(ctx), password);
      const asked = await askNewPasskey(deployment, { accountId, email, now: ctx.now });
      return { status: 200, body: presentAsked(asked, { livemode: sessionOf(ctx).livemode, now: ctx.now }) };
    },

    addPasskey: async (ctx, { body }) => shown(ctx, await addPasskey(deployment, body, changing(ctx))),

    removePasskey: async (ctx, { path: { id } }) => {
      await removePasskey(deployment, id, changing(ctx));
      return shown(ctx);
    },

    replaceRecoveryCodes: async (ctx) => shown(ctx, await replaceRecoveryCodes(deployment, changing(ctx))),

    requireSecondFactor: async (ctx, { body: { required } }) => {
      await requireOfTeam(deployment, required, { ...changing(ctx), merchantId: sessionOf(ctx).merchantId });
      return shown(ctx);
    },
  } satisfies Pick<
    Handlers,
    | 'getAccount'
    | 'deleteSession'
    | 'deleteSessions'
    | 'changePassword'
    | 'changeEmail'
    | 'confirmEmail'
    | 'createPasswordReset'
    | 'completePasswordReset'
    | 'startAuthenticatorApp'
    | 'confirmAuthenticatorApp'
    | 'removeAuthenticatorApp'
    | 'startPasskey'
    | 'addPasskey'
    | 'removePasskey'
    | 'replaceRecoveryCodes'
    | 'requireSecondFactor'
  >;
}

function changing(ctx: RequestContext): Changing {
  const { accountId, sessionId } = sessionOf(ctx);
  return { accountId, sessionId, address: ctx.address, now: ctx.now };
}
