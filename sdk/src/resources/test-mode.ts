import { type Api, dataOf, init } from '../api.ts';
import type {
  Balance,
  Body,
  CallOptions,
  IdempotentCallOptions,
  ListedEvent,
  TestClock,
  TestWallet,
  Token,
} from '../types.ts';

/** Test mode, on a deployment with the embedded network. With a live key, or elsewhere, each throws test_mode_only. */
export interface TestMode {
  /** Makes a wallet that holds tokens and SOL, and answers with its key. */
  createWallet(wallet?: Body<'createTestWallet'>, options?: IdempotentCallOptions): Promise<TestWallet>;
  /** Gives a wallet tokens, and SOL for network fees. */
  fund(gift: Body<'fundTestWallet'>, options?: IdempotentCallOptions): Promise<Balance>;
  /** Makes a token and puts it on the test registry. */
  createToken(token?: Body<'createTestToken'>, options?: IdempotentCallOptions): Promise<Token>;
  /** Sends an event of your choice to your endpoints. */
  createEvent(event: Body<'createTestEvent'>, options?: IdempotentCallOptions): Promise<ListedEvent>;
  /** Reads the merchant's clock. */
  clock(options?: CallOptions): Promise<TestClock>;
  /** Moves the clock forward and answers once all that fell due has settled. Not repeated by itself: it would advance twice. */
  advanceClock(advance: Body<'advanceTestClock'>, options?: CallOptions): Promise<TestClock>;
}

/** Test mode of the deployment behind `api`. */
export function testMode(api: Api): TestMode {
  return {
    createWallet: (body = {}, options) => dataOf(api.POST('/v1/test/wallets', { body, ...init(options) })),
    fund: (body, options) => dataOf(api.POST('/v1/test/fund', { body, ...init(options) })),
    createToken: (body = {}, options) => dataOf(api.POST('/v1/test/tokens', { body, ...init(options) })),
    createEvent: (body, options) => dataOf(api.POST('/v1/test/events', { body, ...init(options) })),
    clock: (options) => dataOf(api.GET('/v1/test/clock', init(options))),
    advanceClock: (body, options) => dataOf(api.POST('/v1/test/clock/advance', { body, ...init(options) })),
  };
}
