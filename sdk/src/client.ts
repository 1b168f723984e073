import type { Arrival } from './answer.ts';
import { checkOptions, type Operation } from './call.ts';
import { type Credential, isBrowser, tokenOf } from './credential.ts';
import { API_VERSION, SDK_VERSION } from './generated/version.ts';
import { must, mustBeObject, mustBeSet } from './must.ts';
import type { Hooks } from './hooks.ts';
import { send, type Transport } from './send.ts';
import type { Mode } from './types.ts';

/** How to reach a deployment. */
export interface AutopayOptions {
  /** Where the deployment is, such as https://pay.example.com. Default, in a browser page, where the page came from. */
  baseUrl?: string | undefined;
  /**
   * Whether calls act on test or live data, if the credential does not say: null, a `ws_` or `ownerKey`.
   * Default test.
   */
  mode?: Mode | undefined;
  /** A custom fetch, for a proxy or tracing. It must not follow redirects or retry. Default the runtime's. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for one attempt, its body included. Default 30,000; none for `test.advanceClock`. A shorter one may give up on a running refund. */
  timeoutMs?: number | undefined;
  /** Further attempts after the first, 0 to 10. Default 2. Only where repeating is safe. */
  maxRetries?: number | undefined;
  /** Milliseconds for the whole call, retries and waits included. Default none beyond the attempts' own. */
  deadlineMs?: number | undefined;
  /** Callbacks for each request. */
  hooks?: Hooks | undefined;
}

const OPTIONS = /^(baseUrl|mode|fetch|timeoutMs|maxRetries|deadlineMs|hooks)$/;

/** One deployment and one credential, for the operations' functions. Printing it reveals neither. */
export interface Client {
  /** Sends a checked call; what `arrival` holds in the end belongs to the response. */
  readonly send: (operation: Operation, arrival: Arrival) => Promise<unknown>;
}

/**
 * A client for the functions of the subpaths, such as `createMandate` of `@autopay/sdk/mandates`. Throws
 * TypeError for an invalid credential, for unusable options, and for a secret key in a browser, where it must
 * never be.
 */
export function createClient(credential: Credential, options: AutopayOptions = {}): Client {
  mustBeObject('options', options);
  for (const option in options)
    must(OPTIONS.test(option), `options.${option}`, 'left out: there is no such option');
  checkOptions(options);
  const { mode, fetch, hooks = {} } = options;
  must(fetch === undefined || typeof fetch === 'function', 'fetch', 'a function');
  mustBeObject('hooks', hooks);
  for (const [name, hook] of Object.entries(hooks))
    must(hook === undefined || typeof hook === 'function', `hooks.${name}`, 'a function');
  const token = tokenOf(credential, mode);
  const page = 'document' in globalThis ? globalThis.location?.origin : undefined;
  const baseUrl = baseUrlOf(options.baseUrl ?? page);
  const transport: Transport = {
    token,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(mode && { 'svc-mode': mode }),
      // A browser would ask the deployment for leave first, and one older than this package would not give it.
      ...(!isBrowser() && { 'svc-client': `autopay-sdk/${SDK_VERSION}`, 'svc-api-version': API_VERSION }),
    },
    credentials: page && !token ? 'same-origin' : undefined,
    options: { ...options },
  };
  return {
    send: (operation, arrival) => {
      const { route, id, query } = operation;
      // Ids have been checked: nothing in them needs escaping.
      const path = id === undefined ? route : route.replace(/\{\w+\}/, id);
      return send(transport, operation, baseUrl + path + (query ? searchOf(query) : ''), arrival);
    },
  };
}

/** The contract's queries are flat; undefined values are left out. */
function searchOf(query: object): string {
  let search = '';
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search += `${search ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  return search;
}

function baseUrlOf(baseUrl: string | undefined): string {
  mustBeSet('baseUrl', baseUrl);
  const href = URL.canParse(baseUrl!) ? new URL(baseUrl!).href : '';
  must(/^https?:[^@?#]+$/.test(href), 'baseUrl', 'an http(s) address without user name, query or fragment');
  must(!/\/v1\/?$/i.test(href), 'baseUrl', 'without /v1 at its end, which every call adds');
  return href.replace(/\/$/, '');
}
