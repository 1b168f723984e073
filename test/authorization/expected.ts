import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of people in a merchant's team, as the specification of the product names them. */
export type Role = 'owner' | 'admin' | 'developer' | 'finance' | 'viewer';

/** The published contract, as far as authorization goes. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  /** Schemes of which any will do. */
  security: readonly string[];
  /** Who of a merchant's team may call it. */
  roles: readonly string[];
  /** It can be called without any of them. */
  anonymous: boolean;
  needsChain: boolean;
  /** The mode can be told by `svc-mode`. */
  takesMode: boolean;
  hasBody: boolean;
  /** The body that the contract shows. */
  example: Record<string, unknown>;
  /** Every code it may return, with its status. */
  statusOf: ReadonlyMap<string, number>;
  success: number;
}

/** Who calls, how, and about what. */
export interface Caller {
  credential: 'none' | 'garbage' | 'key' | 'session' | 'wallet' | 'owner';
  /** What the credential's mode is: a key's own, else what `svc-mode` says. */
  live: boolean;
  scope?: 'full' | 'read';
  /** Of a session's person in the merchant's team; default owner. */
  role?: Role;
  /** Whether what is addressed belongs to whom the credential names, in its mode. */
  owns: boolean;
  /** Mode of what is addressed. */
  objectLive: boolean;
  clientSecret: 'none' | 'wrong' | 'right';
  /** A session's request from a page that is not the service's own. */
  crossSite?: boolean;
}

/** The whole document is read here, and nothing of the server's own code: what it decides is held against this. */
export function readOperations(): Operation[] {
  const file = join(import.meta.dirname, '..', '..', 'server', 'generated', 'openapi.json');
  const contract = JSON.parse(readFileSync(file, 'utf8')) as RawContract;
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(contract, path, method, operation)),
  );
}

interface RawContract {
  paths: Record<string, Record<string, Raw>>;
  components: { schemas: Record<string, RawError> };
}

interface RawError {
  properties: { error: { allOf: [object, { properties: { code: { enum: string[] } } }] } };
}

interface Raw {
  operationId: string;
  security: object[];
  'x-roles'?: string[];
  'x-needs-chain'?: boolean;
  parameters?: { $ref?: string }[];
  requestBody?: { content: { 'application/json': { example?: Record<string, unknown> } } };
  'x-error-codes'?: string[];
  responses: Record<string, { $ref?: string }>;
}

function operationOf({ components }: RawContract, path: string, method: string, raw: Raw): Operation {
  const codesIn = (name: string) =>
    components.schemas[`${name}Error`]!.properties.error.allOf[1].properties.code.enum;
  const statuses = Object.entries(raw.responses).flatMap(([status, { $ref }]) => {
    if ($ref === undefined) return [];
    const name = $ref.split('/').at(-1)!;
    const codes =
      name === 'Refused' ? [...codesIn('InvalidRequest'), ...raw['x-error-codes']!] : codesIn(name);
    return codes.map((code) => [code, Number(status)] as const);
  });
  return {
    operationId: raw.operationId,
    method: method.toUpperCase(),
    path,
    security: raw.security.flatMap((scheme) => Object.keys(scheme)),
    roles: raw['x-roles'] ?? [],
    anonymous: raw.security.length === 0 || raw.security.some((scheme) => Object.keys(scheme).length === 0),
    needsChain: raw['x-needs-chain'] === true,
    takesMode: (raw.parameters ?? []).some(({ $ref }) => $ref === '#/components/parameters/Mode'),
    hasBody: raw.requestBody !== undefined,
    example: raw.requestBody?.content['application/json'].example ?? {},
    statusOf: new Map(statuses),
    success: Number(Object.keys(raw.responses).find((status) => status.startsWith('2'))),
  };
}

const SCHEME_OF = { key: 'apiKey', session: 'session', wallet: 'walletSession', owner: 'ownerKey' } as const;

/**
 * The code that the contract promises this caller, or null: it is allowed, and the response depends on its
 * request. One chain has no live mode in this deployment.
 */
export function refusalOf(operation: Operation, caller: Caller): string | null {
  const { security, method, anonymous } = operation;
  const credential = seen(operation, caller);
  const takes = (scheme: string) => security.includes(scheme);
  const isAccepted = credential in SCHEME_OF && takes(SCHEME_OF[credential as keyof typeof SCHEME_OF]);

  if (isAccepted) {
    if (credential === 'session' && !operation.roles.includes(caller.role ?? 'owner')) return 'role_required';
    if (credential === 'key' && caller.scope === 'read' && method !== 'GET') return 'insufficient_scope';
    return refusalOfObject(operation, caller);
  }
  if (takes('clientSecret')) return refusalOfSecret(operation, caller);
  if (anonymous) {
    // An invalid key was sent on purpose; a cookie is sent by the browser.
    const hasNone = credential === 'none' || credential === 'session';
    return takes('apiKey') && !hasNone ? 'unauthenticated' : refusalOfObject(operation, caller);
  }
  if (takes('walletSession')) return 'wallet_not_signed_in';
  if (credential === 'none' || credential === 'garbage' || takes('apiKey')) return 'unauthenticated';
  return takes('session') ? 'session_required' : 'owner_required';
}

/** A session counts on reads, and on what a page of the service's own sent. */
function seen({ method }: Operation, { credential, crossSite }: Caller): Caller['credential'] {
  return credential === 'session' && crossSite && method !== 'GET' ? 'none' : credential;
}

function refusalOfSecret({ security }: Operation, { clientSecret }: Caller): string | null {
  if (clientSecret === 'right') return null;
  if (clientSecret === 'wrong') return 'invalid_client_secret';
  return security.includes('walletSession') ? 'wallet_proof_required' : 'parameter_missing';
}

/** First whether there is a chain for it, then whether there is such a thing, as far as the caller may know. */
function refusalOfObject(operation: Operation, caller: Caller): string | null {
  const { path, security, needsChain, takesMode } = operation;
  const isAddressed = path.includes('{');
  const namesMerchant = security.includes('apiKey') || security.includes('session');
  // Nobody's key is looked at where none is taken, so that it names no mode either.
  const modeAsked = takesMode && caller.credential !== 'key' && caller.live;
  const isLive = namesMerchant ? caller.live : isAddressed ? caller.objectLive : modeAsked;
  if (needsChain && isLive) return chainlessCode(operation);
  if (security.includes('clientSecret')) {
    // The object is in the query, and a payer who asks about another wallet has not proven to be that.
    return caller.owns ? null : caller.credential === 'wallet' ? 'wallet_proof_required' : 'resource_missing';
  }
  if (!isAddressed || caller.owns || security.length === 0) return null;
  return 'resource_missing';
}

function chainlessCode({ path, statusOf }: Operation): string {
  if (path.startsWith('/v1/test/')) return 'test_mode_only';
  const codes = ['receipts_unavailable', 'onchain_proof_unavailable', 'broadcast_unavailable'];
  const code = codes.find((each) => statusOf.has(each));
  if (code === undefined) throw new Error(`${path} needs a chain and has no code for being without one`);
  return code;
}

/** The refusal in one line, as the contract lists it for this operation. */
export function answerOf(operation: Operation, code: string | null): string {
  if (code === null) return String(operation.success);
  const status = operation.statusOf.get(code);
  if (status === undefined) throw new Error(`${operation.operationId} does not list ${code}`);
  return `${status} ${code}`;
}
