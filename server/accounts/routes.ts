import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import type { Handlers } from '../http/handler.ts';
import { presentMerchant } from '../../rules/merchants/present.ts';
import { getMerchant } from '../merchants/queries.ts';
import { presentSession } from '../../rules/merchants/present-session.ts';
import { askPasskey } from './passkeys.ts';
import { presentAsked } from './present-challenge.ts';
import { presentSecondFactor } from './present-account.ts';
import { proveFactor } from './prove-factor.ts';
import { deleteSession, findSession } from './queries.ts';
import { sessionOf } from './session-of.ts';
import { clearedCookie } from './session.ts';
import { signIn, type SignedIn, signInWithPasskey } from './sign-in.ts';
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
      const { cookie, ...signedIn } = await signIn(deployment, body, ctx);
      return { status: 201, body: presentSignedIn(signedIn, false), cookie };
    },

    createPasskeySession: async (ctx, { body }) => {
      const { cookie, ...signedIn } = await signInWithPasskey(deployment, body, ctx);
      return { status: 201, body: presentSignedIn(signedIn, false), cookie };
    },

    createPasskeyChallenge: async ({ auth, now }, { header }) => {
      const accountId = auth?.kind === 'session' ? auth.accountId : null;
      const asked = await askPasskey(deployment, { accountId, now });
      return { status: 200, body: presentAsked(asked, { livemode: header['svc-mode'] === 'live', now }) };
    },

    proveSecondFactor: async (ctx, { body }) => {
      const { accountId, merchantId, sessionId, livemode } = sessionOf(ctx);
      const session = await proveFactor(deployment, body, { accountId, sessionId, now: ctx.now });
      const merchant = await getMerchant(db, merchantId);
      return { status: 200, body: presentSignedIn({ session, merchant, mustAdd: false }, livemode) };
    },

    getCurrentSession: async (ctx) => {
      const { accountId, merchantId, sessionId: id, livemode, waitsFor } = sessionOf(ctx);
      const session = await findSession(db, { accountId, id });
      if (session === null) throw new ApiError('unauthenticated');
      const merchant = await getMerchant(db, merchantId);
      const mustAdd = waitsFor === 'second_factor';
      return { status: 200, body: presentSignedIn({ session, merchant, mustAdd }, livemode) };
    },

    deleteCurrentSession: async (ctx) => {
      const { accountId, merchantId, sessionId: id, livemode } = sessionOf(ctx);
      const session = await deleteSession(db, { accountId, id });
      // Another request has just ended it.
      if (session === null) throw new ApiError('unauthenticated');
      const ended = { ...session, expiresAt: ctx.now };
      const merchant = await getMerchant(db, merchantId);
      const body = presentSignedIn({ session: ended, merchant, mustAdd: false }, livemode);
      return { status: 200, body, cookie: clearedCookie(deployment.publicUrl()) };
    },
  } satisfies Pick<
    Handlers,
    | 'signUp'
    | 'createSession'
    | 'createPasskeySession'
    | 'createPasskeyChallenge'
    | 'proveSecondFactor'
    | 'getCurrentSession'
    | 'deleteCurrentSession'
  >;
}

function presentSignedIn(
  { session, merchant, mustAdd }: Omit<SignedIn, 'cookie'>,
  livemode: boolean,
): components['schemas']['Session'] {
  return presentSession(session, merchant, livemode, presentSecondFactor(session, mustAdd));
}
