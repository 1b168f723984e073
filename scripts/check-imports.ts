/**
 * Holds the server's files to the direction in which they may import. Exits 1 and names each breach.
 *
 * Every import counts: of types, in `.tsx`, and `import(...)`. Two rooms can never import each other, since one
 * comes first in ROOMS; within a room, files must not import each other in a circle. `rules/`, which the server
 * shares with the fake of the SDK, comes before every room, imports nothing else and runs in browsers too.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'server');

/** A file imports from its own room and from the rows before; rooms of one row do not know each other. */
const ROOMS: readonly (readonly string[])[] = [
  ['lib', 'generated'],
  ['errors', 'log.ts'],
  ['chain', 'db'],
  ['audit'],
  ['jobs', 'http'],
  ['deployment.ts'],
  // The nouns.
  ['merchants', 'memberships', 'recovery', 'fee-payers', 'wallet-proof'],
  // Every noun below may tell somebody something.
  ['mail'],
  ['webhooks', 'tokens', 'accounts', 'attempts'],
  [
    'events',
    'payer-contacts',
    'token-requests',
    'metrics',
    'live-checklist',
    'team',
    'audit-log',
    'payout-wallet',
  ],
  ['mandates', 'platform'],
  ['dunning'],
  ['payer-accounts'],
  ['charges', 'customers'],
  ['delegations', 'receipts', 'statements', 'notices', 'alarms', 'payer-notices'],
  ['refunds', 'subscription-plans', 'subscriptions', 'sponsored-rent'],
  ['collection', 'exports', 'reconcile', 'operator', 'exit-kit'],
  ['activation'],
  ['checkout', 'merchant-plans'],
  ['offers', 'payer-wallet'],
  ['forecast'],
  ['entitlements', 'search', 'test-mode'],
  // What people and programs call.
  ['http/operations.ts', 'pages'],
  // What is put together when the service starts.
  ['config', 'localnet', 'monitoring', 'tracing'],
  ['doctor', 'rotation'],
  ['first-visit'],
  ['start'],
  ['processes'],
  ['main.ts'],
];

/** Rooms that may know less than the order lets them. */
const ONLY: Record<string, readonly string[]> = {
  http: ['lib', 'errors', 'log.ts', 'db', 'audit', 'generated'],
  config: ['lib', 'log.ts'],
  localnet: ['lib'],
};

/** All that nouns may know about HTTP, and of these only the types. */
const HTTP_FOR_NOUNS = new Set(['http/context.ts', 'http/handler.ts']);

/** All that the server's pages may know about the front end: its catalogues of words, how it writes amounts and dates, and what it begins with. */
const FRONT_END_FOR_PAGES = /^\.\.\/pages\/(?:words\/|.*\/page-data\.ts$)/;

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const place = new Map(ROOMS.flatMap((row, at) => row.map((room) => [room, at] as const)));
const firstNoun = place.get('merchants')!;
const lastNoun = place.get('test-mode')!;

const files = globSync('**/*.{ts,tsx}', { cwd: SERVER }).sort();
const imports = files.flatMap(importsOf);
const breaches = [
  ...files.filter((file) => !place.has(roomOf(file))).map((file) => `${file}: its room is not in ROOMS`),
  ...imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} must not import ${to}`),
  ...findCycles().map((cycle) => `these import each other in a circle: ${cycle.join(' -> ')}`),
  ...files
    .filter(readsEnvironment)
    .map((file) => `${file} reads process.env, which config/config.ts alone may`),
].map((breach) => `server: ${breach}`);
breaches.push(...checkFrontEnd(), ...checkRules(), ...checkSdk());
for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exitCode = 1;
else console.log(`${imports.length} imports, of types too, between ${place.size} rooms run one way.`);

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SERVER, from), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+([^;'"]*?)(?:\s*from\s*)?'(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm,
  );
  return [...statements]
    .map(([, clause = '', named, called]) => ({
      from,
      to: join(dirname(from), (named ?? called)!),
      typeOnly: isTypeOnly(clause),
    }))
    .filter(({ to }) => !to.endsWith('.css'));
}

/** `import type {...}`, or `import { type A, type B }`: gone when the program runs. */
function isTypeOnly(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]?.split(',');
  return names?.every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

/** The file itself where it is a room, or the nearest folder that is one. */
function roomOf(file: string): string {
  let room = file;
  while (!place.has(room) && room.includes('/')) room = dirname(room);
  return room;
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  if (to.startsWith('../rules/')) return true;
  const [room, target] = [roomOf(from), roomOf(to)];
  if (to.startsWith('../')) return room === 'pages' && FRONT_END_FOR_PAGES.test(to);
  if (room === target) return true;
  if (ONLY[room] !== undefined) return ONLY[room].includes(target);
  const isNoun = place.get(room)! >= firstNoun && place.get(room)! <= lastNoun;
  if (isNoun && target === 'http') return typeOnly && HTTP_FOR_NOUNS.has(to);
  return place.get(target)! < place.get(room)!;
}

/** Each file that can be reached from itself, with the way back to it; one cycle per file at most. */
function findCycles(): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return cycles;
}

function readsEnvironment(file: string): boolean {
  return roomOf(file) !== 'config' && /\bprocess\.env\b/.test(readFileSync(join(SERVER, file), 'utf8'));
}

/** The front end reaches the service through the SDK. */
function checkFrontEnd(): string[] {
  return globSync('pages/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
    specifiersIn(readFileSync(join(ROOT, file), 'utf8'))
      .filter((each) => each.startsWith('.') && !/^(?:pages|rules)\//.test(join(dirname(file), each)))
      .map((each) => `${file} must not import ${each}: the front end uses the packages`),
  );
}

/** The rules are pure, and part of the published SDK: no other code, no clock, no chance, nothing of Node's alone. */
function checkRules(): string[] {
  const impure =
    /\b(?:Date\.now|new Date\(\)|performance\.|process\.|Buffer\b|Math\.random|crypto\.|setTimeout|fetch\()/;
  return globSync('rules/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const isOwn = (each: string) => each.startsWith('.') && join(dirname(file), each).startsWith('rules/');
    const foreign = specifiersIn(text).filter((each) => !isOwn(each));
    const [found] = impure.exec(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')) ?? [];
    return [
      ...foreign.map((each) => `${file} must not import ${each}: rules stand alone`),
      ...(found === undefined ? [] : [`${file} has ${found}: rules are given all that they depend on`]),
    ];
  });
}

/** The rules are in the fake alone: an app that imports the client must not load them. */
function checkSdk(): string[] {
  return globSync('sdk/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.startsWith('sdk/src/testing/'))
    .filter((file) =>
      specifiersIn(readFileSync(join(ROOT, file), 'utf8')).some((each) => /\brules\//.test(each)),
    )
    .map((file) => `${file} must not import rules: only sdk/src/testing may`);
}

function specifiersIn(text: string): string[] {
  const statements = /^(?:import\s*|(?:import|export)\s[^;'"]*?\bfrom\s*)'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(statements)].map(([, named, called]) => (named ?? called)!);
}
