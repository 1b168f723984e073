import { COMMON, type Node, type OperationRow } from './contract.ts';

/** An operation as the SDK shows it. */
export interface Method {
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

/** `row`'s method. Throws where the contract gives it no `x-sdk` name. */
export function methodOf(contract: Node, row: OperationRow): Method {
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
  const object = objectOf(contract, { $ref: `#/components/schemas/${answer}` });
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
    : `call(client, ${object === null ? 'null' : `'${object}'`}, '${row.method.toUpperCase()}', '${path}', ${traits.join(' | ') || '0'}, options${passed(given)})`;
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

/** What a response of this schema always says it is in `object`; null if it says nothing, or one of several. */
function objectOf(contract: Node, node: Node): string | null {
  const { properties, required, allOf, oneOf } = resolve(contract, node) as {
    properties?: Record<string, Node>;
    required?: string[];
    allOf?: Node[];
    oneOf?: Node[];
  };
  const own = required?.includes('object') ? properties?.['object']?.['const'] : undefined;
  const said = new Set((oneOf ?? allOf ?? []).map((each) => objectOf(contract, each)));
  if (allOf) said.delete(null);
  return (own as string | undefined) ?? (said.size === 1 ? [...said][0]! : null);
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
