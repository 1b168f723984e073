import { newSecret } from '../../server/lib/ids.ts';
import { signIn } from '../payer-wallet/support.ts';
import { joinTeam } from '../support/member.ts';
import { callAs, cookieOf, type Person, signUp } from '../support/person.ts';
import type { Caller, Operation, Role } from './expected.ts';
import { OWNER_KEY, type World } from './world.ts';

type Headers = Record<string, string>;

/** One way to call. */
export interface Column extends Caller {
  name: string;
  /** The headers that carry the credential to `operation`. */
  headers(world: World, operation: Operation): Promise<Headers> | Headers;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** These end the session that they come with. */
const ENDING = new Set([
  'createSession',
  'createPasskeySession',
  'deleteCurrentSession',
  'deleteCurrentWalletSession',
]);

async function signedIn({ service }: World, person: Person, { operationId }: Operation): Promise<Headers> {
  const origin = service.url;
  // It ends every session of whoever calls it.
  if (operationId === 'deleteSessions') return { cookie: (await signUp(service)).cookie, origin };
  if (!ENDING.has(operationId)) return { cookie: person.cookie, origin };
  const { email, password } = person;
  const answer = await callAs(service, '', 'POST', '/v1/sessions', { body: { email, password } });
  return { cookie: cookieOf(answer), origin };
}

async function payerSignedIn(
  { service }: World,
  { operationId }: Operation,
  wallet: World['payer'],
  token: string,
): Promise<Headers> {
  return bearer(ENDING.has(operationId) ? (await signIn(service, wallet)).token : token);
}

/** What most of them have in common. */
const TEST: Omit<Caller, 'credential'> = {
  live: false,
  owns: false,
  objectLive: false,
  clientSecret: 'none',
};
/** Whoever leaves is somebody new each time. */
async function personOf(
  world: World,
  role: Exclude<Role, 'owner'>,
  { operationId }: Operation,
): Promise<Person> {
  if (operationId !== 'leaveTeam') return world.team[role];
  return joinTeam(world.service, world.own.merchant.id, role);
}

/** Everyone of the merchant's team beside its owner, in both modes. */
const TEAM: readonly Column[] = (['admin', 'developer', 'finance', 'viewer'] as const).flatMap((role) =>
  [false, true].map((live) => ofTeam(role, live)),
);

function ofTeam(role: Exclude<Role, 'owner'>, live: boolean): Column {
  return {
    name: live ? `live ${role}` : role,
    credential: 'session',
    role,
    live,
    owns: true,
    objectLive: live,
    clientSecret: 'none',
    headers: async (world, operation) => ({
      ...(await signedIn(world, await personOf(world, role, operation), operation)),
      'svc-mode': live ? 'live' : 'test',
    }),
  };
}

/** Every class of credential, good and bad. */
export const COLUMNS: readonly Column[] = [
  { ...TEST, name: 'none', credential: 'none', headers: () => ({}) },
  { ...TEST, name: 'garbage', credential: 'garbage', headers: () => bearer('garbage') },
  { ...TEST, name: 'unknown key', credential: 'garbage', headers: () => bearer(newSecret('sk_test_')) },
  { ...TEST, name: 'revoked key', credential: 'garbage', headers: (world) => bearer(world.own.revokedKey) },
  {
    ...TEST,
    name: 'read-only key',
    credential: 'key',
    scope: 'read',
    owns: true,
    headers: (world) => bearer(world.own.readKey),
  },
  {
    ...TEST,
    name: "another merchant's key",
    credential: 'key',
    headers: (world) => bearer(world.stranger.merchant.testKey),
  },
  {
    ...TEST,
    name: 'test key, live object',
    credential: 'key',
    objectLive: true,
    headers: (world) => bearer(world.own.merchant.testKey),
  },
  {
    ...TEST,
    name: 'live key, test object',
    credential: 'key',
    live: true,
    headers: (world) => bearer(world.own.merchant.liveKey),
  },
  {
    ...TEST,
    name: 'full key',
    credential: 'key',
    owns: true,
    headers: (world) => bearer(world.own.merchant.testKey),
  },
  {
    ...TEST,
    name: 'full live key',
    credential: 'key',
    live: true,
    owns: true,
    objectLive: true,
    headers: (world) => bearer(world.own.merchant.liveKey),
  },
  {
    ...TEST,
    name: 'session',
    credential: 'session',
    owns: true,
    headers: (world, operation) => signedIn(world, world.own.person, operation),
  },
  {
    ...TEST,
    name: 'live session',
    credential: 'session',
    live: true,
    owns: true,
    objectLive: true,
    headers: async (world, operation) => ({
      ...(await signedIn(world, world.own.person, operation)),
      'svc-mode': 'live',
    }),
  },
  ...TEAM,
  {
    ...TEST,
    name: 'session, cross-site',
    credential: 'session',
    owns: true,
    crossSite: true,
    headers: async (world, operation) => ({
      ...(await signedIn(world, world.own.person, operation)),
      origin: 'https://evil.example',
    }),
  },
  {
    ...TEST,
    name: "another merchant's session",
    credential: 'session',
    headers: (world, operation) => signedIn(world, world.stranger.person, operation),
  },
  {
    ...TEST,
    name: "payer's session",
    credential: 'wallet',
    owns: true,
    headers: (world, operation) => payerSignedIn(world, operation, world.payer, world.payerToken),
  },
  {
    ...TEST,
    name: "another wallet's session",
    credential: 'wallet',
    headers: (world, operation) => payerSignedIn(world, operation, world.strangerWallet, world.strangerToken),
  },
  { ...TEST, name: "owner's key", credential: 'owner', owns: true, headers: () => bearer(OWNER_KEY) },
  {
    ...TEST,
    name: 'wrong client_secret',
    credential: 'none',
    clientSecret: 'wrong',
    headers: () => ({}),
  },
  {
    ...TEST,
    name: 'client_secret',
    credential: 'none',
    clientSecret: 'right',
    owns: true,
    headers: () => ({}),
  },
  {
    ...TEST,
    name: "client_secret, another's key",
    credential: 'garbage',
    clientSecret: 'right',
    owns: true,
    headers: () => bearer('garbage'),
  },
];
