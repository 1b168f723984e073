import { ROLES } from '../../rules/merchants/role.ts';
import { ERROR_CODES, type ErrorCode, statusOf, typeOf } from '../../rules/error-codes.ts';
import {
  codesIn,
  COMMON,
  nameIn,
  type Node,
  operationRows,
  type OperationRow,
  ownCodesOf,
  type PlacedOperation,
  placedOperations,
  REFUSED,
  resolve,
  responseOf,
  takes,
} from './contract.ts';
import { reachable } from './flatten.ts';

/** Credentials that name no mode: `svc-mode` does. */
const MODELESS = new Set(['session', 'walletSession', 'ownerKey']);

const HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'svc-request-id',
  'svc-api-version',
];

/** What may stand in an operation beside OpenAPI. */
const EXTENSIONS = new Set(['x-sdk', 'x-dashboard', 'x-roles', 'x-error-codes', 'x-needs-chain']);

/** What a person who edits the contract forgets, a sentence each. No linter of OpenAPI knows these rules of ours. */
export function faultsOf(contract: Node): string[] {
  const rows = operationRows(contract);
  const operations = placedOperations(contract).flatMap((placed, index) =>
    faultsOfOperation(contract, placed, rows[index]!).map((fault) => `${rows[index]!.operationId} ${fault}`),
  );
  return [
    ...operations,
    ...faultsOfResponses(contract),
    ...faultsOfEvents(contract),
    ...faultsOfSchemas(contract),
  ];
}

function faultsOfOperation(contract: Node, { operation }: PlacedOperation, row: OperationRow): string[] {
  const faults: string[] = [];
  const responses = Object.entries(operation['responses'] as Record<string, Node>);
  const [, success = {}] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const headers = Object.keys((success['headers'] as Node | undefined) ?? {});
  for (const name of [...HEADERS, ...(row.idempotent ? ['idempotent-replayed'] : [])]) {
    if (!headers.includes(name)) faults.push(`has a success without the header ${name}`);
  }
  const missing = expectedCodes(row).filter((code) => !row.errorCodes.includes(code));
  for (const code of missing) faults.push(`needs a response for ${statusOf(code)} with ${code}`);
  for (const [status, response] of responses) {
    if (status.startsWith('2')) continue;
    const codes = codesIn(contract, resolve(contract, response));
    if (codes.length === 0) faults.push(`has a ${status} that is not one of components/responses`);
    const stray = codes.find((code) => statusOf(code as ErrorCode) !== Number(status));
    if (stray) faults.push(`has ${stray} under ${status}`);
  }
  faults.push(...faultsOfOwnCodes(contract, operation), ...faultsOfRoles(operation, row));
  const creates = row.method === 'post' && responses.some(([status]) => status === '201');
  const forMerchant =
    !row.anonymous && row.security.some((scheme) => scheme === 'apiKey' || scheme === 'session');
  if (creates && forMerchant && !row.idempotent) faults.push('creates something and lacks IdempotencyKey');
  if (row.security.some((scheme) => MODELESS.has(scheme)) && !takes(operation, 'Mode')) {
    faults.push('takes a credential without a mode and lacks the parameter Mode');
  }
  const name = nameIn(schemaOf(success));
  if (name === '') faults.push('has a success whose schema is not a $ref to one of components/schemas');
  if (takes(operation, 'StartingAfter') !== name.endsWith('List')) {
    faults.push('has pages without a list, or a list without pages');
  }
  if ('x-sdk' in operation === 'x-dashboard' in operation) faults.push('needs either x-sdk or x-dashboard');
  const extra = Object.keys(operation).filter((key) => key.startsWith('x-') && !EXTENSIONS.has(key));
  for (const key of extra) faults.push(`has ${key}, which nothing reads`);
  return faults;
}

/** The codes that an operation has whatever it does: those of any, of its credentials, of its path and of its Idempotency-Key. */
function expectedCodes({ security, method, path, anonymous, idempotent, roles }: OperationRow): ErrorCode[] {
  return [
    ...COMMON,
    ...codesOfCredentials(security, method, anonymous),
    ...(roles.length > 0 && roles.length < ROLES.length ? (['role_required'] as const) : []),
    ...(path.includes('{') ? (['resource_missing'] as const) : []),
    ...(idempotent ? (['request_in_flight'] as const) : []),
  ];
}

/** How an operation that takes these credentials refuses others. */
function codesOfCredentials(security: readonly string[], method: string, anonymous: boolean): ErrorCode[] {
  const accepts = (scheme: string) => security.includes(scheme);
  // The browser sends a session that has expired, not a person: nobody is refused for it.
  if (anonymous && !accepts('apiKey')) return [];
  const codes: ErrorCode[] = accepts('clientSecret') ? ['invalid_client_secret'] : [];
  // Several parties can prove the right to ask, and which of them failed to is not known.
  if (accepts('clientSecret') && accepts('walletSession')) return [...codes, 'wallet_proof_required'];
  if (accepts('walletSession')) return [...codes, 'wallet_not_signed_in'];
  if (accepts('apiKey') || accepts('session') || accepts('ownerKey')) codes.push('unauthenticated');
  if ((accepts('apiKey') || accepts('session')) && method !== 'get') codes.push('insufficient_scope');
  if (accepts('session') && !accepts('apiKey')) codes.push('session_required');
  if (accepts('ownerKey') && !accepts('apiKey')) codes.push('owner_required');
  return codes;
}

/** Who of a team may call it is said of each operation that takes a session, so that nobody gets a right by an omission. */
function faultsOfRoles(operation: Node, { security, roles }: OperationRow): string[] {
  if (!security.includes('session'))
    return 'x-roles' in operation ? ['has x-roles and takes no session'] : [];
  if (!('x-roles' in operation)) return ['takes a session and lacks x-roles: who of a team may call it'];
  const known = ROLES.filter((role) => roles.includes(role));
  if (String(known) !== String(roles))
    return [`has x-roles that are not some of ${ROLES.join(', ')}, in this order`];
  return roles.includes('owner') ? [] : ['has x-roles without owner, who may do everything'];
}

function faultsOfOwnCodes(contract: Node, operation: Node): string[] {
  const { 400: invalid = {} } = operation['responses'] as Record<number, Node>;
  const own = ownCodesOf(operation);
  if (nameIn(invalid) !== REFUSED) {
    return own.length > 0 ? [`has x-error-codes, but its 400 is not ${REFUSED}`] : [];
  }
  if (own.length === 0) return [`has ${REFUSED} and no x-error-codes: use InvalidRequest`];
  const listed = codesIn(contract, responseOf(contract, REFUSED));
  const common = codesIn(contract, responseOf(contract, 'InvalidRequest'));
  return own
    .filter((code) => !listed.includes(code) || common.includes(code))
    .map((code) => `lists ${code} in x-error-codes, which is none of ${REFUSED}'s own`);
}

/** Each error response has codes of one status, an example of its first, and words for it that are the server's. */
function faultsOfResponses(contract: Node): string[] {
  const faults: string[] = [];
  const { responses } = contract['components'] as { responses: Record<string, Node> };
  for (const [name, response] of Object.entries(responses)) {
    const codes = codesIn(contract, response) as ErrorCode[];
    const [first] = codes;
    if (first === undefined) continue;
    const content = (response['content'] as Record<string, { schema: Node; example?: unknown }>)[
      'application/json'
    ]!;
    if (nameIn(content.schema) !== `${name}Error`) faults.push(`${name} needs the schema ${name}Error`);
    const example = { error: { type: typeOf(first), code: first, message: ERROR_CODES[first][1] } };
    if (JSON.stringify(content.example) !== JSON.stringify(example)) {
      faults.push(`${name} needs the example ${JSON.stringify(example)}`);
    }
    const headers = [...HEADERS, ...(statusOf(first) === 429 ? ['retry-after'] : [])];
    if (String(Object.keys((response['headers'] as Node | undefined) ?? {})) !== String(headers)) {
      faults.push(`${name} needs the headers ${headers.join(', ')}`);
    }
    if (new Set(codes.map(statusOf)).size > 1) faults.push(`${name} has codes of several statuses`);
  }
  const used = new Set(operationRows(contract).flatMap(({ errorCodes }) => errorCodes));
  const unused = codesIn(contract, responseOf(contract, REFUSED)).filter(
    (code) => !used.has(code as ErrorCode),
  );
  return [...faults, ...unused.map((code) => `${REFUSED} lists ${code}, which no operation has`)];
}

/** Every kind of event is in EventType, in both unions and among the webhooks. */
function faultsOfEvents(contract: Node): string[] {
  const { schemas } = contract['components'] as { schemas: Record<string, Node> };
  const kinds = String(schemas['EventType']!['enum']);
  const mapped = (name: string) =>
    String(Object.keys((schemas[name]!['discriminator'] as { mapping: Node }).mapping));
  const faults = ['Event', 'ListedEvent']
    .filter((name) => mapped(name) !== kinds)
    .map((name) => `${name} does not map the kinds of EventType in their order`);
  if (String(Object.keys(contract['webhooks'] as Node)) !== kinds) {
    faults.push('webhooks are not the kinds of EventType in their order');
  }
  const { version } = contract['info'] as { version: string };
  const { apiVersion } = schemas['EventEnvelope']!['properties'] as { apiVersion: { const: string } };
  if (apiVersion.const !== version)
    faults.push(`EventEnvelope's apiVersion is not info's version ${version}`);
  return faults;
}

/** Lists have their envelope, requests are closed, responses are open, and private formats have a pattern. */
function faultsOfSchemas(contract: Node): string[] {
  const faults: string[] = [];
  const { schemas } = contract['components'] as { schemas: Record<string, Node> };
  for (const [name, schema] of Object.entries(schemas)) {
    const [envelope = {}] = (schema['allOf'] as Node[] | undefined) ?? [];
    if (name.endsWith('List') && nameIn(envelope) !== 'ListEnvelope')
      faults.push(`${name} lacks ListEnvelope`);
  }
  const bodies = placedOperations(contract).flatMap(({ operation }) =>
    'requestBody' in operation ? [operation['requestBody']] : [],
  );
  const inRequests = reachable({ ...schemas, '': { bodies } }, ['']);
  const asked = { bodies, ...only(schemas, (name) => inRequests.has(name)) };
  for (const place of objectsIn(asked)) {
    // Or names and values of the caller's own, of which only so many are taken.
    const isBoundedMap =
      'maxProperties' in place.schema && typeof place.schema['additionalProperties'] === 'object';
    if (place.schema['additionalProperties'] !== false && !isBoundedMap)
      faults.push(`${place.name}: a request's object must be closed`);
  }
  for (const place of objectsIn(only(schemas, (name) => !inRequests.has(name)))) {
    if ('additionalProperties' in place.schema)
      faults.push(`${place.name}: a response's object must be open`);
  }
  for (const [name, { format, pattern }] of Object.entries(schemas)) {
    if (format !== undefined && pattern === undefined)
      faults.push(`${name} has a format of ours and no pattern`);
  }
  return faults;
}

function only(schemas: Record<string, Node>, test: (name: string) => boolean): Record<string, Node> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => test(name)));
}

/** Every schema of an object under `node`, with its place. */
function objectsIn(node: unknown, name = ''): { name: string; schema: Node }[] {
  if (typeof node !== 'object' || node === null) return [];
  const schema = node as Node;
  const within = Object.entries(node).flatMap(([key, value]) => objectsIn(value, `${name}/${key}`));
  return [schema['type']].flat().includes('object') ? [{ name, schema }, ...within] : within;
}

function schemaOf(response: Node): Node {
  const content = response['content'] as Record<string, { schema: Node }> | undefined;
  return content?.['application/json']?.schema ?? {};
}
