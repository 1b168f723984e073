import { createApi } from './api.ts';
import { type Events, events } from './resources/events.ts';
import { type Mandates, mandates } from './resources/mandates.ts';
import { type Merchants, merchants } from './resources/merchants.ts';
import { type Charges, charges, type Refunds, refunds } from './resources/refunds.ts';
import { type TestMode, testMode } from './resources/test-mode.ts';
import { type Tokens, tokens } from './resources/tokens.ts';
import { type Wallet, wallet } from './resources/wallet.ts';
import { type WebhookEndpoints, webhookEndpoints } from './resources/webhook-endpoints.ts';
import type { SendOptions } from './send.ts';
import type { Body, CallOptions, MerchantWithKeys } from './types.ts';

/** How to reach a deployment. */
export interface AutopayOptions {
  /** Where the deployment is, such as https://pay.example.com. */
  baseUrl: string;
  /** Another fetch, for a proxy or tracing. It must not follow redirects or retry. Default the runtime's. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds for one attempt, its body included. Default 30,000. A shorter one may give up on a running refund. */
  timeoutMs?: number;
  /** Further attempts after the first, 0 to 10. Default 2. Only where repeating is safe. */
  maxRetries?: number;
  /** Milliseconds for the whole call, retries and waits included. Default none beyond the attempts' own. */
  deadlineMs?: number;
}

/** A merchant's server-side client for one deployment. */
export class Autopay {
  readonly merchants: Merchants;
  readonly tokens: Tokens;
  readonly mandates: Mandates;
  readonly charges: Charges;
  readonly refunds: Refunds;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly wallet: Wallet;
  readonly test: TestMode;

  /** Throws TypeError for what is no secret key, for unusable options, and in a browser, where a secret key must never be. */
  constructor(secretKey: string, options: AutopayOptions) {
    if ('document' in globalThis) {
      throw new TypeError(
        'A secret key must never reach a browser. Use @autopay/checkout-js with a client_secret there.',
      );
    }
    // Checked here because an HTTP library that meets a stray newline prints the whole header, key included.
    if (typeof secretKey !== 'string' || !/^(?:sk|rk)_(?:test|live)_\w+$/.test(secretKey)) {
      throw new TypeError(
        'A secret key begins with sk_test_, sk_live_, rk_test_ or rk_live_ and has no spaces or line breaks.',
      );
    }
    const api = createApi(secretKey, baseUrlOf(options), sendOptions(options));
    this.merchants = merchants(api);
    this.tokens = tokens(api);
    this.mandates = mandates(api);
    this.charges = charges(api);
    this.refunds = refunds(api);
    this.webhookEndpoints = webhookEndpoints(api);
    this.events = events(api);
    this.wallet = wallet(api);
    this.test = testMode(api);
  }
}

/** Creates a merchant, for which no key is needed. Store the two secret keys of the answer: nothing shows them again. */
export function createMerchant(
  merchant: Body<'createMerchant'>,
  options: AutopayOptions & CallOptions,
): Promise<MerchantWithKeys> {
  return merchants(createApi(null, baseUrlOf(options), sendOptions(options))).create(merchant, options);
}

function baseUrlOf({ baseUrl }: AutopayOptions): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http(s) address without user name, query or fragment.');
  }
  return url.href;
}

function sendOptions(options: AutopayOptions): SendOptions {
  const { timeoutMs = 30_000, maxRetries = 2, deadlineMs = Infinity } = options;
  // A longer timer than a 32-bit count of milliseconds fires at once.
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  if (!(deadlineMs > 0)) throw new TypeError('deadlineMs must be a positive number of milliseconds.');
  if (!Number.isInteger(maxRetries) || maxRetries < 0 || maxRetries > 10)
    throw new TypeError('maxRetries must be 0 to 10.');
  return {
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    timeoutMs,
    maxRetries,
    deadlineMs,
  };
}
