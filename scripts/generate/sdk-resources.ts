import { COMMON, type Node, type OperationRow } from './expand-contract.ts';

/** An operation as the SDK shows it. */
interface Method {
  resource: string;
  method: string;
  operationId: string;
  doc: string;
  /** Parameters after the client, and the statement that is the function's body. */
  parameters: string;
  answer: string;
  statement: string;
  /** Type names that the signature needs, from the models. */
  model: string;
}

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

function methodOf(contract: Node, row: OperationRow): Method {
  const { operationId, path, idempotent } = row;
  const operation = ((contract['paths'] as Node)[path] as Node)[row.method] as Node;
  const name = operation['x-sdk'];
  const [, resource, method] = /^(\w+)\.(\w+)$/.exec(String(name)) ?? [];
  if (!resource || !method)
    throw new Error(`${operationId}: x-sdk must be resource.method, not ${String(name)}`);
  const parameters = ((operation['parameters'] as Node[] | undefined) ?? []).map((each) =>
    resolve(contract, each),
  );
  const id = parameters.find((each) => each['in'] === 'path')?.['name'] as string | undefined;
  const query = parameters.filter((each) => each['in'] === 'query');
  const body = operation['requestBody'] as Node | undefined;
  const bodyRequired = body?.['required'] === true;
  const queryRequired = query.some((each) => each['required'] === true);
  const answer = answerOf(operation);
  const item = listItemOf(contract, answer);
  const options = idempotent ? 'IdempotentCallOptions' : 'CallOptions';
  const signature = [
    ...(id ? [`${id}: string`] : []),
    ...(query.length > 0 ? [`query${queryRequired ? '' : '?'}: Query<'${operationId}'>`] : []),
    ...(body ? [`body${bodyRequired ? '' : '?'}: Body<'${operationId}'>`] : []),
    `options?: ${options}`,
  ];
  const traits = [
    ...(idempotent ? ['IDEMPOTENT'] : []),
    ...(bodyRequired ? ['BODY_REQUIRED'] : []),
    ...(queryRequired ? ['QUERY_REQUIRED'] : []),
    ...(operationId === 'advanceTestClock' ? ['SLOW'] : []),
  ];
  const passed = (last: readonly (string | undefined)[]) => {
    const end = last.findLastIndex((each) => each !== undefined);
    return last
      .slice(0, end + 1)
      .map((each) => `, ${each ?? 'undefined'}`)
      .join('');
  };
  const given = [id, body && 'body', query.length > 0 ? 'query' : undefined];
  const statement = item
    ? `new ListCall(client, '${path}', options${passed([given[2], id])})`
    : `call(client, '${row.method.toUpperCase()}', '${path}', ${traits.join(' | ') || '0'}, options${passed(given)})`;
  return {
    resource,
    method,
    operationId,
    doc: docOf(row, operation),
    parameters: signature.join(', '),
    answer: item ? `ListCall<${item}>` : `Call<${answer}>`,
    statement,
    model: item ?? answer,
  };
}

function docOf({ operationId, method, path, idempotent, errorCodes }: OperationRow, operation: Node): string {
  const description = (operation['description'] as string | undefined)?.trim();
  const lines = [
    `${operation['summary'] as string}.`,
    ...(description ? ['', ...description.split('\n')] : []),
    '',
    `\`${operationId}\`: \`${method.toUpperCase()} ${path}\`.${repetition(method, idempotent)}`,
    '',
    codesOf(errorCodes),
  ];
  return lines.join('\n');
}

/** The codes that an operation has beside those of any. */
function codesOf(codes: readonly string[]): string {
  const own = codes
    .filter((code) => !(COMMON as readonly string[]).includes(code))
    .map((code) => `\`${code}\``);
  const any = COMMON.map((code) => `\`${code}\``).join(', ');
  return own.length > 0
    ? `Fails with ${own.join(', ')}, or as any call: ${any}.`
    : `Fails as any call: ${any}.`;
}

function repetition(method: string, idempotent: boolean): string {
  if (method === 'get') return '';
  return idempotent
    ? ' Carries an Idempotency-Key, so that it is repeated safely.'
    : ' Takes no Idempotency-Key: it is not repeated once it may have arrived.';
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

/** Names for the schemas that answers are made of and requests take. */
function modelsFile(contract: Node, banner: string): string {
  const schemas = (contract['components'] as Node)['schemas'] as Record<string, Node>;
  const aliases = Object.entries(schemas)
    .filter(([name, schema]) => isModel(name, schema))
    .map(([name, schema]) => {
      const said = String(schema['description'] ?? `${words(name)} of the contract.`).trim();
      return `${comment(said, '')}export type ${name} = components['schemas']['${name}'];\n`;
    });
  return `${banner}import type { components } from './api.ts';\n\n${aliases.join('\n')}`;
}

/** Objects and enumerations; the SDK has its own pages and errors, and a delivered event is the verifier's. */
function isModel(name: string, schema: Node): boolean {
  if (name === 'Error' || name === 'OpenString' || /List$|Event$/.test(name)) return name === 'ListedEvent';
  return schema['type'] === 'object' || 'enum' in schema || 'oneOf' in schema || 'allOf' in schema;
}

function answerOf(operation: Node): string {
  const success = Object.entries(operation['responses'] as Record<string, Node>).find(([status]) =>
    status.startsWith('2'),
  );
  const schema = ((success![1]['content'] as Node)['application/json'] as Node)['schema'] as Node;
  return refName(schema);
}

/** The item of a list schema, null for any other. */
function listItemOf(contract: Node, name: string): string | null {
  if (!name.endsWith('List')) return null;
  const { properties } = ((contract['components'] as Node)['schemas'] as Record<string, Node>)[name] as {
    properties: Record<string, Node>;
  };
  return refName(properties['data']!['items'] as Node);
}

function refName(schema: Node): string {
  return /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref']))![1]!;
}

function resolve(contract: Node, node: Node): Node {
  const ref = node['$ref'] as string | undefined;
  if (!ref) return node;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((current, key) => (current as Node)[key], contract) as Node;
}

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
/** The resource's methods as a type; the suffix, since `Metrics` is what they answer with. */
const interfaceOf = (resource: string): string => `${capital(resource)}Resource`;
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const words = (name: string): string =>
  capital(name.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
