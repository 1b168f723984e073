import { ERROR_CODES, type ErrorCode, statusOf, typeOf } from '../../server/errors/codes.ts';

/** A piece of the contract as parsed from YAML: the expander edits trees, so it does not need a schema's exact type. */
export type Node = { [key: string]: unknown };

/** What one operation of the contract needs from the server, in one row. */
export interface OperationRow {
  operationId: string;
  method: string;
  path: string;
  /** Classes of credential, any of which will do. */
  security: readonly string[];
  /** It can also be called without any credential. */
  anonymous: boolean;
  idempotent: boolean;
  hasBody: boolean;
  errorCodes: readonly ErrorCode[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Codes that any operation may answer: its credential's class decides the rest. */
export const COMMON: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'invalid_json',
  'request_too_large',
  'rate_limit_exceeded',
  'internal_error',
];

/**
 * The contract with everything spelled out: each status with its codes, the rate headers on every response, list
 * envelopes, derived schemas and one webhook per event kind. Changes `contract` in place and answers it.
 */
export function expandContract(contract: Node): { contract: Node; operations: OperationRow[] } {
  const schemas = at(contract, 'components', 'schemas');
  expandSchemas(schemas, at(contract, 'webhooks'), at(contract, 'info')['version'] as string);
  expandWebhooks(at(contract, 'webhooks'));
  at(contract, 'components')['headers'] = responseHeaders;
  const operations: OperationRow[] = [];
  for (const [path, item] of Object.entries(at(contract, 'paths')) as [string, Node][]) {
    for (const method of METHODS) {
      const operation = item[method] as Node | undefined;
      if (operation) operations.push(expandOperation(path, method, operation));
    }
  }
  return { contract, operations };
}

function expandOperation(path: string, method: string, operation: Node): OperationRow {
  const schemes = operation['security'] as Node[];
  const security = schemes.flatMap((scheme) => Object.keys(scheme));
  const anonymous = schemes.length === 0 || schemes.some((scheme) => Object.keys(scheme).length === 0);
  const idempotent = operation['x-idempotent'] === true;
  const codes = new Set([
    ...COMMON,
    ...codesOfCredentials(security, method, anonymous),
    ...((operation['x-error-codes'] as ErrorCode[] | undefined) ?? []),
  ]);
  if (path.includes('{')) codes.add('resource_missing');
  if (idempotent) {
    codes.add('request_in_flight');
    addParameter(operation, 'IdempotencyKey');
  }
  if (security.some((scheme) => MODELESS.has(scheme))) addParameter(operation, 'Mode');
  const errorCodes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
  for (const code of codes) if (!(code in ERROR_CODES)) throw new Error(`${path}: unknown code ${code}`);
  const responses = operation['responses'] as Node;
  for (const status of [...new Set(errorCodes.map(statusOf))].sort()) {
    responses[String(status)] = errorResponse(
      status,
      errorCodes.filter((code) => statusOf(code) === status),
    );
  }
  for (const response of Object.values(responses) as Node[]) response['headers'] = headerRefs(response);
  operation['x-error-codes'] = errorCodes;
  return {
    operationId: operation['operationId'] as string,
    method,
    path,
    security,
    anonymous,
    idempotent,
    hasBody: 'requestBody' in operation,
    errorCodes,
  };
}

/** Credentials that name no mode. */
const MODELESS = new Set(['session', 'walletSession', 'ownerKey']);

/** What an operation that takes these credentials can answer to others. */
function codesOfCredentials(security: readonly string[], method: string, anonymous: boolean): ErrorCode[] {
  const takes = (scheme: string) => security.includes(scheme);
  // A session that has run out is sent by the browser, not by a person: nobody is refused for it.
  if (anonymous && !takes('apiKey')) return [];
  const codes: ErrorCode[] = takes('clientSecret') ? ['invalid_client_secret'] : [];
  // Several parties can prove the right to ask, and which of them failed to is not known.
  if (takes('clientSecret') && takes('walletSession')) return [...codes, 'wallet_proof_required'];
  if (takes('walletSession')) return [...codes, 'wallet_not_signed_in'];
  if (takes('apiKey') || takes('session') || takes('ownerKey')) codes.push('unauthenticated');
  if ((takes('apiKey') || takes('session')) && method !== 'get') codes.push('insufficient_scope');
  if (takes('session') && !takes('apiKey')) codes.push('session_required');
  if (takes('ownerKey') && !takes('apiKey')) codes.push('owner_required');
  return codes;
}

function addParameter(operation: Node, name: string): void {
  const parameters = (operation['parameters'] as Node[] | undefined) ?? [];
  operation['parameters'] = [...parameters, { $ref: `#/components/parameters/${name}` }];
}

/** The one error shape, its code narrowed to what this response can carry. */
function errorSchema(codes: readonly ErrorCode[]): Node {
  return object({
    error: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'code', 'message'],
      properties: {
        type: { type: 'string', enum: [...new Set(codes.map(typeOf))] },
        code: { type: 'string', enum: codes },
        message: { type: 'string' },
        param: {
          type: 'string',
          description: 'The field, query parameter or header at fault, when exactly one is.',
        },
      },
    },
  });
}

function errorResponse(status: number, codes: readonly ErrorCode[]): Node {
  const example = codes[0]!;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: errorSchema(codes),
        example: { error: { type: typeOf(example), code: example, message: ERROR_CODES[example][1] } },
      },
    },
    ...(status === 429 ? { 'x-retry-after': true } : {}),
  };
}

const responseHeaders: Node = {
  RateLimitLimit: {
    description: 'Requests that the tightest bucket allows in its window.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'Requests left in it.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until it is full again.', schema: { type: 'integer' } },
  RequestId: {
    description: 'Names this exchange in the log; quote it to support.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function headerRefs(response: Node): Node {
  const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const retry = response['x-retry-after'] ? { 'retry-after': ref('RetryAfter') } : {};
  delete response['x-retry-after'];
  return {
    'ratelimit-limit': ref('RateLimitLimit'),
    'ratelimit-remaining': ref('RateLimitRemaining'),
    'ratelimit-reset': ref('RateLimitReset'),
    'svc-request-id': ref('RequestId'),
    ...retry,
  };
}

/** Replaces `x-list-of`, `x-extends` and `x-event-union` by the schemas they stand for. */
function expandSchemas(schemas: Node, webhooks: Node, apiVersion: string): void {
  for (const [name, schema] of Object.entries(schemas) as [string, Node][]) {
    if ('x-list-of' in schema) schemas[name] = listOf(schema['x-list-of'] as string);
    if ('x-extends' in schema) schemas[name] = extend(schemas, schema['x-extends'] as Extension);
    if ('x-event-union' in schema) {
      const more = schema['x-event-union'] as Node;
      const kinds = Object.keys(webhooks).map((type) => {
        const kindName = eventSchemaName(name, type);
        schemas[kindName] = eventSchema(
          type,
          (webhooks[type] as Node)['x-event'] as EventSource,
          apiVersion,
          more,
        );
        return { type, ref: `#/components/schemas/${kindName}` };
      });
      schemas[name] = {
        description: schema['description'],
        oneOf: kinds.map(({ ref }) => ({ $ref: ref })),
        discriminator: {
          propertyName: 'type',
          mapping: Object.fromEntries(kinds.map(({ type, ref }) => [type, ref])),
        },
      };
    }
  }
}

function listOf(item: string): Node {
  return object({
    object: { const: 'list' },
    data: { type: 'array', items: { $ref: `#/components/schemas/${item}` } },
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'], description: 'Goes into startingAfter; null on the last page.' },
  });
}

interface Extension {
  schema: string;
  omit?: string[];
  add?: Node;
  /** Fields that are only sometimes there. */
  optional?: Node;
}

function extend(schemas: Node, { schema, omit = [], add = {}, optional = {} }: Extension): Node {
  const base = schemas[schema] as { properties: Node };
  const kept = Object.entries(base.properties).filter(([key]) => !omit.includes(key));
  const extended = object({ ...Object.fromEntries(kept), ...add });
  return { ...extended, properties: { ...(extended['properties'] as Node), ...optional } };
}

interface EventSource {
  object: string;
  summary: string;
}

/** `charge.succeeded` in the union `Event` is the schema `ChargeSucceededEvent`; in `ListedEvent`, `ListedChargeSucceededEvent`. */
function eventSchemaName(union: string, type: string): string {
  const words = type.split('.').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return union.replace(/Event$/, '') + words.join('') + 'Event';
}

function eventSchema(type: string, source: EventSource, apiVersion: string, more: Node): Node {
  return {
    description: source.summary,
    ...object({
      id: { type: 'string', description: 'Stable across deliveries: deduplicate on it.' },
      object: { const: 'event' },
      type: { const: type },
      createdAt: { $ref: '#/components/schemas/Timestamp' },
      livemode: { type: 'boolean' },
      apiVersion: { const: apiVersion },
      data: object({ object: { $ref: `#/components/schemas/${source.object}` } }),
      ...more,
    }),
  };
}

function expandWebhooks(webhooks: Node): void {
  for (const [type, item] of Object.entries(webhooks) as [string, Node][]) {
    const { summary } = item['x-event'] as EventSource;
    webhooks[type] = {
      post: {
        operationId: type,
        summary,
        security: [],
        parameters: [
          {
            name: 'svc-signature',
            in: 'header',
            required: true,
            description:
              't=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key>',
            schema: { type: 'string' },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: `#/components/schemas/${eventSchemaName('Event', type)}` },
            },
          },
        },
        responses: { '200': { description: 'Any 2xx is success; anything else is retried.' } },
      },
    };
  }
}

/** An object schema whose keys are all required: a response's keys are always there. */
function object(properties: Node): Node {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

function at(node: Node, ...path: string[]): Node {
  return path.reduce((current, key) => current[key] as Node, node);
}
