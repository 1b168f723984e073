import type { Page, PageRequest } from '../../../rules/http/page.ts';
import { presentChargeAttempt } from '../../../rules/charges/present-attempt.ts';
import { presentChargeForPayer, presentChargeWithReceipt } from '../../../rules/charges/present.ts';
import { presentPurchase } from '../../../rules/mandates/bought.ts';
import { checkCreatedRange, checkPaidRange, type PaidRange } from '../../../rules/http/created-range.ts';
import { ApiError } from '../../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { chainOf, isOf, tenantOf, type World } from './world.ts';
import { proofOf } from './proofs.ts';
import type { Call, Handlers } from './operation.ts';
import { belongs } from './filter.ts';
import { pageById } from './page.ts';
import type { AttemptRow, ChargeRow, MandateRow, Tenant } from './rows.ts';

type Schemas = components['schemas'];

/** 32 blocks of 0.4 s: the time until a transaction is final. */
const FINAL_SECONDS = 13;

/** A page of one mandate's charges, for its merchant. A cursor may name any charge that `listed` accepts. */
export function chargeHistory(
  world: World,
  query: PageRequest,
  listed: (row: ChargeRow) => boolean,
  mandate: MandateRow,
): Page<Schemas['Charge']> {
  return history(world, query, listed, mandate, presentCharge);
}

/** The same, for its payer. */
export function payersHistory(
  world: World,
  query: PageRequest,
  listed: (row: ChargeRow) => boolean,
  mandate: MandateRow,
): Page<Schemas['WalletCharge']> {
  return history(world, query, listed, mandate, (row, of) =>
    presentChargeForPayer(row, of, receiptUrlOf(row)),
  );
}

/** Where the fake's receipt of a charge would be. It serves no pages. */
export function receiptUrlOf({ id, receiptNumber }: ChargeRow): string | null {
  return receiptNumber === null ? null : `/receipt/${id}/fake`;
}

function presentCharge(row: ChargeRow, mandate: MandateRow) {
  return presentChargeWithReceipt(row, mandate, receiptUrlOf(row));
}

function history<Item>(
  world: World,
  query: PageRequest,
  listed: (row: ChargeRow) => boolean,
  mandate: MandateRow,
  presentWith: (row: ChargeRow, mandate: MandateRow) => Item,
): Page<Item> {
  const present = (row: ChargeRow) => presentWith(row, mandate);
  const made = world.charges.filter((row) => listed(row) && row.mandateId === mandate.id);
  return pageById(query, made, present);
}

/**
 * The receipt of a charge. Throws receipts_unavailable without a chain, resource_missing if the charge has
 * not settled.
 */
export function receiptOf(world: World, charge: ChargeRow): Schemas['Receipt'] {
  const { livemode, id, mandateId, txSignature } = charge;
  const chain = requireReceipts(world, livemode);
  const landed = txSignature === null ? undefined : chain.landed.get(txSignature);
  if (txSignature === null || landed === undefined) {
    throw new ApiError('resource_missing', {
      message: `This charge is ${charge.status}. There is a receipt once it has succeeded.`,
    });
  }
  const mandate = world.mandates.get(mandateId);
  const { payer, payee, mint, decimals } = mandate;
  return {
    object: 'receipt',
    livemode,
    createdAt: landed.blockTime,
    chargeId: id,
    mandateId,
    txSignature,
    slot: landed.slot,
    payer,
    payee,
    mint,
    decimals,
    amount: charge.amount.toString(),
    // The network's fee for one signature.
    networkFeeLamports: '5000',
    feePayer: landed.feePayer,
    commitment: world.shownNow - landed.blockTime < FINAL_SECONDS ? 'confirmed' : 'finalized',
    ...presentPurchase(mandate),
  };
}

/** Throws receipts_unavailable in a mode without a chain. */
export function requireReceipts(world: World, livemode: boolean) {
  const chain = chainOf(world, livemode);
  if (chain === null) throw new ApiError('receipts_unavailable');
  return chain;
}

/** Here an attempt lands as soon as it is signed. */
function presentAttempt({ livemode }: Tenant, { txSignature, ...row }: AttemptRow) {
  const landed = { signature: txSignature, state: 'landed', error: null, resolvedAt: row.signedAt } as const;
  return presentChargeAttempt({ ...row, ...landed, livemode }, row.chargeId);
}

/** The charges that a list's filters leave: those made, oldest first, of which `keep` holds now. */
export function listedCharges(world: World, call: Pick<Call<'listCharges'>, 'query' | 'caller'>) {
  const { query } = call;
  checkCreatedRange(query);
  checkPaidRange(query);
  const isOwn = isOf(tenantOf(call));
  return {
    made: world.charges.filter((row) => isOwn(row) && belongs(world, query, row)),
    keep: (row: ChargeRow) =>
      (query.status === undefined || row.status === query.status) &&
      isPaidIn(query, row) &&
      (query.recovered === undefined || (row.status === 'succeeded' && row.attempts > 1)),
  };
}

/** Whether a charge was paid in the range that is asked for; any is where none is. */
function isPaidIn({ paidFrom, paidTo }: PaidRange, { settledAt }: ChargeRow): boolean {
  if (paidFrom === undefined && paidTo === undefined) return true;
  return settledAt !== null && settledAt >= (paidFrom ?? 0) && settledAt <= (paidTo ?? Infinity);
}

/** The operations that read charges. */
export const chargeHandlers = {
  listCharges: (world, call) => {
    const { made, keep } = listedCharges(world, call);
    const present = (row: ChargeRow) => presentCharge(row, world.mandates.get(row.mandateId));
    return { status: 200, body: pageById(call.query, made, present, keep) };
  },
  getCharge: (world, call) => {
    const charge = world.charges.get(call.path.id, isOf(tenantOf(call)));
    return { status: 200, body: presentCharge(charge, world.mandates.get(charge.mandateId)) };
  },
  listChargeAttempts: (world, call) => {
    const charge = world.charges.get(call.path.id, isOf(tenantOf(call)));
    const made = world.attempts.filter(({ chargeId }) => chargeId === charge.id);
    return { status: 200, body: pageById(call.query, made, (row) => presentAttempt(charge, row)) };
  },
  getChargeReceipt: (world, call) => {
    const tenant = tenantOf(call);
    requireReceipts(world, tenant.livemode);
    return { status: 200, body: receiptOf(world, world.charges.get(call.path.id, isOf(tenant))) };
  },
  getChargeProof: async (world, call) => {
    const tenant = tenantOf(call);
    requireReceipts(world, tenant.livemode);
    return { status: 200, body: await proofOf(world, world.charges.get(call.path.id, isOf(tenant))) };
  },
} satisfies Pick<
  Handlers,
  'listCharges' | 'getCharge' | 'listChargeAttempts' | 'getChargeReceipt' | 'getChargeProof'
>;
