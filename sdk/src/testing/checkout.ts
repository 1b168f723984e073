import { amountToApprove, approvalParts } from '../../../rules/mandates/approval.ts';
import { presentForPayer as presentTerms } from '../../../rules/mandates/present-for-payer.ts';
import { ApiError } from '../../../rules/api-error.ts';
import { describeTerms } from '../../../rules/describe-terms.ts';
import { displayName } from '../../../rules/display-name.ts';
import { receiptUrlOf } from './charges.ts';
import type { components } from '../generated/api.ts';
import { approve, approvedTo, balanceOf, move } from './chain.ts';
import { receiptOf, requireReceipts } from './charges.ts';
import { newAddress } from './ids.ts';
import { approveInstruction, transferInstruction } from './instructions.ts';
import { activate, markActive, othersOf, placeCharge } from './lifecycle.ts';
import type { Handlers } from './operation.ts';
import type { MandateRow } from './rows.ts';
import { catchUp, settleCharge } from './schedule.ts';
import { amountIn, notIssued, requireSigned } from './signed.ts';
import { findToken } from './tokens.ts';
import { compile, encodeInstruction, type Instruction } from './transaction.ts';
import { chainOf, merchantNow, requireChain, type World } from './world.ts';

type Schemas = components['schemas'];

/** The mandate that a checkout is about. Throws resource_missing, then invalid_client_secret. */
function findMandate(
  world: World,
  { path, query }: { path: { id: string }; query: { client_secret: string } },
): MandateRow {
  const mandate = world.mandates.get(path.id);
  if (query.client_secret === mandate.clientSecret) return mandate;
  throw new ApiError('invalid_client_secret', { param: 'client_secret' });
}

/** The fields of a mandate that its payer always sees. */
export function presentForPayer(world: World, mandate: MandateRow) {
  const merchant = world.merchants.get(mandate.merchantId);
  const symbol = findToken(world, mandate.livemode, mandate.mint)?.symbol ?? null;
  return presentTerms(mandate, { merchantName: merchant.name, brand: merchant, symbol });
}

/** A mandate as its payer sees it in the checkout. */
export function presentCheckout(world: World, mandate: MandateRow): Schemas['CheckoutView'] {
  const approves = mandate.status === 'pending' && mandate.sellMode === 'subscription';
  const others = approves ? othersOf(world, mandate) : [];
  const offer = mandate.offerId === null ? null : world.offers.get(mandate.offerId);
  const first = world.charges.first(({ mandateId }) => mandateId === mandate.id);
  return {
    ...presentForPayer(world, mandate),
    object: 'checkout_mandate',
    approveAmount: approves ? amountToApprove(mandate.budget, others).toString() : null,
    approveParts: approves ? approvalParts(mandate, others) : [],
    replacesDelegate: null,
    signingCosts: approves ? { paidBy: 'payer', depositLamports: '0', limitReached: false } : null,
    firstCharge:
      first === null
        ? null
        : { status: first.status, txSignature: first.txSignature, receiptUrl: receiptUrlOf(first) },
    imageUrl: offer?.imageUrl ?? null,
    successUrl: offer?.successUrl ?? null,
    now: merchantNow(world, mandate),
    alreadyActiveSince: approves ? sameActiveSince(world, mandate) : null,
    funds: fundsOf(world, mandate),
  };
}

function sameActiveSince(world: World, mandate: MandateRow): number | null {
  const since = world.mandates
    .filter((other) => SAME.every((field) => other[field] === mandate[field]) && other.status === 'active')
    .map(({ activatedAt }) => activatedAt!);
  return since.length === 0 ? null : Math.min(...since);
}

const SAME = [
  'merchantId',
  'livemode',
  'payer',
  'payee',
  'mint',
  'sellMode',
  'amountPerPeriod',
  'periodSeconds',
] as const satisfies readonly (keyof MandateRow)[];

/** Every wallet of the fake chain has 1 SOL; its signature takes a fee, and what the wallet must keep. */
const SOL = { lamports: '1000000000', needsLamports: '895880' };

function fundsOf(world: World, mandate: MandateRow): Schemas['CheckoutView']['funds'] {
  const chain = chainOf(world, mandate.livemode);
  if (chain === null || mandate.status !== 'pending') return null;
  const { payer, mint, amountPerPeriod, sellMode, trialSeconds } = mandate;
  const isFree = sellMode === 'subscription' && trialSeconds > 0;
  return {
    amount: (balanceOf(chain, payer, mint) ?? 0n).toString(),
    needsAmount: (isFree ? 0n : amountPerPeriod).toString(),
    ...SOL,
  };
}

/** What the payer's wallet signs: the approval of `amount` for a subscription, or the payment of an order. */
async function instructionOf(mandate: MandateRow, amount: bigint): Promise<Instruction> {
  const { payer, payee, mint, tokenProgram, decimals, reference, delegate } = mandate;
  const token = { mint, program: tokenProgram, decimals };
  return mandate.sellMode === 'once'
    ? transferInstruction(token, { from: payer, to: payee, amount, reference })
    : approveInstruction(token, { owner: payer, delegate, amount, reference });
}

/**
 * The price of an order; for a subscription the amount to approve now, the payer's other mandates included.
 */
function amountToSign(world: World, mandate: MandateRow): bigint {
  return mandate.sellMode === 'once'
    ? mandate.amountPerPeriod
    : amountToApprove(mandate.budget, othersOf(world, mandate));
}

async function issueInstruction(world: World, mandate: MandateRow): Promise<Schemas['CheckoutInstruction']> {
  const chain = requirePending(world, mandate);
  const amount = amountToSign(world, mandate);
  mandate.issuedAmounts.add(amount);
  const instruction = await instructionOf(mandate, amount);
  return {
    object: 'checkout_instruction',
    livemode: mandate.livemode,
    createdAt: world.shownNow,
    instruction: encodeInstruction(instruction),
    transaction: compile(mandate.payer, [instruction], newAddress()).transaction,
    feePayer: mandate.payer,
    lastValidBlockHeight: chain.blockHeight + 150,
    remaining: 0,
  };
}

function requirePending(world: World, { livemode, status }: MandateRow) {
  const chain = requireChain(world, livemode);
  if (status !== 'pending') throw new ApiError('mandate_not_pending');
  return chain;
}

/** Lands the signed transaction, then looks at the chain as refresh does. */
async function submit(world: World, mandate: MandateRow, signedTransaction: string): Promise<void> {
  const chain = requirePending(world, mandate);
  const { payer, payee, mint, delegate } = mandate;
  const needed = amountToSign(world, mandate);
  const issued = { feePayer: payer, instruction: await instructionOf(mandate, needed) };
  if (mandate.sellMode === 'once') {
    const { signature } = await requireSigned(signedTransaction, issued);
    requireFunds((balanceOf(chain, payer, mint) ?? 0n) >= needed);
    move(
      chain,
      { from: payer, to: payee, mint, amount: needed },
      { now: world.shownNow, feePayer: payer, signature },
    );
    markActive(world, mandate, { fundsSufficient: true });
    return settleCharge(world, mandate, placeCharge(world, mandate, 0), signature);
  }
  const { data } = await requireSigned(signedTransaction, issued, { anyAmount: true });
  const amount = amountIn(data);
  if (!mandate.issuedAmounts.has(amount)) throw notIssued('It approves another amount than was issued.');
  if (amount < needed) throw notIssued('It is out of date. Ask for the instruction again.');
  // An account that does not exist yet cannot approve anything.
  requireFunds(balanceOf(chain, payer, mint) !== null);
  approve(chain, { owner: payer, mint }, { delegate, amount });
  mandate.consented = true;
  lookForAuthorization(world, mandate);
}

/**
 * Throws verification_failed if the chain would reject the transaction: it is not sent, and may be submitted
 * again.
 */
function requireFunds(suffice: boolean): void {
  if (suffice) return;
  throw new ApiError('verification_failed', {
    message: 'The wallet that pays holds less of the token than the amount. Nothing was sent.',
  });
}

/**
 * Activates a pending subscription whose payer consented, if the approval covers it. Throws
 * verification_failed if the payer holds too little to start.
 */
export function lookForAuthorization(world: World, mandate: MandateRow): void {
  const chain = requirePending(world, mandate);
  const { payer, mint, delegate, budget, amountPerPeriod, trialSeconds } = mandate;
  const needed = amountToApprove(budget, othersOf(world, mandate));
  if (!mandate.consented || approvedTo(chain, payer, mint, delegate) < needed) return;
  const fundsSufficient = (balanceOf(chain, payer, mint) ?? 0n) >= amountPerPeriod;
  if (!fundsSufficient && trialSeconds === 0) throw new ApiError('verification_failed');
  activate(world, mandate, { fundsSufficient });
  catchUp(world);
}

/** What a wallet shows of who asks. */
export function describeSeller(world: World, merchantId: string): Schemas['SolanaPayRequest'] {
  const { name } = world.merchants.get(merchantId);
  return { label: displayName(name), icon: `${world.baseUrl}/icon.svg` };
}

/** What the wallet of `account` signs. Throws parameter_invalid for a wallet other than the payer's. */
export async function issueSolanaPay(
  world: World,
  mandate: MandateRow,
  account: string,
): Promise<Schemas['SolanaPayTransaction']> {
  if (account !== mandate.payer) {
    throw new ApiError('parameter_invalid', {
      param: 'account',
      message: `Another wallet is to sign this: ${mandate.payer}. Switch to it and scan again.`,
    });
  }
  const { transaction } = await issueInstruction(world, mandate);
  const { merchantName, symbol } = presentForPayer(world, mandate);
  return { transaction, message: describeTerms({ ...mandate, merchantName, symbol }) };
}

/** The checkout operations, which the payer's browser calls with the mandate's client_secret. */
export const checkoutHandlers = {
  getCheckoutMandate: (world, call) => ({
    status: 200,
    body: presentCheckout(world, findMandate(world, call)),
  }),
  createCheckoutInstruction: async (world, call) => ({
    status: 200,
    body: await issueInstruction(world, findMandate(world, call)),
  }),
  submitCheckout: async (world, call) => {
    const mandate = findMandate(world, call);
    await submit(world, mandate, call.body.signedTransaction);
    return { status: 200, body: presentCheckout(world, mandate) };
  },
  refreshCheckout: (world, call) => {
    const mandate = findMandate(world, call);
    lookForAuthorization(world, mandate);
    return { status: 200, body: presentCheckout(world, mandate) };
  },
  getCheckoutReceipt: (world, call) => {
    const mandate = findMandate(world, call);
    requireReceipts(world, mandate.livemode);
    const last = world.charges.last((row) => row.mandateId === mandate.id && row.status === 'succeeded');
    if (last !== null) return { status: 200, body: receiptOf(world, last) };
    throw new ApiError('resource_missing', { message: 'Nothing was paid under this mandate yet.' });
  },
  getSolanaPayRequest: (world, call) => ({
    status: 200,
    body: describeSeller(world, findMandate(world, call).merchantId),
  }),
  createSolanaPayTransaction: async (world, call) => ({
    status: 200,
    body: await issueSolanaPay(world, findMandate(world, call), call.body.account),
  }),
} satisfies Pick<
  Handlers,
  | 'getCheckoutMandate'
  | 'createCheckoutInstruction'
  | 'submitCheckout'
  | 'refreshCheckout'
  | 'getCheckoutReceipt'
  | 'getSolanaPayRequest'
  | 'createSolanaPayTransaction'
>;
