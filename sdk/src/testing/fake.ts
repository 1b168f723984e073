import { http, type HttpHandler } from 'msw/http';
import { addBalance, balanceOf } from './chain.ts';
import { lookForAuthorization } from './checkout.ts';
import { dispatch, type Serving } from './dispatch.ts';
import { type Failure, Failures } from './failures.ts';
import { approve } from './chain.ts';
import { amountToApprove, othersOf } from './lifecycle.ts';
import type { Event } from './make-event.ts';
import { createMerchant } from './merchants.ts';
import { OPERATIONS } from './operation.ts';
import { catchUp } from './schedule.ts';
import { deliverDue, type Receiver, signWebhook } from './webhooks.ts';
import { createWorld, requireChain, type World, type WorldOptions } from './world.ts';

/** What a fake is made with. */
export interface FakeOptions {
  /** The origin that it answers at. Default https://autopay.example. */
  baseUrl?: string;
  /** Unix seconds. Default the machine's clock; give `() => 1_800_000_000` for a time that moves by `clock.advance` alone. */
  now?: () => number;
  /** The platform owner's key. Default none: the platform's operations then refuse everybody. */
  ownerKey?: string;
  /** `once` makes a deployment without subscriptions. Default all. */
  sellMode?: 'all' | 'once';
  /** Whether live mode has a chain. Default false, as with the service's own defaults: live mandates are `broadcast_unavailable`. */
  liveChain?: boolean;
  /** Hosts that webhook endpoints may be at beside public ones, such as 127.0.0.1. Default none. */
  webhookHosts?: readonly string[];
  /** Gets every webhook as soon as it is due: an app's own handler, or fetch. Default none: they wait for `deliver`. */
  receiver?: Receiver;
}

/** A merchant with its two secret keys. */
export interface FakeMerchant {
  id: string;
  testKey: string;
  liveKey: string;
}

/** Something that happened, as webhooks tell it. */
export interface SentEvent {
  merchantId: string;
  event: Event;
  /** The bytes that are delivered, as text. */
  body: string;
  /**
   * The request that delivers it, signed now. Default to the merchant's newest endpoint, with its secret; throws TypeError where there is
   * none and no `url` and `secret` are given.
   */
  request: (to?: { url?: string; secret?: string }) => Promise<Request>;
}

/** A whole service in memory, true to the contract. */
export interface FakeAutopay {
  readonly baseUrl: string;
  /** For MSW's setupServer or setupWorker: one for each operation, and one for routes that the contract does not have. */
  readonly handlers: HttpHandler[];
  /** For `new Autopay(key, {baseUrl, fetch: fake.fetch})`: answers without any interception. */
  readonly fetch: typeof globalThis.fetch;
  /** Mint of the test chain's stable token, of 6 decimals. */
  readonly mint: string;
  /** What happened so far, the oldest first. */
  readonly events: readonly SentEvent[];
  readonly clock: {
    /** Unix seconds of this world. */
    now: () => number;
    /** Moves the whole world, and does on the way whatever falls due. Throws TypeError unless `seconds` is a whole number above 0. */
    advance: (seconds: number) => Promise<void>;
  };
  /** Makes a merchant. */
  merchant: (name?: string) => FakeMerchant;
  /** Sets what a wallet holds, in atomic units. */
  setBalance: (wallet: {
    address: string;
    mint?: string;
    amount: bigint | string;
    livemode?: boolean;
  }) => void;
  /** Lets the payer of a pending subscription authorize it with a wallet that broadcasts by itself. Rejects for one that is not pending. */
  authorize: (mandateId: string) => Promise<void>;
  /** Lets the payer of a mandate take the approval back on chain: its next charge finds `allowance_gone`. */
  takeBack: (mandateId: string) => void;
  /** Makes the next matching requests fail. Throws TypeError for a failure that cannot be. */
  failNext: (failure: Failure) => void;
  /** Makes one attempt of every webhook that is due, and answers how many. */
  deliver: (receiver: Receiver) => Promise<number>;
  /** Resolves when the webhooks that are due were attempted by `receiver`. */
  delivered: () => Promise<void>;
  /** Forgets everything, failures to come included. Keys that were given out stop working. */
  reset: () => void;
}

/**
 * A fake service that keeps state as the real one does. Nothing is shared between two of them. Throws TypeError for options that
 * cannot be.
 */
export function fakeAutopay(options: FakeOptions = {}): FakeAutopay {
  const { receiver } = options;
  const settings = settingsOf(options);
  let serving = freshServing(settings);
  let delivering: Promise<unknown> = Promise.resolve();

  const flush = (): void => {
    if (receiver === undefined) return;
    const { world } = serving;
    delivering = delivering.then(async () => {
      while ((await deliverDue(world, receiver)) > 0);
    });
  };
  const answer = async (request: Request): Promise<Response | null> => {
    const response = await dispatch(serving, request);
    flush();
    return response;
  };

  return {
    baseUrl: settings.baseUrl,
    handlers: mswHandlers(settings.baseUrl, answer),
    fetch: async (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, settings.baseUrl), init);
      request.signal.throwIfAborted();
      const response = await answer(request);
      request.signal.throwIfAborted();
      if (response === null) throw new TypeError('fetch failed');
      return response;
    },
    get mint() {
      return serving.world.tokens.find(({ floor, livemode }) => floor && !livemode)!.mint;
    },
    get events() {
      return sentEvents(serving.world);
    },
    clock: {
      now: () => settings.now() + serving.world.ahead,
      advance: (seconds) => {
        if (!Number.isSafeInteger(seconds) || seconds < 1) {
          throw new TypeError('seconds must be a whole number above 0.');
        }
        return serving.inTurn(async () => {
          serving.world.ahead += seconds;
          catchUp(serving.world);
          flush();
        });
      },
    },
    merchant: (name = 'Test merchant') => {
      const { merchant, keys } = createMerchant(serving.world, name);
      return { id: merchant.id, testKey: keys.test, liveKey: keys.live };
    },
    setBalance: ({ address, mint, amount, livemode = false }) => {
      const { world } = serving;
      const chain = requireChain(world, livemode);
      const token = mint ?? world.tokens.find((row) => row.floor && row.livemode === livemode)!.mint;
      if (!chain.mints.has(token)) throw new TypeError(`mint ${token} is not on this chain.`);
      if (BigInt(amount) < 0n) throw new TypeError('amount must not be negative.');
      addBalance(chain, address, token, BigInt(amount) - (balanceOf(chain, address, token) ?? 0n));
    },
    authorize: (mandateId) =>
      serving.inTurn(async () => {
        authorize(serving.world, mandateId);
        flush();
      }),
    takeBack: (mandateId) => {
      const { livemode, payer, mint } = serving.world.mandates.get(mandateId);
      requireChain(serving.world, livemode).approvals.delete(`${payer}/${mint}`);
    },
    failNext: (failure) => serving.failures.add(failure),
    deliver: async (to) => {
      catchUp(serving.world);
      return deliverDue(serving.world, to);
    },
    delivered: async () => {
      await serving.inTurn(async () => {});
      await delivering;
    },
    reset: () => {
      serving = freshServing(settings);
    },
  };
}

function settingsOf(options: FakeOptions): WorldOptions {
  const { baseUrl = 'https://autopay.example', sellMode = 'all', ownerKey = null } = options;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError('baseUrl must be an http(s) origin, such as https://autopay.example.');
  }
  if (sellMode !== 'all' && sellMode !== 'once') throw new TypeError('sellMode must be "all" or "once".');
  return {
    baseUrl: url.origin,
    now: options.now ?? (() => Math.floor(Date.now() / 1000)),
    ownerKey,
    sellMode,
    liveChain: options.liveChain ?? false,
    webhookHosts: options.webhookHosts ?? [],
  };
}

function freshServing(settings: WorldOptions): Serving {
  let last: Promise<unknown> = Promise.resolve();
  return {
    world: createWorld(settings),
    failures: new Failures(),
    stored: new Map(),
    inTurn: (work) => {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

function mswHandlers(baseUrl: string, answer: (request: Request) => Promise<Response | null>): HttpHandler[] {
  const resolve = async ({ request }: { request: Request }) => (await answer(request)) ?? Response.error();
  // Literal parts first: MSW takes the first that matches.
  const operations = [...OPERATIONS].sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return [
    ...operations.map(({ method, path }) =>
      http[method](baseUrl + path.replaceAll(/\{(\w+)\}/g, ':$1'), resolve),
    ),
    http.all(`${baseUrl}/v1/*`, resolve),
  ];
}

function sentEvents(world: World): SentEvent[] {
  return world.events
    .filter(() => true)
    .map(({ merchantId, livemode, body }) => ({
      merchantId,
      event: JSON.parse(body) as Event,
      body,
      request: ({ url, secret } = {}) => {
        const [newest] = world.endpoints
          .filter((row) => row.merchantId === merchantId && row.livemode === livemode)
          .slice(-1);
        const to = { url: url ?? newest?.url, secret: secret ?? newest?.secret };
        if (to.url === undefined || to.secret === undefined) {
          throw new TypeError('The merchant has no webhook endpoint: register one, or give url and secret.');
        }
        return signWebhook(body, {
          url: to.url,
          secret: to.secret,
          timestampSeconds: world.now() + world.ahead,
        });
      },
    }));
}

function authorize(world: World, mandateId: string): void {
  const mandate = world.mandates.get(mandateId);
  const { livemode, payer: owner, mint, delegate, budget, sellMode } = mandate;
  if (sellMode === 'once')
    throw new TypeError('An order is paid, not authorized: submit its signed transaction.');
  const chain = requireChain(world, livemode);
  const amount = amountToApprove(budget, othersOf(world, mandate));
  approve(chain, { owner, mint }, { delegate, amount });
  mandate.consented = true;
  lookForAuthorization(world, mandate);
}
