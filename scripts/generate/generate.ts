/**
 * Makes everything under the `generated/` folders from openapi.yaml. `--check` writes nothing and fails when a byte
 * would change, so that a forgotten run cannot land.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { expandContract, type Node, type OperationRow } from './expand-contract.ts';
import { openEnums, openString } from './open-enums.ts';
import { sdkResources } from './sdk-resources.ts';
import { testingContract } from './testing-contract.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BANNER = '// Made from openapi.yaml by `npm run generate`. Do not edit.\n\n';

const check = process.argv.includes('--check');
const source = parse(await readFile(join(ROOT, 'openapi.yaml'), 'utf8')) as Node;
const { contract, operations } = expandContract(source);

const types = BANNER + (await typesOf(contract));
const files: Record<string, string> = {
  'server/generated/openapi.json': `${JSON.stringify(contract, null, 1)}\n`,
  'server/generated/api.ts': types,
  'server/generated/operations.ts': operationTable(operations) + versionOf(contract),
  'sdk/src/generated/version.ts': BANNER + versionOf(contract).trimStart(),
  'sdk/src/generated/api.ts': BANNER + openString(await typesOf(openEnums(successesOf(contract)))),
  ...under('sdk/src/generated', sdkResources(contract, operations, BANNER)),
  'sdk/src/testing/generated/contract.ts': testingContract(contract, operations, BANNER),
  'checkout-js/src/generated/api.ts':
    BANNER + (await typesOf(only(contract, ['CheckoutView', 'CheckoutInstruction', 'Error']))),
  'webhooks-verify/src/generated/events.ts': eventTypes(
    BANNER + (await typesOf(only(contract, ['Event', 'EventType']))),
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
  const schemas = (document['components'] as Node)['schemas'] as Node;
  const kept: Node = {};
  const visit = (name: string): void => {
    if (name in kept) return;
    kept[name] = schemas[name];
    for (const [, next] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      visit(next!);
  };
  roots.forEach(visit);
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

function operationTable(rows: readonly OperationRow[]): string {
  const lines = rows.map((row) => `  ${row.operationId}: ${JSON.stringify(row)},`);
  return `${BANNER}/** One row per operation of the contract: what routing, authentication, validation and idempotency need of it. */
export const operationTable = {
${lines.join('\n')}
} as const;
`;
}

/** The contract without its error answers and response headers: the SDK throws the first and reads the second untyped (half the size). */
function successesOf(document: Node): Node {
  const copy = structuredClone(document);
  delete copy['webhooks'];
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

/** `files` by their path from the root. */
function under(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
