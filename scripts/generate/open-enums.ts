import type { Node } from './contract.ts';

const OPEN = 'OpenString';

/**
 * `contract` with its responses' enumerations open, for a client that is older than the service: a status may
 * be one that this version does not list. What requests take stays closed, and so do constants, which tell a
 * union's members apart.
 */
export function openEnums(contract: Node): Node {
  const schemas = (contract['components'] as Node)['schemas'] as Record<string, Node>;
  const answered = new Set<string>();
  const asked = new Set<string>();
  for (const item of Object.values(contract['paths'] as Node) as Node[]) {
    for (const operation of Object.values(item) as Node[]) {
      collect(schemas, operation['responses'], answered);
      collect(schemas, [operation['requestBody'], operation['parameters']], asked);
    }
  }
  for (const name of answered) {
    const schema = schemas[name]!;
    if (asked.has(name) || 'enum' in schema) continue;
    schemas[name] = open(schemas, schema) as Node;
  }
  schemas[OPEN] = { type: 'string', description: 'A value that this version does not list.' };
  return contract;
}

/** The types that openapi-typescript made of it, with the literals kept: a plain string would swallow them. */
export function openString(types: string): string {
  return types.replace(`        ${OPEN}: string;`, `        ${OPEN}: string & {};`);
}

/** Names of the schemas that `node` refers to, and that those refer to. */
function collect(schemas: Record<string, Node>, node: unknown, names: Set<string>): void {
  for (const [, name] of JSON.stringify(node ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (names.has(name!)) continue;
    names.add(name!);
    collect(schemas, schemas[name!], names);
  }
}

function open(schemas: Record<string, Node>, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => open(schemas, each));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, description } = node as { $ref?: string; description?: string };
  const target = $ref && schemas[$ref.split('/').at(-1)!];
  const isEnum = 'enum' in node || (target && 'enum' in target);
  if (isEnum) return { description, anyOf: [node, { $ref: `#/components/schemas/${OPEN}` }] };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, open(schemas, value)]));
}
