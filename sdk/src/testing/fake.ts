import {
  authorize,
  delegateRefunds,
  type RefundDelegation,
  setBalance,
  takeBack,
  type WantedBalance,
} from './arrange.ts';
import { dispatch, type Serving } from './dispatch.ts';
import { type Failure, Failures } from './failures.ts';
import { createMerchant } from './merchants.ts';
import { type MswHttp, mswHandlers } from './msw-handlers.ts';
import { catchUp } from './schedule.ts';
import { type SentEvent, sentEvents } from './sent-events.ts';
import { deliverDue, type Receiver } from './webhooks.ts';
import { createWorld, type WorldOptions } from './world.ts';

/** Options of a fake. */
export interface FakeOptions {
  /** The origin it serves. Default https://autopay.example. */
  baseUrl?: string;
  /**
   * Unix seconds. Default the machine's clock; pass `() => 1_800_000_000` for a time that only
   * `clock.advance` moves.
   */
  now?: () => number;
  /** The platform owner's key. Default none: the platform's operations then reject everyone. */
  ownerKey?: string;
  /** `once` makes a deployment without subscriptions. Default all. */
  sellMode?: 'all' | 'once';
  /** Whether live mode has a chain. Default false, as with the service's own defaults: live mandates are `broadcast_unavailable`. */
  liveChain?: boolean;
  /** Hosts webhook endpoints may use beside public ones, such as 127.0.0.1. Default none. */
  webhookHosts?: readonly string[];
  /**
   * Receives every webhook as soon as it is due: an app's own handler, or fetch. Default none: webhooks wait
   * for `deliver`.
   */
  receiver?: Receiver;
}

/** A merchant with its two secret keys. */
export interface FakeMerchant {
  id: string;
  testKey: string;
  liveKey: string;
}

/**
 * A whole service in memory that follows the contract. It has no chain: a signed transaction counts if it is
 * the issued one and its signatures verify, and a mandate's `planSignature` stays null.
 */
export interface FakeAutopay {
  readonly baseUrl: string;
  /**
   * For MSW's setupServer or setupWorker, made with MSW's own `http`: one handler for each operation, and one for unknown
   * routes. `setupServer(...fake.handlers(http))`
   */
  readonly handlers: <Handler>(http: MswHttp<Handler>) => Handler[];
  /**
   * For `new Autopay(key, {baseUrl: fake.baseUrl, fetch: fake.fetch})`: responds without intercepting
   * anything.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Mint of the test chain's stable token, which has 6 decimals. */
  readonly mint: string;
  /** All events so far, oldest first. */
  readonly events: readonly SentEvent[];
  readonly clock: {
    /** Unix seconds in this world. */
    now: () => number;
    /**
     * Advances the time of the whole world and runs everything that falls due on the way. Throws TypeError
     * unless `seconds` is a whole number above 0.
     */
    advance: (seconds: number) => Promise<void>;
  };
  /** Creates a merchant. */
  merchant: (name?: string) => FakeMerchant;
  /** Sets a wallet's balance. Throws TypeError for an invalid address, mint or amount. */
  setBalance: (wanted: WantedBalance) => void;
  /**
   * Approves a pending subscription as its payer would with a wallet that broadcasts by itself. Rejects where
   * a refresh would.
   */
  authorize: (mandateId: string) => Promise<void>;
  /** Revokes a mandate's approval on chain as its payer: its next charge fails with `allowance_gone`. */
  takeBack: (mandateId: string) => void;
  /**
   * Approves refunds on chain as the payee: from now on they settle at once, without the payee's signature.
   */
  delegateRefunds: (by: RefundDelegation) => void;
  /** Makes the next matching requests fail. Throws TypeError for an impossible failure. */
  failNext: (failure: Failure) => void;
  /** Attempts every due webhook once and returns the number of attempts. */
  deliver: (receiver: Receiver) => Promise<number>;
  /** Resolves when `receiver` has been sent every webhook that is due. */
  delivered: () => Promise<void>;
  /** Clears everything, failures to come included. Issued keys stop working. */
  reset: () => void;
}

/**
 * A fake service that keeps state as the real one does; fakes share nothing. Throws TypeError for invalid
 * options.
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
      // A receiver that calls the service may cause further webhooks.
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
    handlers: (http) => mswHandlers(http, settings.baseUrl, answer),
    fetch: async (input, init) => {
      // Not instanceof: a test runner's sandbox may have a Request of its own.
      const given = typeof input === 'object' && 'url' in input ? input : new URL(input, settings.baseUrl);
      const request = new Request(given, init);
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
    setBalance: (wanted) => setBalance(serving.world, wanted),
    authorize: (mandateId) =>
      serving.inTurn(async () => {
        authorize(serving.world, mandateId);
        flush();
      }),
    takeBack: (mandateId) => takeBack(serving.world, mandateId),
    delegateRefunds: (by) => delegateRefunds(serving.world, by),
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
