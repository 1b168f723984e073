import type { Node, OperationRow } from './contract.ts';
import { type Method, methodOf } from './sdk-method.ts';

/** The SDK's files beside its types: one per resource, the class of all resources, the models and the error codes. */
export function sdkResources(
  contract: Node,
  rows: readonly OperationRow[],
  banner: string,
): Record<string, string> {
  const methods = rows.map((row) => methodOf(contract, row));
  const byResource = Map.groupBy(methods, ({ resource }) => resource);
  return {
    ...Object.fromEntries(
      [...byResource].map(([resource, of]) => [
        `resources/${kebab(resource)}.ts`,
        resourceFile(resource, of, banner),
      ]),
    ),
    'resources.ts': classFile([...byResource.keys()], banner),
    'error-codes.ts': codesFile(rows, banner),
    'models.ts': modelsFile(contract, banner),
  };
}

/** `text` as a doc comment. */
function comment(text: string, indent: string): string {
  const lines = text
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}

function resourceFile(resource: string, methods: readonly Method[], banner: string): string {
  const type = interfaceOf(resource);
  const text = methods
    .map(
      ({ doc, operationId, parameters, answer, statement }) =>
        `${comment(doc, '')}export function ${operationId}(client: Client, ${parameters}): ${answer} {\n  return ${statement};\n}\n`,
    )
    .join('\n');
  const members = methods
    .map(
      ({ doc, method, parameters, answer }) =>
        `${comment(doc, '  ')}  ${method}(${parameters}): ${answer};\n`,
    )
    .join('');
  const bound = methods.map(({ method, operationId }) => `    ${method}: ${operationId},\n`).join('');
  const used = (names: readonly string[]) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  const values = used(['IDEMPOTENT', 'BODY_REQUIRED', 'QUERY_REQUIRED', 'SLOW']);
  const models = [...new Set(methods.map(({ model }) => model))].sort();
  const types = used(['Body', 'Call', 'CallOptions', 'IdempotentCallOptions', 'Query']);
  const imports = [
    `import { bind } from '../../bind.ts';`,
    ...(text.includes('call(') ? [`import { ${[...values, 'call'].join(', ')} } from '../../call.ts';`] : []),
    `import type { Client } from '../../client.ts';`,
    ...(text.includes('new ListCall') ? [`import { ListCall } from '../../list.ts';`] : []),
    `import type { ${types.join(', ')} } from '../../types.ts';`,
    `import type { ${models.join(', ')} } from '../models.ts';`,
  ];
  return `${banner}${imports.join('\n')}

${text}
/** The operations of \`autopay.${resource}\`. */
export interface ${type} {
${members}}

/** The operations of \`autopay.${resource}\`, with their client. */
export function ${resource}(client: Client): ${type} {
  return bind(client, {
${bound}  }) as ${type};
}
`;
}

function classFile(resources: readonly string[], banner: string): string {
  const imports = resources.map(
    (name) => `import { type ${interfaceOf(name)}, ${name} } from './resources/${kebab(name)}.ts';\n`,
  );
  const fields = resources.map((name) => `  readonly ${name}: ${interfaceOf(name)};\n`);
  const made = resources.map((name) => `    this.${name} = ${name}(client);\n`);
  return `${banner}import type { Client } from '../client.ts';
${imports.join('')}
/** Every operation of the contract, by resource. */
export class Resources {
${fields.join('')}
  constructor(client: Client) {
${made.join('')}  }
}
`;
}

function codesFile(rows: readonly OperationRow[], banner: string): string {
  const lines = rows.map(
    ({ operationId, errorCodes }) =>
      `  ${operationId}: ${errorCodes.map((code) => `'${code}'`).join(' | ')};\n`,
  );
  return `${banner}/** The error codes that each operation documents. */
export interface ErrorCodes {
${lines.join('')}}
`;
}

/** Names for the schemas that responds are made of and requests take. */
function modelsFile(contract: Node, banner: string): string {
  const schemas = (contract['components'] as Node)['schemas'] as Record<string, Node>;
  const aliases = Object.entries(schemas)
    .filter(([name, schema]) => isModel(name, schema))
    .map(([name, schema]) => {
      const said = schema['description'];
      return `${said ? comment(String(said).trim(), '') : ''}export type ${name} = components['schemas']['${name}'];\n`;
    });
  return `${banner}import type { components } from './api.ts';\n\n${aliases.join('\n')}`;
}

/** Objects and enumerations; the SDK has its own pages and errors, and a delivered event is the verifier's. */
function isModel(name: string, schema: Node): boolean {
  if (name === 'Error' || name === 'OpenString' || /List$|Event$/.test(name)) return name === 'ListedEvent';
  return schema['type'] === 'object' || 'enum' in schema || 'oneOf' in schema || 'allOf' in schema;
}

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
/** The resource's methods as a type; the suffix, since `Metrics` is what they answer with. */
const interfaceOf = (resource: string): string => `${capital(resource)}Resource`;
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
