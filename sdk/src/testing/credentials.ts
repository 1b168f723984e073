import { accepts, looksAtCaller, needsOrigin, refusalOf } from '../../../rules/http/credentials.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { isSameOrigin, readSessionToken } from '../../../rules/session-cookie.ts';
import type { Operation } from './operation.ts';
import type { Caller, World } from './world.ts';

/**
 * Who makes a request; null if the operation needs no credential, or can do without. Checks first whether a
 * credential is valid, then its class, then its scope, as the service does. Throws the error that the
 * operation gives others.
 */
export function admit(world: World, operation: Operation, request: Request): Caller | null {
  const { security, anonymous, method } = operation;
  const takes = (scheme: string) => security.includes(scheme);
  if (!looksAtCaller(operation)) return null;
  const authorization = request.headers.get('authorization');
  const caller = findCaller(world, request, method === 'get');
  if (accepts(operation, caller)) {
    if (caller.kind === 'key' && caller.scope === 'read' && method !== 'get') {
      throw new ApiError('insufficient_scope');
    }
    return caller;
  }
  // An invalid key was sent on purpose, so it is an error; an expired cookie was sent by the browser, so it
  // is ignored.
  const canDoWithout = takes('clientSecret')
    ? Boolean(new URL(request.url).searchParams.get('client_secret'))
    : anonymous && (!takes('apiKey') || authorization === null);
  if (canDoWithout) return null;
  const code = refusalOf(operation, caller);
  const isForeign = takes('session') && isForeignSession(world, request, method);
  throw new ApiError(code, isForeign ? { message: needsOrigin(world.baseUrl) } : {});
}

/** If there is an Authorization header, it decides alone, and a cookie beside it is ignored. */
function findCaller(world: World, request: Request, isSafe: boolean): Caller | null {
  const authorization = request.headers.get('authorization');
  const livemode = request.headers.get('svc-mode') === 'live';
  if (authorization !== null) return findBearer(world, authorization, livemode);
  const token = readSessionToken(request.headers.get('cookie'), world.baseUrl);
  if (token === null || !(isSafe || isFromOwnPage(world, request.headers))) return null;
  const session = world.sessions.first((row) => row.token === token && row.expiresAt > world.shownNow);
  if (session === null) return null;
  return { kind: 'session', merchantId: session.merchantId, sessionId: session.id, livemode };
}

function findBearer(world: World, authorization: string, livemode: boolean): Caller | null {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) return null;
  const key = world.apiKeys.first((row) => row.key === token && row.revokedAt === null);
  if (key) return { kind: 'key', merchantId: key.merchantId, livemode: key.livemode, scope: key.scope };
  const session = world.walletSessions.first((row) => row.token === token && row.expiresAt > world.shownNow);
  if (session) return { kind: 'wallet', sessionId: session.id, payer: session.payer, livemode };
  return token === world.ownerKey ? { kind: 'owner', livemode } : null;
}

/** Whether a session's cookie is ignored only because `Origin` is missing or foreign. */
function isForeignSession(world: World, { headers }: Request, method: string): boolean {
  if (method === 'get' || headers.get('authorization') !== null) return false;
  return readSessionToken(headers.get('cookie'), world.baseUrl) !== null && !isFromOwnPage(world, headers);
}

/**
 * Browsers add cookies to cross-site requests too, so one that changes something must come from a page of the
 * service.
 */
function isFromOwnPage({ baseUrl }: World, headers: Headers): boolean {
  const senders = {
    site: headers.get('sec-fetch-site'),
    origin: headers.get('origin'),
    host: headers.get('host'),
  };
  return isSameOrigin(senders, baseUrl);
}
