import { base58FromBytes } from './base58.ts';
import type { DecodedInstruction } from './decode-instruction.ts';
import { programAddress } from './program-address.ts';
import { expectShown, type ShownTerms } from './shown-terms.ts';
import { tokenAccountOf } from './token-account.ts';

/** The Subscriptions program of the Solana Foundation, the same on every cluster. */
export const SUBSCRIPTIONS_PROGRAM = 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44';
const EVENT_AUTHORITY = '3Hnj4BYoDgtpBuqXfiy7Y8cNa3jXaNd4oqgSXBzkMcH7';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const INIT = 0;
const SUBSCRIBE = 11;
/** Discriminator, number of the plan, bump, mint, amount, hours, when the plan was made, and the authority's number. */
const SUBSCRIBE_BYTES = 74;
const AMOUNT_AT = 42;
const HOURS_AT = 50;

/** What a step of subscribing means, after everything in it was checked against the terms shown. */
export interface CheckedStep {
  /** Null where the step only opens the authority, and subscribing follows. */
  plan: string | null;
  authority: string;
  source: string;
}

/**
 * Checks the program's instructions of one step: they open the payer's authority, make them subscribe to a plan of the shown amount and period, or
 * both in this order, in the payer's own name and at their expense, with the reference of the terms shown. Whom the plan pays is in the plan on
 * chain, not in these bytes. Throws transaction_mismatch.
 */
export async function expectSubscribing(
  instructions: readonly DecodedInstruction[],
  terms: ShownTerms,
): Promise<CheckedStep> {
  const source = await tokenAccountOf(terms.payer, terms.mint, terms.tokenProgram);
  const authority = await programAddress(SUBSCRIPTIONS_PROGRAM, [
    seed('SubscriptionAuthority'),
    terms.payer,
    terms.mint,
  ]);
  const kinds = instructions.map(({ data }) => data[0]).join();
  expectShown([`${INIT}`, `${SUBSCRIBE}`, `${INIT},${SUBSCRIBE}`].includes(kinds), 'it is no subscription');
  const step: CheckedStep = { plan: null, authority, source };
  for (const instruction of instructions) {
    if (instruction.data[0] === INIT) expectOpening(instruction, terms, step);
    else step.plan = await expectSubscribe(instruction, terms, step);
  }
  return step;
}

function expectOpening(
  { accounts, data }: DecodedInstruction,
  { payer, mint, tokenProgram, reference }: ShownTerms,
  { authority, source }: CheckedStep,
): void {
  const expected = [payer, authority, mint, source, SYSTEM_PROGRAM, tokenProgram, payer, reference];
  expectShown(data.length === 1, 'the opening of the authority says something else');
  expectAccounts(accounts, expected, payer);
}

async function expectSubscribe(
  { accounts, data }: DecodedInstruction,
  { payer, mint, reference, amountAtomic, periodSeconds }: ShownTerms,
  { authority }: CheckedStep,
): Promise<string> {
  const owner = accounts[1]?.address;
  expectShown(
    data.length === SUBSCRIBE_BYTES && owner !== undefined,
    'the subscription is not in the layout of the program',
  );
  const plan = await programAddress(SUBSCRIPTIONS_PROGRAM, [seed('plan'), owner, data.slice(1, 9)]);
  const subscription = await programAddress(SUBSCRIPTIONS_PROGRAM, [seed('subscription'), plan, payer]);
  expectAccounts(
    accounts,
    [
      payer,
      owner,
      plan,
      subscription,
      authority,
      SYSTEM_PROGRAM,
      EVENT_AUTHORITY,
      SUBSCRIPTIONS_PROGRAM,
      payer,
      reference,
    ],
    payer,
  );
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  expectShown(view.getBigUint64(AMOUNT_AT, true) === amountAtomic, 'the amount is not the one shown');
  expectShown(
    view.getBigUint64(HOURS_AT, true) * 3600n === BigInt(periodSeconds),
    'the period is not the one shown',
  );
  expectShown(base58FromBytes(data.slice(10, 42)) === mint, 'the token is not the one shown');
  return plan;
}

/** The accounts in order, of which the payer alone signs. */
function expectAccounts(
  accounts: DecodedInstruction['accounts'],
  expected: readonly string[],
  payer: string,
): void {
  const same =
    accounts.length === expected.length &&
    accounts.every(
      ({ address, signer }, index) => address === expected[index] && (!signer || address === payer),
    );
  expectShown(same, "an account of the subscription is not the payer's, the plan's or the reference");
}

function seed(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
