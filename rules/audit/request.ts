import { ApiError } from '../api-error.ts';
import type { Actor, AuditLine } from './present.ts';

/** What the log needs of an operation of the contract. */
interface Operation {
  operationId: string;
  method: string;
  security: readonly string[];
}

/** Who calls, by their credential. */
type Caller =
  | { kind: 'key'; keyId: string; merchantId: string; livemode: boolean }
  | { kind: 'session'; accountId: string; role: string; merchantId: string; livemode: boolean }
  | { kind: 'wallet'; payer: string; livemode: boolean }
  | { kind: 'owner'; livemode: boolean };

/** Operations for which nobody has to be known, and which still write for a person. */
const BY_ANYONE: ReadonlySet<string> = new Set([
  'createMerchant',
  'signUp',
  'signUpByInvitation',
  'createSession',
  'createPasskeySession',
  'completePasswordReset',
  'confirmEmail',
]);
/** Operations that prove who somebody is, by a password or a link: once they succeed, it is that person. */
const PROVES_WHO: ReadonlySet<string> = new Set([
  'signUp',
  'signUpByInvitation',
  'createSession',
  'createPasskeySession',
  'completePasswordReset',
  'confirmEmail',
]);
/** Writes of merchants that are the same in both modes, beside those that only people can call. */
const OF_BOTH_MODES: ReadonlySet<string> = new Set([
  'createMerchant',
  'signUp',
  'signUpByInvitation',
  'createSession',
  'createPasskeySession',
  'completePasswordReset',
  'confirmEmail',
  'setBranding',
  'setBusinessDetails',
  'createPlatformMerchant',
  'approvePlatformMerchant',
]);

/** Whether a request gets an entry: it writes, for somebody the log knows. */
export function isAudited({ operationId, method }: Operation, caller: Caller | null): boolean {
  return method !== 'get' && (caller !== null || BY_ANYONE.has(operationId));
}

/** The mode that a request counts in; null for both. */
export function modeOf({ operationId, security }: Operation, caller: Caller | null): boolean | null {
  const isOfBoth = OF_BOTH_MODES.has(operationId) || security.every((scheme) => scheme === 'session');
  return caller === null || isOfBoth ? null : caller.livemode;
}

/** Who makes a request. Somebody who signs in is known by the e-mail address they give. */
export function actorOf({ operationId }: Operation, caller: Caller | null, body: unknown): Actor {
  const nobody = { id: null, name: null, role: null };
  if (PROVES_WHO.has(operationId)) return { ...nobody, kind: 'anyone', name: emailIn(body) };
  switch (caller?.kind) {
    case 'key':
      return { ...nobody, kind: 'key', id: caller.keyId };
    case 'session':
      return { ...nobody, kind: 'person', id: caller.accountId, role: caller.role };
    case 'wallet':
      return { ...nobody, kind: 'wallet', id: caller.payer };
    case 'owner':
      return { ...nobody, kind: 'owner' };
    default:
      return { ...nobody, kind: 'anyone' };
  }
}

/** Who made a request, once it has succeeded. */
export function actorAfter({ operationId }: Operation, actor: Actor): Actor {
  return PROVES_WHO.has(operationId) ? { ...actor, kind: 'person' } : actor;
}

/** How a request ended, for its entry. */
export interface Ending extends Pick<AuditLine, 'outcome' | 'errorCode' | 'resourceId'> {
  /** The merchant that the response is about. */
  merchantId: string | null;
}

/** How a request ended, by its response's body or by what was thrown. */
export function endingOf(outcome: { body: unknown } | Error): Ending {
  const none = { errorCode: null, resourceId: null, merchantId: null };
  if (outcome instanceof ApiError && outcome.status < 500) {
    return { ...none, outcome: 'refused', errorCode: outcome.code };
  }
  if (outcome instanceof Error) return { ...none, outcome: 'failed', errorCode: 'internal_error' };
  const { object, id, merchantId, mint } = outcome.body as Record<string, unknown>;
  const made = [id, mint].find((each) => typeof each === 'string') ?? null;
  const merchant = [object === 'merchant' ? id : null, merchantId].find((each) => typeof each === 'string');
  return { ...none, outcome: 'succeeded', resourceId: made, merchantId: merchant ?? null };
}

function emailIn(body: unknown): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.slice(0, 254) : null;
}

/** What the path names: an id, or a token's mint. Nothing else of a path is kept: it could be a secret. */
export function namedIn({ id, mint }: { id?: unknown; mint?: unknown }): string | null {
  const found = [id, mint].find((value) => typeof value === 'string');
  return found === undefined ? null : (found as string);
}

/** Enough to tell a phone from a laptop, and a script from a browser. */
const LONGEST_USER_AGENT = 300;

/** What a client says it is; null if it does not. */
export function userAgentOf(header: string | null | undefined): string | null {
  return header?.slice(0, LONGEST_USER_AGENT) ?? null;
}
