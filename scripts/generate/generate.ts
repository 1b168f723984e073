/**
 * Makes everything under the `generated/` folders from openapi.yaml. `--check` writes nothing and fails when a byte
 * would change, so that a forgotten run cannot land.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { isForDashboard, type Node, operationRows, type OperationRow, readContract } from './contract.ts';
import { ROLES } from '../../rules/merchants/role.ts';
import { flatten, reachable } from './flatten.ts';
import { openEnums, openString } from './open-enums.ts';
import { sdkResources } from './sdk-resources.ts';
import { testingContract } from './testing-contract.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BANNER = '// Made from openapi.yaml by `npm run generate`. Do not edit.\n\n';

const check = process.argv.includes('--check');
const contract = await readContract();
const operations = operationRows(contract);
/** Those that merchants' own code calls. */
const ofSdk = operations.filter((row) => !isForDashboard(contract, row));
const flat = flatten(contract);
const files: Record<string, string> = {
  'server/generated/openapi.json': json(contract),
  'server/generated/api.ts': BANNER + (await typesOf(successesOf(flat))),
  'server/generated/operations.ts': operationTable(operations) + versionOf(contract),
  'sdk/src/generated/version.ts': BANNER + versionOf(contract).trimStart() + (await sdkVersion()),
  'sdk/src/generated/api.ts': BANNER + openString(await typesOf(openEnums(successesOf(flat)))),
  ...under('sdk/src/generated', sdkResources(flat, ofSdk, BANNER)),
  'sdk/src/testing/generated/contract.ts': testingContract(flat, ofSdk, BANNER),
  'checkout-js/src/generated/api.ts':
    BANNER + (await typesOf(only(flat, ['CheckoutView', 'CheckoutInstruction', 'Error']))),
  'pages/dashboard/generated/roles.ts': restrictedTable(operations),
  'webhooks-verify/src/generated/events.ts': eventTypes(
    BANNER + openString(await typesOf(only(openEnums(successesOf(flat)), ['Event', 'EventType']))),
  ),
};

let drift = 0;
for (const [path, text] of Object.entries(files)) {
  const target = join(ROOT, path);
  const current = await readFile(target, 'utf8').catch(() => null);
  if (current === text) continue;
  drift += 1;
  if (check) {
    console.error(`${path} is not what openapi.yaml makes: run "npm run generate" and commit it.`);
    continue;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  console.log(`wrote ${path}`);
}
if (check && drift > 0) process.exitCode = 1;
else
  console.log(`${Object.keys(files).length} generated files are up to date, ${operations.length} operations`);

async function typesOf(document: Node): Promise<string> {
  // openapi-typescript takes a parsed document; a copy, since it may dereference in place.
  return astToString(await openapiTS(structuredClone(document) as never, { defaultNonNullable: false }));
}

/** The contract cut down to `roots` and the schemas they reach: what a small package needs the types of. */
function only(document: Node, roots: string[]): Node {
  const { schemas } = document['components'] as { schemas: Record<string, Node> };
  const kept = Object.fromEntries([...reachable(schemas, roots)].map((name) => [name, schemas[name]]));
  return { openapi: '3.1.0', info: document['info'], paths: {}, components: { schemas: kept } };
}

function eventTypes(base: string): string {
  return `${base}
/** Any event of this version of the contract, told apart by \`type\`. */
export type Event = components['schemas']['Event'];

/** The event kinds of this version of the contract. */
export type EventType = components['schemas']['EventType'];
`;
}

function versionOf(document: Node): string {
  const { version } = document['info'] as { version: string };
  return `\n/** The version of the contract: what events carry as \`apiVersion\`. */\nexport const API_VERSION = '${version}';\n`;
}

async function sdkVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'sdk', 'package.json'), 'utf8')) as {
    version: string;
  };
  return `\n/** The version of this package, which its requests tell. */\nexport const SDK_VERSION = '${version}';\n`;
}

function operationTable(rows: readonly OperationRow[]): string {
  const lines = rows.map((row) => `  ${row.operationId}: ${JSON.stringify(row)},`);
  return `${BANNER}/** One row per operation of the contract: what routing, authentication, validation and idempotency need of it. */
export const operationTable = {
${lines.join('\n')}
} as const;
`;
}

/** What the dashboard hides from whom: only the operations that not everyone in a team may call. */
function restrictedTable(rows: readonly OperationRow[]): string {
  const restricted = rows.filter(({ roles }) => roles.length > 0 && roles.length < ROLES.length);
  const lines = restricted.map(({ operationId, roles }) => `  ${operationId}: ${JSON.stringify(roles)},`);
  return `${BANNER}/** Who of a merchant's team may call what not everyone in it may. */
export const RESTRICTED = {
${lines.join('\n')}
} as const;
`;
}

/**
 * The contract without its error responses and response headers. Handlers and the SDK throw the first, as codes, and neither types
 * the second.
 */
function successesOf(document: Node): Node {
  const copy = structuredClone(document);
  delete copy['webhooks'];
  const components = copy['components'] as Node;
  delete components['responses'];
  delete components['headers'];
  for (const item of Object.values(copy['paths'] as Node) as Node[]) {
    for (const operation of Object.values(item) as Node[]) {
      const responses = operation['responses'] as Node;
      for (const [status, response] of Object.entries(responses) as [string, Node][]) {
        if (!status.startsWith('2')) delete responses[status];
        delete response['headers'];
      }
    }
  }
  return copy;
}

/** The contract as JSON, a path or a component a line: a change of one shows as a change of one line. */
function json(document: Node): string {
  const lines = (node: Node, depth: number): string => {
    if (depth === 0) return JSON.stringify(node);
    const entries = Object.entries(node).map(([key, value]) => {
      const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
      return `${JSON.stringify(key)}:${isMap ? lines(value as Node, depth - 1) : JSON.stringify(value)}`;
    });
    return `{\n${entries.join(',\n')}\n}`;
  };
  const { components, ...rest } = document;
  const parts = Object.entries(rest).map(([key, value]) => {
    const isLong = key === 'paths' || key === 'webhooks';
    return `${JSON.stringify(key)}:${isLong ? lines(value as Node, 1) : JSON.stringify(value)}`;
  });
  return `{\n${parts.join(',\n')},\n"components":${lines(components as Node, 2)}\n}\n`;
}

/** `files` by their path from the root. */
function under(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
