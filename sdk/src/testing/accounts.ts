import { SESSION_SECONDS } from '../../../rules/lifetimes.ts';
import { requireName } from '../../../rules/merchants/require-name.ts';
import { presentSession } from '../../../rules/merchants/present-session.ts';
import { presentMerchant } from '../../../rules/merchants/present.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { sessionCookie } from '../../../rules/session-cookie.ts';
import { newId, newSecret } from './ids.ts';
import { createMerchant } from './merchants.ts';
import type { Call, Handlers } from './operation.ts';
import type { SessionRow } from './rows.ts';
import type { World } from './world.ts';

/** Signs a person in to a merchant; the token is only in the cookie. */
function startSession(world: World, merchantId: string): { session: SessionRow; cookie: string } {
  const [createdAt, token] = [world.shownNow, newSecret('sess_')];
  const times = { createdAt, expiresAt: createdAt + SESSION_SECONDS };
  const session = world.sessions.insert({ id: newId('session'), merchantId, token, ...times });
  return { session, cookie: sessionCookie(token, world.baseUrl, SESSION_SECONDS) };
}

function present(world: World, row: SessionRow, livemode: boolean) {
  return presentSession(row, world.merchants.get(row.merchantId), livemode);
}

function sessionOf(world: World, { caller }: Pick<Call<'getCurrentSession'>, 'caller'>) {
  if (caller?.kind !== 'session') throw new Error('Bug: the request has no session.');
  return { session: world.sessions.get(caller.sessionId), livemode: caller.livemode };
}

/**
 * The merchant whose key came with the sign-up; null to create a new merchant. Throws parameter_invalid,
 * email_taken.
 */
function claimedBy(world: World, caller: Call<'signUp'>['caller']): string | null {
  if (caller?.kind !== 'key') return null;
  if (!caller.livemode) {
    throw new ApiError('parameter_invalid', {
      param: 'Authorization',
      message: "Send the merchant's full live key to give it a sign-in, or no key to make a new merchant.",
    });
  }
  if (world.merchants.get(caller.merchantId).email === null) return caller.merchantId;
  throw new ApiError('email_taken', {
    param: 'Authorization',
    message: 'The merchant of this key has a sign-in already. Sign in instead.',
  });
}

/** Signing up, in and out. */
export const accountHandlers = {
  signUp: (world, { body, caller }) => {
    const { name, email, password, acknowledged } = body;
    if (acknowledged !== true) throw new ApiError('acknowledgement_required', { param: 'acknowledged' });
    const claimedId = claimedBy(world, caller);
    requireName(name);
    const taken = world.merchants.first((row) => row.email === email.toLowerCase());
    if (taken !== null) throw new ApiError('email_taken', { param: 'email' });
    const made = claimedId === null ? createMerchant(world, name) : null;
    const merchant = made?.merchant ?? world.merchants.get(claimedId!);
    Object.assign(merchant, { name, email: email.toLowerCase(), password });
    const { cookie } = startSession(world, merchant.id);
    const shown = presentMerchant(merchant, false);
    return { status: 201, body: made === null ? shown : { ...shown, keys: made.keys }, cookie };
  },
  createSession: (world, { body, caller }) => {
    const merchant = world.merchants.first((row) => row.email === body.email.toLowerCase());
    if (merchant === null || merchant.password !== body.password) throw new ApiError('invalid_credentials');
    if (caller?.kind === 'session') world.sessions.delete(caller.sessionId);
    const { session, cookie } = startSession(world, merchant.id);
    return { status: 201, body: present(world, session, false), cookie };
  },
  getCurrentSession: (world, call) => {
    const { session, livemode } = sessionOf(world, call);
    return { status: 200, body: present(world, session, livemode) };
  },
  deleteCurrentSession: (world, call) => {
    const { session, livemode } = sessionOf(world, call);
    world.sessions.delete(session.id);
    const body = present(world, { ...session, expiresAt: world.shownNow }, livemode);
    return { status: 200, body, cookie: sessionCookie('', world.baseUrl, 0) };
  },
} satisfies Pick<Handlers, 'signUp' | 'createSession' | 'getCurrentSession' | 'deleteCurrentSession'>;
