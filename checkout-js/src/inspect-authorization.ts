import type { CheckoutView } from './checkout-api.ts';
import { bytesFromBase64 } from './base64.ts';
import { type DecodedInstruction, decodeInstruction } from './decode-instruction.ts';
import { expectSubscribing, SUBSCRIPTIONS_PROGRAM } from './inspect-subscription.ts';
import { openTransaction, readMessage } from './read-transaction.ts';
import { expectSideInstructions } from './side-instructions.ts';
import { expectShown, type ShownTerms, shownTerms } from './shown-terms.ts';
import { tokenAccountOf } from './token-account.ts';

/** Discriminators of both token programs' instructions. */
const TRANSFER_CHECKED = 12;
const APPROVE_CHECKED = 13;

/** The bytes to sign, and the view the payer was shown. */
export interface IssuedAuthorization {
  /** On a plan, one that names it is held to that: the plan is chosen when something is issued, so read the view again after that. */
  view: CheckoutView;
  /** `instruction` and `transaction` of the checkout instruction, in base64. */
  instruction: string;
  transaction: string;
  /** `feePayer` of the checkout instruction, where the service pays the network fee. Default the payer. */
  feePayer?: string;
}

/** What the bytes mean, as decoded; all of it was checked against the terms shown. */
export interface Authorization {
  /**
   * `approval`: the delegate may pull up to `amount`. `payment`: `amount` is paid at once. `subscription`: the plan's payee may be paid `amount` once
   * per period, as the Subscriptions program enforces. `opening`: the payer's authority for subscriptions becomes the delegate of their token
   * account. Nothing can be pulled for these terms until they subscribe, which they sign next unless they did before.
   */
  readonly kind: 'approval' | 'payment' | 'subscription' | 'opening';
  /** Atomic units, decimal. */
  readonly amount: string;
  readonly mint: string;
  readonly payer: string;
  /** The payer's token account that the amount comes from. */
  readonly source: string;
  /** Who may pull: the service's key, or on a plan the payer's authority, which the program alone can use. Null for a payment. */
  readonly delegate: string | null;
  /** The payee's token account; null for an approval, which names none. */
  readonly destination: string | null;
  /** Recomputed from the terms and equal to the one in the bytes. */
  readonly reference: string;
  /** Who pays the network fee. */
  readonly feePayer: string;
  /** The plan that is subscribed to; null for anything but a subscription. */
  readonly plan: string | null;
}

/**
 * Returns what the bytes mean when that is exactly the terms shown: one approval of the shown sum to the
 * shown delegate (or on a plan a subscription of the shown amount and period, or its preparation; or one transfer
 * of the price to the payee, for a one-time purchase) from the payer's own token account, bound to these terms
 * by their reference, and beside it nothing that moves or delegates anything. Throws transaction_mismatch.
 */
export async function inspectAuthorization({
  view,
  instruction,
  transaction,
  feePayer = view.payer,
}: IssuedAuthorization): Promise<Authorization> {
  const terms = await shownTerms(view);
  const issued = decodeInstruction(instruction);
  if (terms.sellMode === 'subscription' && terms.scheme === 'plan') {
    return inspectStep(issued, instructionsOf(transaction, terms.payer, feePayer), terms, feePayer);
  }
  await expectMainInstruction(issued, terms);
  const all = instructionsOf(transaction, terms.payer, feePayer);
  const main = all.filter((each) => each.programAddress === terms.tokenProgram);
  expectShown(main.length === 1, 'the transaction has not exactly one token instruction');
  expectShown(
    sameMeaning(main[0]!, issued),
    'the transaction carries another instruction than the one issued',
  );
  await expectSideInstructions(
    all.filter((each) => each !== main[0]),
    terms,
  );
  const [source, mint, counterpart, payer, reference] = issued.accounts.map(({ address }) => address);
  const once = terms.sellMode === 'once';
  return {
    kind: once ? 'payment' : 'approval',
    amount: String(amountIn(issued)),
    mint: mint!,
    payer: payer!,
    source: source!,
    delegate: once ? null : counterpart!,
    destination: once ? counterpart! : null,
    reference: reference!,
    feePayer,
    plan: null,
  };
}

/** The meaning of a step on a plan. `issued` is the last of its instructions. */
async function inspectStep(
  issued: DecodedInstruction,
  all: DecodedInstruction[],
  terms: ShownTerms,
  feePayer: string,
): Promise<Authorization> {
  const step = all.filter((each) => each.programAddress === SUBSCRIPTIONS_PROGRAM);
  const last = step.at(-1);
  expectShown(
    last !== undefined && sameMeaning(last, issued),
    'the transaction carries another instruction than the one issued',
  );
  const { plan, authority, source } = await expectSubscribing(step, issued, terms, feePayer);
  await expectSideInstructions(
    all.filter((each) => !step.includes(each)),
    terms,
  );
  return {
    kind: plan === null ? 'opening' : 'subscription',
    amount: String(terms.amountAtomic),
    mint: terms.mint,
    payer: terms.payer,
    source,
    delegate: authority,
    destination: null,
    reference: terms.reference,
    feePayer,
    plan,
  };
}

/** Both instructions hold the amount as u64 after the discriminator. */
function amountIn({ data }: DecodedInstruction): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
}

async function expectMainInstruction(issued: DecodedInstruction, terms: ShownTerms): Promise<void> {
  const { programAddress, accounts, data } = issued;
  const once = terms.sellMode === 'once';
  const source = await tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram);
  expectShown(programAddress === terms.tokenProgram, 'the instruction is for another program');
  expectShown(data.length === 10, 'the instruction is neither an approval nor a transfer');
  expectShown(
    data[0] === (once ? TRANSFER_CHECKED : APPROVE_CHECKED),
    `the instruction is not ${once ? 'a transfer' : 'an approval'}`,
  );
  expectShown(amountIn(issued) === terms.amountAtomic, 'the amount is not the one shown');
  expectShown(data[9] === terms.decimals, 'the decimals are not the ones shown');
  const counterpart = once
    ? await tokenAccountOf(terms.payee, terms.mint, terms.tokenProgram)
    : terms.delegate;
  const expected = [
    { name: "source is not the payer's token account", address: source, signer: false, writable: true },
    { name: 'mint is not the one shown', address: terms.mint, signer: false, writable: false },
    {
      name: `${once ? 'destination' : 'delegate'} is not the one shown`,
      address: counterpart,
      signer: false,
      writable: once,
    },
    { name: 'owner is not the payer', address: terms.payer, signer: true, writable: false },
    {
      name: 'reference is not that of the terms shown',
      address: terms.reference,
      signer: false,
      writable: false,
    },
  ];
  expected.forEach(({ name, address, signer, writable }, index) => {
    const account = accounts[index];
    const same = account?.address === address && account.signer === signer && account.writable === writable;
    expectShown(same, `the ${name}`);
  });
  expectShown(accounts.length === expected.length, 'the instruction names further accounts');
}

/** The instructions of an unsigned transaction that `payer` signs, alone but for another who pays its fee, without lookup tables. */
function instructionsOf(transaction: string, payer: string, feePayer: string): DecodedInstruction[] {
  const { signatures, message } = openTransaction(bytesFromBase64(transaction));
  expectShown(
    signatures.every((signature) => signature.every((byte) => byte === 0)),
    'the transaction is signed already',
  );
  const { signers, lookupTables, instructions } = readMessage(message);
  expectShown(lookupTables === 0, 'the transaction hides accounts in lookup tables');
  const expected = feePayer === payer ? [payer] : [feePayer, payer];
  expectShown(
    signers.length === expected.length && signers.every((signer, index) => signer === expected[index]),
    `the transaction is not paid by ${feePayer} and signed by the payer alone`,
  );
  return instructions;
}

/** Roles are left out: a transaction's fee payer is a writable signer in each of its instructions. */
function sameMeaning(one: DecodedInstruction, other: DecodedInstruction): boolean {
  return (
    one.programAddress === other.programAddress &&
    one.accounts.length === other.accounts.length &&
    one.accounts.every(({ address }, index) => address === other.accounts[index]!.address) &&
    sameBytes(one.data, other.data)
  );
}

function sameBytes(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return one.length === other.length && Array.from(one).every((byte, index) => byte === other[index]);
}
