/**
 * Holds the server's files to the direction in which they may import, and forbids cycles. Exits 1 and names each breach.
 * `rules/`, which the server shares with the fake of the SDK, imports nothing else and runs in browsers too.
 *
 * rules <- lib <- errors <- settings, log <- db, chain, jobs <- nouns <- http/operations, pages <- start <- main; the localnet knows lib alone.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'server');

/** What each layer may import beside itself; a noun is any folder that is not named here. */
const ALLOWED: Record<string, readonly string[]> = {
  lib: [],
  errors: ['lib'],
  generated: [],
  localnet: ['lib'],
  log: ['lib'],
  chain: ['lib', 'errors', 'log'],
  db: ['lib', 'errors', 'log'],
  jobs: ['lib', 'errors', 'log', 'db'],
  settings: ['lib', 'log', 'webhooks/outbound-policy.ts'],
  // What every use case is given: the database, the chains, the log.
  deployment: ['lib', 'log', 'db', 'chain', 'webhooks/outbound-policy.ts'],
  http: ['lib', 'errors', 'log', 'db', 'generated'],
  operations: ['http', 'deployment', 'noun'],
  noun: ['noun', 'lib', 'errors', 'log', 'db', 'chain', 'jobs', 'generated', 'deployment', 'http types'],
  pages: ['noun', 'lib', 'errors', 'db', 'generated', 'deployment', 'http'],
  start: [
    'noun',
    'pages',
    'lib',
    'log',
    'db',
    'chain',
    'jobs',
    'localnet',
    'deployment',
    'http',
    'operations',
    'settings',
  ],
  main: ['start', 'settings', 'log', 'lib', 'db', 'chain'],
};

/** Files that stand outside the folder of their layer. */
const LAYER_OF_FILE: Record<string, string> = {
  'main.ts': 'main',
  'config/arguments.ts': 'settings',
  'config/config.ts': 'settings',
  'config/key-ring.ts': 'settings',
  'config/setting-types.ts': 'settings',
  'config/settings.ts': 'settings',
  'log.ts': 'log',
  'deployment.ts': 'deployment',
  'http/operations.ts': 'operations',
};

/** All that nouns may know about HTTP, and of these only the types. */
const HTTP_FOR_NOUNS = new Set(['http/context.ts', 'http/handler.ts']);

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync('**/*.ts', { cwd: SERVER }).sort();
const imports = files.flatMap(importsOf);
const breaches = [
  ...imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} must not import ${to}`),
  ...findCycles().map((cycle) => `these import each other in a circle: ${cycle.join(' -> ')}`),
  ...files
    .filter(readsEnvironment)
    .map((file) => `${file} reads process.env, which config/config.ts alone may`),
].map((breach) => `server: ${breach}`);
breaches.push(...checkRules(), ...checkSdk());
for (const breach of breaches) console.error(breach);
if (breaches.length > 0) process.exitCode = 1;
else console.log(`${imports.length} imports of ${files.length} files run one way.`);

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SERVER, from), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s+([^;'"]*?)(?:\s*from\s*)?'(\.[^']+)';/gm);
  return [...statements].map(([, clause = '', specifier]) => ({
    from,
    to: join(dirname(from), specifier!),
    typeOnly: isTypeOnly(clause),
  }));
}

/** `import type {...}`, or `import { type A, type B }`: gone when the program runs. */
function isTypeOnly(clause: string): boolean {
  if (clause.startsWith('type ')) return true;
  const names = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]?.split(',');
  return names?.every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
}

function layerOf(file: string): string {
  if (file.startsWith('../rules/')) return 'rules';
  const folder = file.split('/')[0]!;
  return LAYER_OF_FILE[file] ?? (folder in ALLOWED ? folder : 'noun');
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [layer, target] = [layerOf(from), layerOf(to)];
  const allowed = ALLOWED[layer]!;
  if (layer === target || target === 'rules' || allowed.includes(target) || allowed.includes(to)) return true;
  return allowed.includes('http types') && typeOnly && HTTP_FOR_NOUNS.has(to);
}

/**
 * Each file that can be reached from itself through runtime imports, with the way back to it; one cycle per
 * file at most.
 */
function findCycles(): string[][] {
  const next = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
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
  return layerOf(file) !== 'settings' && /\bprocess\.env\b/.test(readFileSync(join(SERVER, file), 'utf8'));
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
  return [...text.matchAll(/^(?:import\s*|(?:import|export)\s[^;'"]*?\bfrom\s*)'([^']+)'/gm)].map(
    ([, specifier]) => specifier!,
  );
}
