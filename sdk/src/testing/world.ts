import { ApiError } from '../../../rules/api-error.ts';
import { createChain, type FakeChain } from './chain.ts';
import type * as Rows from './rows.ts';
import { Table } from './table.ts';

/** Who makes a request. */
export type Caller =
  | { kind: 'key'; merchantId: string; livemode: boolean; scope: 'full' | 'read' }
  | { kind: 'session'; merchantId: string; livemode: boolean; sessionId: string }
  | { kind: 'wallet'; sessionId: string; payer: string; livemode: boolean }
  | { kind: 'owner'; livemode: boolean };

/** Options of a world. */
export interface WorldOptions {
  baseUrl: string;
  now: () => number;
  ownerKey: string | null;
  sellMode: 'all' | 'once';
  liveChain: boolean;
  /** Hosts that webhooks may go to beside public ones. */
  webhookHosts: readonly string[];
}

/** The whole state of one fake service. */
export interface World extends WorldOptions {
  /**
   * The time that every handler sees, in Unix seconds; only `catchUp` moves it, from one due moment to the
   * next.
   */
  shownNow: number;
  /** Seconds by which this world is ahead of `now`. */
  ahead: number;
  test: FakeChain;
  live: FakeChain | null;
  merchants: Table<Rows.MerchantRow>;
  apiKeys: Table<Rows.ApiKeyRow>;
  sessions: Table<Rows.SessionRow>;
  walletSessions: Table<Rows.WalletSessionRow>;
  challenges: Table<Rows.ChallengeRow>;
  links: Table<Rows.LinkRow>;
  /** Addresses of the wallets that were made for testing. */
  testWallets: Set<string>;
  /** In the order of registration. */
  tokens: Rows.TokenRow[];
  /** Merchants' choices about tokens, by `merchant/mode/mint`. */
  choices: Map<string, boolean>;
  tokenRequests: Table<Rows.TokenRequestRow>;
  mandates: Table<Rows.MandateRow>;
  charges: Table<Rows.ChargeRow>;
  /** The charges that are scheduled or retrying. */
  openCharges: Set<Rows.ChargeRow>;
  /** The last receipt's number, by `merchant/mode`. */
  receipts: Map<string, number>;
  attempts: Table<Rows.AttemptRow>;
  refunds: Table<Rows.RefundRow>;
  offers: Table<Rows.OfferRow>;
  /** The mandates that wallets started by a code, by the SHA-256 of their secret in hex. */
  phoneStarts: Map<string, Rows.MandateRow>;
  endpoints: Table<Rows.EndpointRow>;
  events: Table<Rows.EventRow>;
  deliveries: Table<Rows.DeliveryRow>;
  topUps: Table<Rows.TopUpRow>;
}

/** An empty world except for the tokens of its test chain. */
export function createWorld(options: WorldOptions): World {
  const shownNow = options.now();
  const test = createChain();
  const live = options.liveChain ? createChain() : null;
  const world: World = {
    ...options,
    shownNow,
    ahead: 0,
    test,
    live,
    merchants: new Table(),
    apiKeys: new Table(),
    sessions: new Table(),
    walletSessions: new Table(),
    challenges: new Table(),
    links: new Table(),
    testWallets: new Set(),
    tokens: [],
    choices: new Map(),
    tokenRequests: new Table(),
    mandates: new Table(),
    charges: new Table(),
    openCharges: new Set(),
    receipts: new Map(),
    attempts: new Table(),
    refunds: new Table(),
    offers: new Table(),
    phoneStarts: new Map(),
    endpoints: new Table(),
    events: new Table(),
    deliveries: new Table(),
    topUps: new Table(),
  };
  for (const [livemode, chain] of [[false, test] as const, [true, live] as const]) {
    for (const [mint, { symbol, decimals, program }] of chain?.mints ?? []) {
      world.tokens.push({
        livemode,
        mint,
        symbol,
        decimals,
        program,
        class: 'stable',
        isDefault: true,
        floor: !world.tokens.some((token) => token.livemode === livemode),
        issuerControls: false,
        madeBy: null,
        createdAt: shownNow,
      });
    }
  }
  return world;
}

/** The chain of a mode, or null if it has none. */
export function chainOf(world: World, livemode: boolean): FakeChain | null {
  return livemode ? world.live : world.test;
}

/** The chain of a mode. Throws `code` if it has none. */
export function requireChain(
  world: World,
  livemode: boolean,
  code: 'broadcast_unavailable' | 'purchases_unavailable' = 'broadcast_unavailable',
): FakeChain {
  const chain = chainOf(world, livemode);
  if (chain === null) throw new ApiError(code);
  return chain;
}

/** The tenant of a request that needs a key or a session. */
export function tenantOf({ caller }: { caller: Caller | null }): Rows.Tenant {
  if (caller?.kind !== 'key' && caller?.kind !== 'session')
    throw new Error('Bug: the request names no merchant.');
  return { merchantId: caller.merchantId, livemode: caller.livemode };
}

/** Whether a row is the tenant's. */
export function isOf({ merchantId, livemode }: Rows.Tenant): (row: Rows.Tenant) => boolean {
  return (row) => row.merchantId === merchantId && row.livemode === livemode;
}

/** The time on a merchant's clock, which in test mode may be ahead. */
export function merchantNow(world: World, { merchantId, livemode }: Rows.Tenant): number {
  return world.shownNow + (livemode ? 0 : world.merchants.get(merchantId).clockOffset);
}
