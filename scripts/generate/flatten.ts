import { nameIn, type Node } from './contract.ts';

/**
 * `contract` with every `allOf` of plain objects merged into one object, and without the schemas that only served as parts of
 * others. A reader of generated types sees one list of fields; an intersection of five types says the same and reads worse.
 */
export function flatten(contract: Node): Node {
  const schemas = (contract['components'] as { schemas: Record<string, Node> }).schemas;
  const flat = merged(schemas, contract) as Node;
  const components = flat['components'] as { schemas: Record<string, Node> };
  const roots = ['Event', 'EventType', 'Error', ...namesIn([flat['paths'], flat['webhooks']])];
  const kept = reachable(components.schemas, roots);
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]) => kept.has(name)),
  );
  return flat;
}

/** Names of the schemas that `roots` refer to, at any distance, and of `roots` themselves. */
export function reachable(schemas: Record<string, Node>, roots: readonly string[]): Set<string> {
  const names = new Set<string>();
  const visit = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    namesIn(schemas[name]).forEach(visit);
  };
  roots.forEach(visit);
  return names;
}

/** Names of the schemas that `node` itself refers to. */
function namesIn(node: unknown): string[] {
  return [...JSON.stringify(node ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name!,
  );
}

function merged(schemas: Record<string, Node>, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => merged(schemas, each));
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...rest } = node as { allOf?: Node[] };
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, merged(schemas, value)]));
  if (!allOf) return copy;
  const parts = allOf.map((part) => merged(schemas, '$ref' in part ? schemas[nameIn(part)] : part) as Node);
  if (!parts.every((part) => 'properties' in part)) return { ...copy, allOf: merged(schemas, allOf) };
  const required = parts.flatMap((part) => (part['required'] as string[] | undefined) ?? []);
  const properties = Object.assign({}, ...parts.map((part) => part['properties']));
  return { ...copy, type: 'object', ...(required.length > 0 ? { required } : {}), properties };
}
