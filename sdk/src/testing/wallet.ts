import { curesOf, presentCures } from '../../../rules/forecast/cures.ts';
import { MOST_DAYS } from '../../../rules/forecast/dues.ts';
import { horizonOf } from '../../../rules/forecast/summary.ts';
import { symbolOf } from '../../../rules/mandates/present-for-payer.ts';
import { WALLET_SESSION_SECONDS } from '../../../rules/lifetimes.ts';
import { checkPeriods, renewedBudget, requireOne, requireRenewable } from '../../../rules/mandates/top-up.ts';
import { amountToApprove, mayPull, remainingBudget } from '../../../rules/mandates/approval.ts';
import type { components } from '../generated/api.ts';
import { approve, approvedTo, type FakeChain, land } from './chain.ts';
import { payersHistory } from './charges.ts';
import { presentForPayer } from './checkout.ts';
import { newAddress, newId, newSecret } from './ids.ts';
import { approveInstruction, revokeInstruction } from './instructions.ts';
import { foreseenOf } from './forecast.ts';
import { endMandate, othersOf, updateMandate } from './lifecycle.ts';
import type { Call, Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { ChargeRow, MandateRow } from './rows.ts';
import { notIssued, requireSigned } from './signed.ts';
import { compile, encodeInstruction, type Instruction } from './transaction.ts';
import { issueChallenge, useChallenge } from './wallet-proof.ts';
import { chainOf, merchantNow, requireChain, type World } from './world.ts';

type Schemas = components['schemas'];

function payerOf({ caller }: Pick<Call<'listWalletMandates'>, 'caller'>): {
  payer: string;
  livemode: boolean;
} {
  if (caller?.kind !== 'wallet') throw new Error('Bug: the request names no payer.');
  return caller;
}

/** The payer's mandate, whichever merchant and mode it is with. */
function getOwn(world: World, call: Pick<Call<'getWalletMandate'>, 'caller' | 'path'>): MandateRow {
  const { payer } = payerOf(call);
  return world.mandates.get(call.path.id, (row) => row.payer === payer);
}

function present(world: World, mandate: MandateRow): Schemas['WalletMandate'] {
  const { id, status, payer, mint, livemode, delegate } = mandate;
  const charges = world.charges.filter(({ mandateId }) => mandateId === id);
  const paid = charges.filter((charge) => charge.status === 'succeeded');
  const open = charges.find((charge) => world.openCharges.has(charge));
  const chain = chainOf(world, livemode);
  return {
    ...presentForPayer(world, mandate),
    object: 'wallet_mandate',
    totalPaid: paid.reduce((sum, { amount }) => sum + amount, 0n).toString(),
    totalRefunded: charges.reduce((sum, { refunded }) => sum + refunded, 0n).toString(),
    nextChargeAt: status === 'active' ? (open?.nextAttemptAt ?? null) : null,
    remainingBudget: mayPull(mandate) ? remainingBudget(mandate).toString() : '0',
    remainingAllowance: chain === null ? null : approvedTo(chain, payer, mint, delegate).toString(),
    topUpDelegate: delegate,
    onChain: null,
    failing: status === 'active' ? failingOf(open) : null,
  };
}

function failingOf(open: ChargeRow | undefined): Schemas['WalletMandate']['failing'] {
  if (open === undefined || open.failureCode === null) return null;
  const { failureCode: code, failureMessage: message, amount, nextAttemptAt, dueAt } = open;
  return { code, message: message!, amount: amount.toString(), nextAttemptAt: nextAttemptAt ?? dueAt };
}

/** A transaction to sign, with the amount it approves for all of the payer's mandates in the token. */
function presentIssued(
  world: World,
  mandate: MandateRow,
  issued: { instruction: Instruction; amount: bigint } | null,
): Schemas['WalletTransaction'] {
  const chain = chainOf(world, mandate.livemode);
  return {
    object: 'wallet_transaction',
    livemode: mandate.livemode,
    createdAt: world.shownNow,
    mandate: present(world, mandate),
    transaction:
      issued === null ? null : compile(mandate.payer, [issued.instruction], newAddress()).transaction,
    instruction: issued === null ? null : encodeInstruction(issued.instruction),
    approveAmount: issued === null ? null : issued.amount.toString(),
    lastValidBlockHeight: issued === null || chain === null ? null : chain.blockHeight + 150,
  };
}

/**
 * A transaction that lowers the payer's approval to what their active mandates need; null if it is not above
 * that.
 */
async function revocationOf(
  chain: FakeChain | null,
  world: World,
  { payer, mint, delegate, tokenProgram, decimals, livemode }: MandateRow,
): Promise<{ instruction: Instruction; amount: bigint } | null> {
  if (chain === null) return null;
  const amount = amountToApprove(0n, othersOf(world, { id: '', livemode, payer, mint }));
  if (approvedTo(chain, payer, mint, delegate) <= amount) return null;
  const token = { mint, program: tokenProgram, decimals };
  const instruction =
    amount === 0n
      ? await revokeInstruction(token, payer)
      : await approveInstruction(token, { owner: payer, delegate, amount, reference: null });
  return { instruction, amount };
}

async function issueTopUp(world: World, mandate: MandateRow, periods: number | undefined) {
  const { id, pulled } = mandate;
  const budget = renewedBudget(mandate, periods);
  const amount = amountToApprove(budget - pulled, othersOf(world, mandate));
  world.topUps.insert({ id: newSecret('top_'), mandateId: id, budget, approveAmount: amount });
  return { instruction: await topUpInstruction(mandate, amount), amount };
}

function topUpInstruction(mandate: MandateRow, amount: bigint): Promise<Instruction> {
  const { payer, mint, tokenProgram, decimals, delegate, reference } = mandate;
  const token = { mint, program: tokenProgram, decimals };
  return approveInstruction(token, { owner: payer, delegate, amount, reference });
}

/**
 * Lands the transaction the payer signed for a mandate: a top-up of an active one, the revocation of an ended
 * one.
 */
async function submit(world: World, mandate: MandateRow, signedTransaction: string): Promise<void> {
  const chain = requireChain(world, mandate.livemode);
  const { payer, mint, delegate, status } = mandate;
  const owner = { owner: payer, mint };
  if (status === 'active') {
    const latest = world.topUps.last(({ mandateId }) => mandateId === mandate.id);
    if (latest === null) throw notIssued('It does not approve what was issued. Ask for it again.');
    const { budget, approveAmount: amount } = latest;
    const issued = { feePayer: payer, instruction: await topUpInstruction(mandate, amount) };
    const { signature } = await requireSigned(signedTransaction, issued);
    land(chain, { now: world.shownNow, feePayer: payer, signature });
    approve(chain, owner, { delegate, amount });
    return updateMandate(mandate, { budget });
  }
  const revocation = status === 'pending' ? null : await revocationOf(chain, world, mandate);
  if (revocation === null) throw notIssued('What was issued is out of date. Ask for it again.');
  const issued = { feePayer: payer, instruction: revocation.instruction };
  const { signature } = await requireSigned(signedTransaction, issued);
  land(chain, { now: world.shownNow, feePayer: payer, signature });
  approve(chain, owner, { delegate, amount: revocation.amount });
}

/** The operations of payers, who sign in with their wallet. */
export const walletHandlers = {
  getWalletChallenge: (world, { query: { address }, header }) => {
    const {
      message,
      issuedAt: createdAt,
      expiresAt,
    } = issueChallenge(world, { purpose: 'payer', merchantId: null, address });
    const livemode = header['svc-mode'] === 'live';
    return {
      status: 200,
      body: { object: 'wallet_challenge', livemode, createdAt, address, message, expiresAt },
    };
  },
  createWalletSession: async (world, { body, header }) => {
    const { address } = body;
    await useChallenge(world, { ...body, purpose: 'payer', merchantId: null }, 'invalid_wallet_signature');
    const createdAt = world.shownNow;
    const expiresAt = createdAt + WALLET_SESSION_SECONDS;
    const [id, token] = [newId('walletSession'), newSecret('ws_')];
    world.walletSessions.insert({ id, payer: address, token, createdAt, expiresAt });
    const livemode = header['svc-mode'] === 'live';
    const session = { object: 'wallet_session', id, livemode, createdAt, address, token, expiresAt } as const;
    return { status: 201, body: session };
  },
  deleteCurrentWalletSession: (world, { caller }) => {
    if (caller?.kind !== 'wallet') throw new Error('Bug: the request names no payer.');
    const { id, payer: address, createdAt } = world.walletSessions.get(caller.sessionId);
    world.walletSessions.delete(id);
    const endedAt = world.shownNow;
    const { livemode } = caller;
    return { status: 200, body: { object: 'wallet_session', id, livemode, createdAt, address, endedAt } };
  },
  listWalletMandates: (world, call) => {
    const { payer, livemode } = payerOf(call);
    const { status } = call.query;
    // Anybody can make mandates in a payer's name: those that the payer neither authorized nor opened are not listed.
    const listed = (row: MandateRow) => row.activatedAt !== null || row.openedByPayer;
    const made = world.mandates.filter(
      (row) => row.payer === payer && row.livemode === livemode && listed(row),
    );
    const isActive = (row: MandateRow) => row.status === 'active';
    const inOrder = [...made.filter((row) => !isActive(row)), ...made.filter(isActive)];
    const keep = (row: MandateRow) => status === undefined || row.status === status;
    return { status: 200, body: pageById(call.query, inOrder, (row) => present(world, row), keep) };
  },
  getWalletCures: (world, call) => {
    const { payer, livemode } = payerOf(call);
    const horizon = horizonOf(world.shownNow, MOST_DAYS);
    if (chainOf(world, livemode) === null)
      return { status: 200, body: presentCures(horizon, livemode, null) };
    const aheadOf = (merchantId: string) => merchantNow(world, { merchantId, livemode }) - world.shownNow;
    const isOwed = (charge: ChargeRow) => {
      const mandate = world.mandates.get(charge.mandateId);
      const isPayers = mandate.payer === payer && mandate.livemode === livemode;
      return isPayers && mandate.status === 'active' && mandate.sellMode === 'subscription';
    };
    const mandates = [...world.openCharges].filter(isOwed).map((charge) => {
      const ahead = aheadOf(charge.merchantId);
      const foreseen = foreseenOf(world, charge);
      const { anchorAt, nextAttemptAt } = foreseen;
      return { ...foreseen, anchorAt: anchorAt - ahead, nextAttemptAt: nextAttemptAt - ahead };
    });
    const cures = curesOf(mandates, horizon).map((cure) => {
      const { mint, decimals, merchantId } = world.mandates.get(cure.mandateId);
      const listed = world.tokens.find((row) => row.mint === mint && row.livemode === livemode);
      const symbol = symbolOf({ mint }, listed?.symbol ?? null);
      return { ...cure, by: cure.by + aheadOf(merchantId), symbol, decimals };
    });
    return { status: 200, body: presentCures(horizon, livemode, cures) };
  },
  getWalletMandate: (world, call) => {
    const mandate = getOwn(world, call);
    mandate.openedByPayer = true;
    return { status: 200, body: present(world, mandate) };
  },
  listWalletMandateCharges: (world, call) => {
    const mandate = getOwn(world, call);
    const isListed = ({ mandateId }: { mandateId: string }) => mandateId === mandate.id;
    return { status: 200, body: payersHistory(world, call.query, isListed, mandate) };
  },
  cancelWalletMandate: async (world, call) => {
    const mandate = getOwn(world, call);
    if (mandate.status === 'pending' || mandate.status === 'active')
      endMandate(world, mandate, 'revoked', 'payer');
    const revocation = await revocationOf(chainOf(world, mandate.livemode), world, mandate);
    return { status: 200, body: presentIssued(world, mandate, revocation) };
  },
  topUpWalletMandate: async (world, call) => {
    const { periods } = call.body;
    const mandate = getOwn(world, call);
    checkPeriods(mandate, periods);
    requireChain(world, mandate.livemode);
    requireRenewable(mandate);
    return { status: 200, body: presentIssued(world, mandate, await issueTopUp(world, mandate, periods)) };
  },
  submitWalletTransaction: async (world, call) => {
    requireOne(call.body);
    const mandate = getOwn(world, call);
    requireChain(world, mandate.livemode);
    const { signedTransaction } = call.body;
    if (signedTransaction !== undefined) await submit(world, mandate, signedTransaction);
    return { status: 200, body: present(world, mandate) };
  },
} satisfies Pick<
  Handlers,
  | 'getWalletChallenge'
  | 'createWalletSession'
  | 'deleteCurrentWalletSession'
  | 'listWalletMandates'
  | 'getWalletCures'
  | 'getWalletMandate'
  | 'listWalletMandateCharges'
  | 'cancelWalletMandate'
  | 'topUpWalletMandate'
  | 'submitWalletTransaction'
>;
