import { MAX_BODY_BYTES, parseBody } from '../../../rules/http/parse-body.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { API_VERSION } from '../generated/version.ts';
import { admit } from './credentials.ts';
import { csvOf } from './exports.ts';
import type { Failure, Failures } from './failures.ts';
import { claim, type IdempotencyStore } from './idempotency.ts';
import { newId } from './ids.ts';
import { type Operation, OPERATIONS } from './operation.ts';
import { handlers } from './operations.ts';
import { catchUp } from './schedule.ts';
import { validate } from './validate.ts';
import type { Caller, World } from './world.ts';

/** The characters of every id and address in the contract. No resource has a path with anything else. */
const PATH_VALUE = /^[0-9A-Za-z_]{1,64}$/;

/** What is needed to serve a request. */
export interface Serving {
  world: World;
  failures: Failures;
  stored: IdempotencyStore;
  /** Runs requests one at a time, so that what a handler reads does not change meanwhile. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A response in parts: stored and replayed as text. */
interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Serves one request. Returns null if the connection should break instead. */
export async function dispatch(serving: Serving, request: Request): Promise<Response | null> {
  const path = new URL(request.url).pathname;
  const route = routeOf(request.method, path);
  const failure = route === null ? null : serving.failures.take(route.operation.operationId);
  if (failure && 'delayMs' in failure) await delay(failure.delayMs, request.signal);
  if (failure && 'connection' in failure && failure.connection === 'refused') return null;
  const provoked = failure === null ? null : provokedReply(failure);
  const reply = provoked ?? (await serving.inTurn(() => replyTo(serving, route, request)));
  if (failure && 'connection' in failure) return null;
  const isBodiless = request.method === 'HEAD' || reply.status === 204 || reply.status === 304;
  return new Response(isBodiless ? null : reply.text, {
    status: reply.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'svc-request-id': newId('request'),
      'svc-api-version': API_VERSION,
      'ratelimit-limit': '6000',
      'ratelimit-remaining': '5999',
      'ratelimit-reset': '60',
      ...reply.headers,
    },
  });
}

interface Route {
  operation: Operation;
  params: Record<string, string>;
}

const ROUTES = OPERATIONS.map((operation) => ({ operation, parts: operation.path.split('/') }));

/** The operation of a method and path; case matters, and so does a trailing slash. */
export function routeOf(method: string, path: string): Route | null {
  // HEAD is handled as GET.
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  const parts = path.split('/');
  const isParameter = (part: string) => part.startsWith('{');
  const matches = ROUTES.filter(
    (route) =>
      route.operation.method === wanted &&
      route.parts.length === parts.length &&
      route.parts.every((part, at) => (isParameter(part) ? parts[at] !== '' : part === parts[at])),
  );
  // Literal segments take precedence over parameters.
  const found = matches.sort(
    (a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length,
  )[0];
  if (found === undefined) return null;
  const params = found.parts.flatMap((part, at) =>
    isParameter(part) ? [[part.slice(1, -1), parts[at]!] as const] : [],
  );
  return { operation: found.operation, params: Object.fromEntries(params) };
}

async function replyTo(serving: Serving, route: Route | null, request: Request): Promise<Reply> {
  try {
    if (route === null) throw new ApiError('unknown_route');
    return await serve(serving, route, request);
  } catch (error) {
    return refused(error);
  }
}

/** The checks run in the service's order: a request with two faults gets the same error from both. */
async function serve(
  { world, stored }: Serving,
  { operation, params }: Route,
  request: Request,
): Promise<Reply> {
  catchUp(world);
  const caller = admit(world, operation, request);
  const { pathname, searchParams } = new URL(request.url);
  const body = await readBody(request);
  const input = validate(operation, { path: params, query: searchParams, headers: request.headers, body });
  const csv = csvOf(world, operation, request, { ...input, caller });
  if (csv !== null) return csv;
  const claimed = claim(stored, operation, { path: pathname, input, caller, now: world.shownNow });
  if (claimed && 'replay' in claimed) {
    return { ...claimed.replay, headers: { 'idempotent-replayed': 'true' } };
  }
  const reply = await decide(world, operation, { ...input, caller });
  // Decisions of the handler are stored, errors too. Failures to decide are not.
  if (reply.status < 500) claimed?.settle(reply.status, reply.text);
  catchUp(world);
  return reply;
}

type UntypedHandler = (
  world: World,
  call: object,
) => Promise<{ status: number; body: unknown; cookie?: string }>;

async function decide(
  world: World,
  { operationId }: Operation,
  call: { path: Record<string, unknown>; caller: Caller | null },
): Promise<Reply> {
  try {
    if (!Object.values(call.path).every((value) => PATH_VALUE.test(String(value)))) {
      throw new ApiError('resource_missing');
    }
    // The validator has just checked the input against the operation's types.
    const handler = handlers[operationId] as unknown as UntypedHandler;
    const { status, body, cookie } = await handler(world, call);
    const text = JSON.stringify(body);
    return cookie === undefined ? { status, text } : { status, text, headers: { 'set-cookie': cookie } };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Reply {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, text: JSON.stringify(error.toBody()) };
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_BODY_BYTES) throw new ApiError('request_too_large');
  const { headers } = request;
  return parseBody(bytes, { type: headers.get('content-type'), encoding: headers.get('content-encoding') });
}

function provokedReply(failure: Failure): Reply | null {
  if ('code' in failure) {
    const { code, message, param } = failure;
    const detail = {
      ...(message === undefined ? {} : { message }),
      ...(param === undefined ? {} : { param }),
    };
    const reply = refused(new ApiError(code, detail));
    const seconds = failure.retryAfterSeconds ?? (code === 'rate_limit_exceeded' ? 1 : null);
    return seconds === null ? reply : { ...reply, headers: { 'retry-after': String(seconds) } };
  }
  if (!('status' in failure)) return null;
  const { status, body = '', contentType = 'text/html' } = failure;
  return { status, text: body, headers: { 'content-type': contentType } };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
