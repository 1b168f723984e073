import { recordRefundEvent } from './refund-event.ts';
import { refundAmount } from '../../../rules/refunds/refund-amount.ts';
import { refundLines } from '../../../rules/references.ts';
import { ACCOUNT_FAILURES } from '../../../rules/failures.ts';
import { presentRefund as present } from '../../../rules/refunds/present.ts';
import { checkCreatedRange } from '../../../rules/http/created-range.ts';
import { ApiError } from '../../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { approvedTo, balanceOf, type FakeChain, move } from './chain.ts';
import { newAddress, newId } from './ids.ts';
import { referenceOf, transferInstruction } from './instructions.ts';
import { othersOf, updateCharge } from './lifecycle.ts';
import type { Call, Handlers } from './operation.ts';
import type { ChargeRow, RefundRow } from './rows.ts';
import { belongs } from './filter.ts';
import { pageById } from './page.ts';
import { requireSigned } from './signed.ts';
import { compile, type Instruction } from './transaction.ts';
import { isOf, merchantNow, requireChain, tenantOf, type World } from './world.ts';

type Refund = components['schemas']['Refund'];

/** As the chain rejects a transfer of more than the wallet holds. */
const SHORT = {
  failureCode: 'insufficient_funds',
  failureMessage: `${ACCOUNT_FAILURES.insufficient_funds} The chain said: insufficient funds, {"InstructionError":[1,{"Custom":1}]}`,
} as const;

/** A refund as the API shows it, with its transaction while it awaits the payee's signature. */
export function presentRefund(world: World, row: RefundRow): Refund {
  return present(row, world.mandates.get(row.mandateId), row.transaction);
}

async function createRefund(
  world: World,
  charge: ChargeRow,
  request: { amount?: string; reason?: string },
): Promise<Refund> {
  const chain = requireChain(world, charge.livemode);
  const mandate = world.mandates.get(charge.mandateId);
  const held = world.refunds.filter(({ chargeId, status }) => chargeId === charge.id && status !== 'failed');
  const taken = held.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = refundAmount(charge, taken, request.amount);
  const refund: RefundRow = {
    id: newId('refund'),
    merchantId: charge.merchantId,
    livemode: charge.livemode,
    createdAt: merchantNow(world, charge),
    chargeId: charge.id,
    mandateId: charge.mandateId,
    amount,
    status: 'pending',
    txSignature: null,
    reason: request.reason ?? null,
    failureCode: null,
    failureMessage: null,
    transaction: null,
    recordedAt: world.shownNow,
    settledAt: null,
  };
  if ((balanceOf(chain, mandate.payee, mandate.mint) ?? 0n) < amount) {
    const failed = world.refunds.insert({ ...refund, status: 'failed', ...SHORT });
    recordRefundEvent(world, failed, 'refund.failed');
    throw new ApiError('refund_failed', { message: SHORT.failureMessage });
  }
  if (mayDelegateSign(world, chain, refund)) {
    const { payee, mint, delegate } = mandate;
    chain.approvals.get(`${payee}/${mint}`)!.amount -= amount;
    world.refunds.insert(refund);
    settle(world, chain, refund, { feePayer: delegate });
    return presentRefund(world, refund);
  }
  const transfer = await transferOf(world, refund);
  refund.transaction = compile(mandate.payee, [transfer], newAddress()).transaction;
  return presentRefund(world, world.refunds.insert(refund));
}

/**
 * The delegate signs only if the payee approved it for refunds, and only while the payee has no active
 * mandate as a payer in this token: the refund would spend what those were authorized for.
 */
function mayDelegateSign(
  world: World,
  chain: FakeChain,
  { mandateId, livemode, amount }: RefundRow,
): boolean {
  const { payee, mint, delegate } = world.mandates.get(mandateId);
  return (
    chain.refundDelegations.has(`${payee}/${mint}`) &&
    approvedTo(chain, payee, mint, delegate) >= amount &&
    othersOf(world, { id: '', livemode, payer: payee, mint }).length === 0
  );
}

/** The one transfer that pays the refund. */
async function transferOf(world: World, { id, mandateId, amount }: RefundRow): Promise<Instruction> {
  const { payer, payee, mint, tokenProgram, decimals, genesisHash } = world.mandates.get(mandateId);
  const reference = await referenceOf(refundLines(genesisHash, id));
  return transferInstruction(
    { mint, program: tokenProgram, decimals },
    { from: payee, to: payer, amount, reference },
  );
}

/**
 * Settles the transaction the payee signed. One that would fail now is rejected, and the refund stays pending
 * with the chain's reason.
 */
async function submitRefund(
  world: World,
  chain: FakeChain,
  refund: RefundRow,
  signed: string,
): Promise<void> {
  const { payee, mint } = world.mandates.get(refund.mandateId);
  const issued = {
    feePayer: payee,
    instruction: await transferOf(world, refund),
    transaction: refund.transaction!,
  };
  const { signature } = await requireSigned(signed, issued);
  if ((balanceOf(chain, payee, mint) ?? 0n) < refund.amount) {
    Object.assign(refund, SHORT);
    throw new ApiError('refund_failed', { message: SHORT.failureMessage });
  }
  settle(world, chain, refund, { feePayer: payee, signature });
}

/** Moves the money back and records it. */
function settle(
  world: World,
  chain: FakeChain,
  refund: RefundRow,
  by: { feePayer: string; signature?: string },
): void {
  const { payer, payee, mint } = world.mandates.get(refund.mandateId);
  const { amount } = refund;
  const txSignature = move(chain, { from: payee, to: payer, mint, amount }, { now: world.shownNow, ...by });
  const settledAt = merchantNow(world, refund);
  Object.assign(refund, {
    status: 'succeeded',
    txSignature,
    transaction: null,
    failureCode: null,
    failureMessage: null,
    settledAt,
  });
  const charge = world.charges.get(refund.chargeId);
  updateCharge(world, charge, { refunded: charge.refunded + amount });
  recordRefundEvent(world, refund, 'refund.succeeded');
}

/** The refunds that a list's filters leave: those made, oldest first, of which `keep` holds now. */
export function listedRefunds(world: World, call: Pick<Call<'listRefunds'>, 'query' | 'caller'>) {
  const { query } = call;
  checkCreatedRange(query);
  const isOwn = isOf(tenantOf(call));
  return {
    made: world.refunds.filter((row) => isOwn(row) && belongs(world, query, row)),
    keep: (row: RefundRow) => query.status === undefined || row.status === query.status,
  };
}

/** The refund operations. */
export const refundHandlers = {
  refundCharge: async (world, call) => {
    const tenant = tenantOf(call);
    requireChain(world, tenant.livemode);
    const charge = world.charges.get(call.path.id, isOf(tenant));
    return { status: 201, body: await createRefund(world, charge, call.body) };
  },
  listRefunds: (world, call) => {
    const { made, keep } = listedRefunds(world, call);
    return { status: 200, body: pageById(call.query, made, (row) => presentRefund(world, row), keep) };
  },
  getRefund: (world, call) => ({
    status: 200,
    body: presentRefund(world, world.refunds.get(call.path.id, isOf(tenantOf(call)))),
  }),
  createRefundTransaction: (world, call) => {
    const tenant = tenantOf(call);
    requireChain(world, tenant.livemode);
    return { status: 200, body: presentRefund(world, world.refunds.get(call.path.id, isOf(tenant))) };
  },
  submitRefund: async (world, call) => {
    const tenant = tenantOf(call);
    const chain = requireChain(world, tenant.livemode);
    const refund = world.refunds.get(call.path.id, isOf(tenant));
    if (refund.status === 'failed') throw new ApiError('refund_failed', { message: refund.failureMessage! });
    if (refund.status === 'pending') await submitRefund(world, chain, refund, call.body.signedTransaction);
    return { status: 200, body: presentRefund(world, refund) };
  },
} satisfies Pick<
  Handlers,
  'refundCharge' | 'listRefunds' | 'getRefund' | 'createRefundTransaction' | 'submitRefund'
>;
