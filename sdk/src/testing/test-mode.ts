import { presentToken } from '../../../rules/tokens/present.ts';
import { chargeAsIf, mandateAsIf, refundAsIf } from '../../../rules/events/as-if-happened.ts';
import { leftAsIf } from '../../../rules/mandates/authorization-left.ts';
import { RECURRING_EVENTS } from '../../../rules/webhooks/event-filter.ts';
import { presentRefund } from '../../../rules/refunds/present.ts';
import { presentCharge } from '../../../rules/charges/present.ts';
import { presentMandate } from '../../../rules/mandates/present.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { U64_MAX } from '../../../rules/money.ts';
import type { components } from '../generated/api.ts';
import { addBalance, balanceOf, supplyOf } from './chain.ts';
import { toBase64 } from './bytes.ts';
import { newKeypair } from './ed25519.ts';
import { presentEvent, recordEvent } from './events.ts';
import { newAddress, newSignature } from './ids.ts';
import type { Call, Handlers } from './operation.ts';
import type { Tenant, TokenRow } from './rows.ts';
import { advanceMerchant } from './schedule.ts';
import { choose, findSeen, mostPerGift } from './tokens.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

/** What a wallet receives unless the request says how much. */
const DEFAULT_TOKENS = 1_000n;
/** The most decimals the service accepts. */
const MAX_DECIMALS = 12;
/** How many charges may fall due in one advance. */
const MAX_DUE = 10_000;

function testTenant(call: Pick<Call<'getTestClock'>, 'caller'>): Tenant {
  const tenant = tenantOf(call);
  if (tenant.livemode) throw new ApiError('test_mode_only');
  return tenant;
}

/**
 * Mints test tokens to a wallet. Throws mint_not_allowed, and parameter_invalid if the supply would exceed
 * u64.
 */
function fund(
  world: World,
  owner: string,
  { tenant, ...asked }: { mint?: string; amount?: string; tenant: Tenant | null },
): { mint: string; amount: bigint } {
  const token = world.tokens.find(
    (row) => !row.livemode && (asked.mint === undefined ? row.floor : row.mint === asked.mint),
  );
  const isForeign = tenant !== null && token !== undefined && findSeen(world, tenant, token.mint) === null;
  if (token === undefined || isForeign) throw new ApiError('mint_not_allowed', { param: 'mint' });
  const { mint, decimals } = token;
  const amount = asked.amount === undefined ? DEFAULT_TOKENS * 10n ** BigInt(decimals) : BigInt(asked.amount);
  const shared = tenant !== null && token.madeBy !== tenant.merchantId;
  const most = shared ? mostPerGift(token) : U64_MAX - supplyOf(world.test, mint);
  if (amount > most) {
    const why = shared
      ? 'all merchants share this token. Make one of your own for more: POST /v1/test/tokens'
      : 'a token has at most 2^64 - 1 atomic units';
    const message = `amount must be 1 to ${most}: ${why}.`;
    throw new ApiError('parameter_invalid', { param: 'amount', message });
  }
  addBalance(world.test, owner, mint, amount);
  return { mint, amount };
}

/** Creates a mint in the test registry; its merchant accepts it. */
function createToken(
  world: World,
  tenant: Tenant,
  { decimals = 6, program = 'token' }: { decimals?: number; program?: TokenRow['program'] },
): TokenRow {
  if (decimals > MAX_DECIMALS) throw new ApiError('decimals_unsupported', { param: 'decimals' });
  const mint = newAddress();
  const symbol = `TEST${mint.slice(0, 4)}`;
  world.test.mints.set(mint, { symbol, decimals, program });
  const entry = { class: 'other', isDefault: false, floor: false, issuerControls: false } as const;
  const token = {
    ...entry,
    livemode: false,
    mint,
    symbol,
    decimals,
    program,
    createdAt: world.shownNow,
    madeBy: tenant.merchantId,
  };
  world.tokens.push(token);
  choose(world, tenant, mint, true);
  return token;
}

type EventType = components['schemas']['Event']['type'];

const isOfMandate = (type: EventType): type is Extract<EventType, `mandate.${string}`> =>
  type.startsWith('mandate.');
const isOfRefund = (type: EventType): type is Extract<EventType, `refund.${string}`> =>
  type.startsWith('refund.');

/** The object of an event that the merchant triggers: its newest mandate, charge or refund, as if it had happened to it. */
function newestSubject(world: World, tenant: Tenant, type: EventType) {
  if (world.sellMode === 'once' && RECURRING_EVENTS.has(type)) {
    throw new ApiError('parameter_invalid', {
      param: 'type',
      message: `This deployment sells one-time purchases only, so ${type} never happens here.`,
    });
  }
  const missing = (kind: string) =>
    new ApiError('resource_missing', {
      message: `The event would carry this merchant's newest ${kind}, and it has none yet. Create one first.`,
    });
  const now = merchantNow(world, tenant);
  if (isOfMandate(type)) {
    const mandate = world.mandates.last(isOf(tenant));
    if (mandate === null) throw missing('mandate');
    const asIf = mandateAsIf(mandate, type, now);
    const left = type === 'mandate.authorization_expiring' ? { authorization: leftAsIf(asIf) } : {};
    return { object: presentMandate(asIf), mandateId: mandate.id, ...left };
  }
  if (isOfRefund(type)) {
    const refund = world.refunds.last(isOf(tenant));
    if (refund === null) throw missing('refund');
    const asIf = refundAsIf(refund, type, { signature: newSignature() });
    return {
      object: presentRefund(asIf, world.mandates.get(refund.mandateId), null),
      mandateId: refund.mandateId,
    };
  }
  const newest = world.charges.last(isOf(tenant));
  if (newest === null) throw missing('charge');
  const subject = { charge: newest, mandate: world.mandates.get(newest.mandateId) };
  const { charge, mandate } = chargeAsIf(subject, type, { now, signature: newSignature() });
  return { object: presentCharge(charge, mandate), mandateId: mandate.id };
}

/** How many charges could fall due by `target`, counting every period of each mandate. */
function countDueBy(world: World, tenant: Tenant, target: number): number {
  return [...world.openCharges].filter(isOf(tenant)).reduce((sum, charge) => {
    const { status, periodSeconds, maxPeriods } = world.mandates.get(charge.mandateId);
    if (status !== 'active' || charge.nextAttemptAt! > target) return sum;
    const periods = 1 + Math.floor((target - charge.nextAttemptAt!) / Math.max(periodSeconds, 1));
    return sum + Math.min(periods, maxPeriods ?? Infinity);
  }, 0);
}

function presentClock(world: World, { merchantId }: Tenant): components['schemas']['TestClock'] {
  const { clockOffset: offsetSeconds } = world.merchants.get(merchantId);
  const createdAt = world.shownNow;
  return { object: 'test_clock', livemode: false, createdAt, now: createdAt + offsetSeconds, offsetSeconds };
}

function presentBalance(world: World, address: string, mint: string): components['schemas']['Balance'] {
  const amount = balanceOf(world.test, address, mint)!.toString();
  return { object: 'balance', livemode: false, createdAt: world.shownNow, address, mint, amount };
}

/** The operations of test mode. */
export const testModeHandlers = {
  createTestWallet: async (world, call) => {
    const tenant = testTenant(call);
    const { address, secretKey } = await newKeypair();
    world.testWallets.add(address);
    const { mint, amount } = fund(world, address, { ...call.body, tenant });
    return {
      status: 201,
      body: {
        object: 'test_wallet',
        livemode: false,
        createdAt: world.shownNow,
        address,
        secretKey: toBase64(secretKey),
        mint,
        amount: amount.toString(),
      },
    };
  },
  fundTestWallet: (world, call) => {
    const tenant = testTenant(call);
    const { address } = call.body;
    const { mint } = fund(world, address, { ...call.body, tenant });
    return { status: 201, body: presentBalance(world, address, mint) };
  },
  fundCheckoutTestWallet: (world, call) => {
    const { address } = call.body;
    const { mint } = fund(world, address, { ...call.body, tenant: null });
    return { status: 200, body: presentBalance(world, address, mint) };
  },
  createTestToken: (world, call) => ({
    status: 201,
    body: presentToken({ ...createToken(world, testTenant(call), call.body), accepted: true }),
  }),
  createTestEvent: (world, call) => {
    const tenant = testTenant(call);
    const { type } = call.body;
    const subject = newestSubject(world, tenant, type);
    const row = recordEvent(world, tenant, {
      ...subject,
      type,
      createdAt: merchantNow(world, tenant),
      isTest: true,
    });
    return { status: 201, body: presentEvent(world, row) };
  },
  getTestClock: (world, call) => ({ status: 200, body: presentClock(world, testTenant(call)) }),
  advanceTestClock: (world, call) => {
    const tenant = testTenant(call);
    const { seconds } = call.body;
    if (countDueBy(world, tenant, merchantNow(world, tenant) + seconds) > MAX_DUE) {
      throw new ApiError('parameter_invalid', {
        param: 'seconds',
        message: `More than ${MAX_DUE} charges would fall due. Advance in smaller steps, or with fewer mandates.`,
      });
    }
    advanceMerchant(world, tenant.merchantId, seconds);
    return { status: 200, body: presentClock(world, tenant) };
  },
} satisfies Pick<
  Handlers,
  | 'createTestWallet'
  | 'fundTestWallet'
  | 'fundCheckoutTestWallet'
  | 'createTestToken'
  | 'createTestEvent'
  | 'getTestClock'
  | 'advanceTestClock'
>;
