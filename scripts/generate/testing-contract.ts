import type { Node, OperationRow } from './contract.ts';

/** The parts of a schema that a request is held against. What people read is left out. */
const CHECKED = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'default',
  'maxProperties',
  'propertyNames',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/**
 * The table that the SDK's fake service answers by: per operation its route, its credentials and every field of its request in the
 * contract's order, with each schema spelled out.
 */
export function testingContract(contract: Node, operations: readonly OperationRow[], banner: string): string {
  const rows = operations.map((row) => `  ${row.operationId}: ${JSON.stringify(rowOf(contract, row))},`);
  return `${banner}/** One row per operation of the SDK: what the fake routes, admits and validates by. */
export const contract = {
${rows.join('\n')}
} as const;
`;
}

function rowOf(contract: Node, operationRow: OperationRow): Node {
  const { errorCodes: _, roles: __, ...row } = operationRow;
  const operation = ((contract['paths'] as Node)[row.path] as Node)[row.method] as Node;
  const parameters = ((operation['parameters'] as Node[] | undefined) ?? []).map((each) =>
    resolve(contract, each),
  );
  const content = (operation['requestBody'] as Node | undefined)?.['content'] as Node | undefined;
  const body = content ? resolve(contract, (content['application/json'] as Node)['schema'] as Node) : {};
  const required = (body['required'] as string[] | undefined) ?? [];
  const fields = [
    ...parameters.map((each) => ({
      in: each['in'],
      name: each['name'],
      required: each['required'] === true,
      schema: checkedPart(contract, resolve(contract, each['schema'] as Node)),
    })),
    ...Object.entries((body['properties'] as Node | undefined) ?? {}).map(([name, schema]) => ({
      in: 'body',
      name,
      required: required.includes(name),
      schema: checkedPart(contract, resolve(contract, schema as Node)),
    })),
  ];
  return { ...row, fields };
}

function resolve(contract: Node, node: Node): Node {
  if (typeof node['$ref'] !== 'string') return node;
  const steps = node['$ref'].slice(2).split('/');
  return resolve(
    contract,
    steps.reduce((at, step) => at[step] as Node, contract),
  );
}

/** A format of ours decides alone: the pattern beside it is for tools that do not know it. */
function checkedPart(contract: Node, schema: Node): Node {
  const keys = CHECKED.filter((key) => key in schema && !(key === 'pattern' && 'format' in schema));
  const values = schema['additionalProperties'];
  const ofValues =
    typeof values === 'object' ? { additionalProperties: checkedPart(contract, values as Node) } : {};
  const inside = Object.entries((schema['properties'] as Node | undefined) ?? {});
  const ofProperties =
    inside.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            inside.map(([name, each]) => [name, checkedPart(contract, resolve(contract, each as Node))]),
          ),
          required: (schema['required'] as string[] | undefined) ?? [],
        };
  const items = schema['items'] as Node | undefined;
  const ofItems = items === undefined ? {} : { items: checkedPart(contract, resolve(contract, items)) };
  return {
    ...Object.fromEntries(keys.map((key) => [key, schema[key]])),
    ...ofValues,
    ...ofProperties,
    ...ofItems,
  };
}
