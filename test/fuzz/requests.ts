import * as fc from 'fast-check';
import {
  type Contract,
  type ContractOperation,
  type Parameter,
  resolve,
  resolveParameter,
  type Schema,
} from './contract.ts';
import { JUNK, MORE_KEYS, OVERSIZED, QUERY_JUNK, WHOLE_JUNK } from './junk.ts';
import { mix } from './mix.ts';
import type { Pools } from './pools.ts';
import { jsonOf } from './values.ts';

/** A request before it is sent. */
export interface FuzzRequest {
  operationId: string;
  method: string;
  /** With its query. */
  path: string;
  /** Who sends it, by a name in `Credentials`: what proves them may change on the way. */
  credential: string;
  headers: Record<string, string>;
  /** Bytes as latin1, or null. */
  body: string | null;
}

/** Headers that prove somebody, by a name that begins with the contract's security scheme. */
export type Credentials = Record<string, Record<string, string>>;

/** What requests are made from. */
export interface Sources {
  contract: Contract;
  pools: Pools;
  credentials: Credentials;
}

/** Requests to every operation of the contract, from valid to hostile. */
export function requestsOf(sources: Sources): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(sources.contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return fc
    .constantFrom(...operations)
    .chain(({ path, method, operation }) => requestTo(sources, operation, method.toUpperCase(), path));
}

function requestTo(
  sources: Sources,
  operation: ContractOperation,
  method: string,
  template: string,
): fc.Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).map((each) => resolveParameter(sources.contract, each));
  const inPlace = (place: string) => parameters.filter((each) => each.in === place);
  const schema = operation.requestBody?.content['application/json'].schema;
  const { operationId } = operation;
  return fc
    .record({
      path: fc.tuple(...inPlace('path').map(() => pathValue(sources, template))),
      query: queryOf(sources, inPlace('query')),
      headers: headersOf(sources, operation),
      body: mix<string | null>(
        [20, schema ? bodyOf(sources, schema) : fc.constant(null)],
        [1, fc.constantFrom(...WHOLE_JUNK)],
        [1, fc.constant(OVERSIZED)],
      ),
    })
    .map(({ path, query, headers, body }) => {
      const values = path.values();
      const filled = template.replaceAll(/\{\w+\}/g, () => values.next().value!);
      return {
        operationId,
        method,
        path: query === '' ? filled : `${filled}?${query}`,
        ...headers,
        body: body === null ? null : Buffer.from(body).toString('latin1'),
      };
    });
}

function headersOf(
  { credentials }: Sources,
  operation: ContractOperation,
): fc.Arbitrary<Pick<FuzzRequest, 'credential' | 'headers'>> {
  const names = Object.keys(credentials);
  const sometimes = (weight: number, ...values: string[]) =>
    mix<string | null>([weight, fc.constant(null)], [1, fc.constantFrom(...values)]);
  return fc
    .record({
      credential: mix([4, fc.constantFrom(...fitting(operation, names))], [1, fc.constantFrom(...names)]),
      'svc-mode': sometimes(9, 'test', 'live', 'both', ''),
      'idempotency-key': sometimes(5, 'order-1', 'order-2', 'order-3', '', 'x'.repeat(256), 'é', ' '),
      'content-type': sometimes(
        19,
        'text/plain',
        'application/json; charset=latin1',
        'application/x-www-form-urlencoded',
      ),
    })
    .map(({ credential, ...others }) => {
      const given = Object.entries(others).filter((each): each is [string, string] => each[1] !== null);
      return { credential, headers: { 'content-type': 'application/json', ...Object.fromEntries(given) } };
    });
}

/** Credentials of the classes that an operation takes; all of them where it takes none. */
export function fitting({ security }: ContractOperation, names: readonly string[]): readonly string[] {
  const takes = new Set(security.flatMap((scheme) => Object.keys(scheme)));
  const found = names.filter((name) => takes.has(name.split(' ')[0]!));
  return found.length > 0 ? found : names;
}

/** The prefix of the ids that belong in a path. */
const ID_OF_PATH: readonly (readonly [RegExp, string])[] = [
  [/mandates\/\{id\}/, 'man_'],
  [/platform\/merchants\/\{id\}/, 'mer_'],
  [/charges\/\{id\}/, 'chg_'],
  [/refunds\/\{id\}/, 'ref_'],
  [/events\/\{id\}/, 'evt_'],
  [/webhook_deliveries\/\{id\}/, 'dlv_'],
  [/token_requests\/\{id\}/, 'tkr_'],
  [/payment_links\/\{id\}/, 'lnk_'],
  [/offers\/\{id\}/, 'lnk_'],
  [/products\/\{id\}/, 'prd_'],
  [/subscription_plans\/\{id\}/, 'spl_'],
  [/api_keys\/\{id\}/, 'key_'],
  [/team\/members\/\{id\}/, 'acc_'],
  [/team\/invitations\/\{id\}/, 'inv_'],
  [/sessions\/\{id\}/, 'ses_'],
  [/passkeys\/\{id\}/, 'pky_'],
  [/\{mint\}/, 'mint'],
];

const PATH_JUNK = ['x', '%00', '%E2%80%AE', '%2e%2e', '__proto__', 'x'.repeat(2_000), '%ff', "'"];

/** What could stand in the place of a path's parameter, and names nothing. */
export function missingIn(template: string): string {
  const kind = kindIn(template);
  return kind === 'mint' ? 'So11111111111111111111111111111111111111112' : `${kind}2mXHtmZ8b9BDfkgwSf5cUs`;
}

function kindIn(template: string): string {
  const kind = ID_OF_PATH.find(([pattern]) => pattern.test(template))?.[1];
  if (kind === undefined) throw new Error(`Bug: nothing is known to put into ${template}.`);
  return kind;
}

function pathValue({ pools }: Sources, template: string): fc.Arbitrary<string> {
  return mix(
    [6, fc.constantFrom(...pools.of(kindIn(template)))],
    [1, fc.constant(missingIn(template))],
    [1, fc.constantFrom(...PATH_JUNK)],
  );
}

const QUERY_MORE = ['a=1', '__proto__=1', 'limit=1&limit=2', 'a[b]=1', '=', '&&', '%=1'];

function queryOf(sources: Sources, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, required, schema }) =>
    mix(
      [required ? 12 : 3, queryValue(sources, name, schema).map((value) => `${name}=${value}`)],
      [required ? 1 : 6, fc.constant('')],
      [1, fc.constantFrom(...QUERY_JUNK).map((value) => `${name}=${value}`)],
    ),
  );
  const more = mix([30, fc.constant('')], [1, fc.constantFrom(...QUERY_MORE)]);
  return fc.tuple(...pairs, more).map((parts) => parts.filter((part) => part !== '').join('&'));
}

const CURSORS = [
  'man_',
  'chg_',
  'evt_',
  'whe_',
  'dlv_',
  'lnk_',
  'prd_',
  'spl_',
  'key_',
  'acc_',
  'inv_',
  'tkr_',
  'mint',
  'address',
];

/** The kinds of value that a query parameter names. */
const KINDS_OF_QUERY: Record<string, readonly string[]> = {
  mandate: ['man_'],
  event: ['evt_'],
  endpoint: ['whe_'],
  product: ['prd_'],
  client_secret: ['cs_'],
  startingAfter: CURSORS,
  endingBefore: CURSORS,
};

function queryValue({ contract, pools }: Sources, name: string, schema: Schema): fc.Arbitrary<string> {
  const kinds = KINDS_OF_QUERY[name];
  if (kinds) return fc.constantFrom(...kinds.flatMap((kind) => pools.of(kind)));
  // A text of half a character cannot be sent in a URL.
  return jsonOf(contract, pools, name, schema).map((text) =>
    encodeURIComponent(String(JSON.parse(text)).toWellFormed()),
  );
}

/** A JSON text that is a body of `schema`, or nearly. */
function bodyOf({ contract, pools }: Sources, schema: Schema): fc.Arbitrary<string | null> {
  const { properties = {}, required = [] } = resolve(contract, schema);
  const names = Object.keys(properties);
  const fields = names.map((name) =>
    mix<string | null>(
      [required.includes(name) ? 60 : 10, jsonOf(contract, pools, name, properties[name]!)],
      [required.includes(name) ? 1 : 10, fc.constant(null)],
      [1, fc.constantFrom(...JUNK)],
    ),
  );
  const more = mix<readonly (readonly [string, string])[]>(
    [20, fc.constant([])],
    [1, fc.tuple(fc.constantFrom(...MORE_KEYS), fc.constantFrom(...JUNK)).map((pair) => [pair])],
    // Twice the same field.
    [
      1,
      fc.constantFrom('a', ...names).map((name) => [[name, '"once"'] as const, [name, '"twice"'] as const]),
    ],
  );
  const whole = fc.tuple(fc.tuple(...fields), more).map(([texts, unknown]) => {
    const known = texts.flatMap((text, at) => (text === null ? [] : [[names[at]!, text] as const]));
    return `{${[...known, ...unknown].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
  });
  return mix<string | null>([15, whole], [1, fc.constant(null)]);
}
