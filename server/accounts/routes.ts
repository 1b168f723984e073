import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { RequestContext, SessionAuth } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { presentMerchant } from '../../rules/merchants/present.ts';
import { getMerchant } from '../merchants/queries.ts';
import { presentSession } from '../../rules/merchants/present-session.ts';
import { deleteSession, findSession } from './queries.ts';
import { clearedCookie } from './session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

/** Signing up, in and out. Signing up and in have no mode; the response shows test mode, the default. */
export function accountRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    signUp: async (ctx, { body }) => {
      const { merchant, keys, cookie } = await signUp(deployment, body, ctx);
      const shown = presentMerchant(merchant, false);
      return { status: 201, body: keys === null ? shown : { ...shown, keys }, cookie };
    },

    createSession: async (ctx, { body }) => {
      const { session, merchant, cookie } = await signIn(deployment, body, ctx);
      return { status: 201, body: presentSession(session, merchant, false), cookie };
    },

    getCurrentSession: async (ctx) => {
      const { accountId, merchantId, sessionId: id, livemode } = sessionOf(ctx);
      const session = await findSession(db, { accountId, id });
      if (session === null) throw new ApiError('unauthenticated');
      return { status: 200, body: presentSession(session, await getMerchant(db, merchantId), livemode) };
    },

    deleteCurrentSession: async (ctx) => {
      const { accountId, merchantId, sessionId: id, livemode } = sessionOf(ctx);
      const session = await deleteSession(db, { accountId, id });
      // Another request has just ended it.
      if (session === null) throw new ApiError('unauthenticated');
      const ended = { ...session, expiresAt: ctx.now };
      const body = presentSession(ended, await getMerchant(db, merchantId), livemode);
      return { status: 200, body, cookie: clearedCookie(deployment.publicUrl()) };
    },
  } satisfies Pick<Handlers, 'signUp' | 'createSession' | 'getCurrentSession' | 'deleteCurrentSession'>;
}

/** The session of an operation that only signed-in people can call. */
function sessionOf({ auth }: RequestContext): SessionAuth {
  if (auth?.kind === 'session') return auth;
  throw new Error('Bug: this operation lets requests in without a session.');
}
