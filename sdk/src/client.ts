import createFetchClient from 'openapi-fetch';
import { checkTimes, type Operation } from './call.ts';
import { authorizationOf, type Credential } from './credential.ts';
import type { Hooks } from './hooks.ts';
import { send, type Transport } from './send.ts';
import type { CallResponse, Mode } from './types.ts';

/** How to reach a deployment. */
export interface AutopayOptions {
  /** Where the deployment is, such as https://pay.example.com. Default, in a browser page, where the page came from. */
  baseUrl?: string;
  /** Which world calls are about, where the credential does not say: null, a `ws_` or `ownerKey`. Default test. */
  mode?: Mode;
  /** Another fetch, for a proxy or tracing. It must not follow redirects or retry. Default the runtime's. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds for one attempt, its body included. Default 30,000; none for `test.advanceClock`. A shorter one may give up on a running refund. */
  timeoutMs?: number;
  /** Further attempts after the first, 0 to 10. Default 2. Only where repeating is safe. */
  maxRetries?: number;
  /** Milliseconds for the whole call, retries and waits included. Default none beyond the attempts' own. */
  deadlineMs?: number;
  /** What to tell of each request. */
  hooks?: Hooks;
}

/** One deployment and one credential, for the operations' functions. Shows neither when printed. */
export interface Client {
  /** Sends a checked call and fills `answer` with all but its data. */
  readonly send: (operation: Operation, answer: Partial<CallResponse<unknown>>) => Promise<unknown>;
}

/**
 * A client for the functions of the subpaths, such as `createMandate` of `@autopay/sdk/mandates`. Throws TypeError for what
 * is no credential, for unusable options, and for a secret key in a browser, where it must never be.
 */
export function createClient(credential: Credential, options: AutopayOptions = {}): Client {
  const inPage = 'document' in globalThis;
  const authorization = authorizationOf(credential, options.mode);
  checkTimes(options);
  const transport: Transport = {
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    headers: {
      accept: 'application/json',
      ...(authorization === null ? {} : { authorization }),
      ...(options.mode === undefined ? {} : { 'svc-mode': options.mode }),
    },
    credentials: inPage && credential === null ? 'same-origin' : undefined,
    timeoutMs: options.timeoutMs,
    maxRetries: options.maxRetries ?? 2,
    deadlineMs: options.deadlineMs ?? Infinity,
    hooks: options.hooks ?? {},
  };
  const api = createFetchClient({
    baseUrl: baseUrlOf(options.baseUrl ?? (inPage ? location.origin : undefined)),
    // A real Request would be built and read back for every call.
    Request: PlainRequest as unknown as typeof Request,
    fetch: (async ({ url, operation, answer }: PlainRequest) =>
      new PlainAnswer(await send(transport, operation, url, answer))) as never,
    bodySerializer: (body: unknown) => body as string,
  }) as { request: (method: string, route: string, init: object) => Promise<{ data?: unknown }> };
  return {
    send: async (operation, answer) => {
      const { method, route, id, query, body } = operation;
      const params = { path: { id, mint: id }, query };
      return (await api.request(method, route, { params, body, operation, answer })).data;
    },
  };
}

/** What openapi-fetch makes of a call: its address. Headers and repetition are `send`'s. */
class PlainRequest {
  readonly url: string;
  readonly operation: Operation;
  readonly answer: Partial<CallResponse<unknown>>;

  constructor(url: string, init: Pick<PlainRequest, 'operation' | 'answer'>) {
    this.url = url;
    this.operation = init.operation;
    this.answer = init.answer;
  }
}

/** What openapi-fetch reads of an answer whose body has been read and judged already. */
class PlainAnswer {
  readonly ok = true;
  readonly status = 200;
  readonly headers = { get: () => 'read' };
  readonly #data: object;

  constructor(data: object) {
    this.#data = data;
  }

  json(): object {
    return this.#data;
  }
}

function baseUrlOf(baseUrl: string | undefined): string {
  const url = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http(s) address without user name, query or fragment.');
  }
  return url.href;
}
