import { base58FromBytes } from './base58.ts';
import type { DecodedInstruction, InstructionAccount } from './decode-instruction.ts';
import { programAddress } from './program-address.ts';
import { expectShown, type ShownTerms } from './shown-terms.ts';
import { SYSTEM_PROGRAM } from './side-instructions.ts';
import { tokenAccountOf } from './token-account.ts';

/** The Subscriptions program of the Solana Foundation, the same on every cluster. */
export const SUBSCRIPTIONS_PROGRAM = 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44';
/** Signs the events that the program logs: its derived address of the seed `event_authority`. */
const EVENT_AUTHORITY = '3Hnj4BYoDgtpBuqXfiy7Y8cNa3jXaNd4oqgSXBzkMcH7';

const INIT = 0;
const SUBSCRIBE = 11;
/** Discriminator, number of the plan, bump, mint, amount, hours, when the plan was made, and the authority's number. */
const SUBSCRIBE_BYTES = 74;
const MINT_AT = 10;
const AMOUNT_AT = 42;
const HOURS_AT = 50;

/** What a step of subscribing means, after everything in it was checked against the terms shown. */
export interface CheckedStep {
  /** Null where the step only opens the authority, and subscribing follows. */
  plan: string | null;
  authority: string;
  source: string;
}

/** An account that is expected: its address, what to say of another, and its role: `s` signs, `w` may be written. */
type Expected = readonly [address: string, name: string, role?: 's' | 'w' | 'sw'];

/**
 * Checks the program's instructions of one step: they open the payer's authority, make them subscribe to a plan of the shown amount and period, or
 * both in this order, in the payer's own name, at the expense of the payer or of whoever pays the fee, with the reference of the terms shown, and to
 * the plan that the view names if it names one. `issued` is the last of them, whose accounts have exactly their roles. Throws transaction_mismatch.
 *
 * Left to the program, which fails the whole transaction otherwise, are the plan's bump, when the plan was made, and which opening of the authority is
 * meant: they move nothing more, and a page without a connection to the chain could not know the last two. For that reason the plan's payee is not
 * read here either: it stands in the plan on chain, for anyone to look up, and not in these bytes.
 */
export async function expectSubscribing(
  instructions: readonly DecodedInstruction[],
  issued: DecodedInstruction,
  terms: ShownTerms,
  feePayer: string,
): Promise<CheckedStep> {
  const { payer, mint, tokenProgram } = terms;
  const source = await tokenAccountOf(payer, mint, tokenProgram);
  const authority = await derive('SubscriptionAuthority', payer, mint);
  const kinds = instructions.map(({ data }) => data[0]).join();
  expectShown([`${INIT}`, `${SUBSCRIBE}`, `${INIT},${SUBSCRIBE}`].includes(kinds), 'it is no subscription');
  const step: CheckedStep = { plan: null, authority, source };
  for (const { accounts, data } of [...instructions, issued]) {
    let expected: Expected[];
    if (data[0] === INIT) {
      expectShown(data.length === 1, 'the opening of the authority says something else');
      expected = accountsOfOpening(terms, step);
    } else {
      expectAgreed(data, terms);
      const owner = accounts[1]?.address;
      expectShown(owner !== undefined, 'the subscription names no plan');
      step.plan = await derive('plan', owner, data.slice(1, 9));
      expected = accountsOfSubscribe(terms, step, owner, await derive('subscription', step.plan, payer));
    }
    // The rent is the payer's, or that of whoever pays the fee.
    const rent = accounts[expected.length]?.address === feePayer ? feePayer : payer;
    expected.push([rent, 'rent is not paid by the payer or the service', 'sw']);
    expected.push([terms.reference, 'reference is not that of the terms shown']);
    expectAccounts(accounts, expected, accounts === issued.accounts);
  }
  return step;
}

function accountsOfOpening(
  { payer, mint, tokenProgram }: ShownTerms,
  { authority, source }: CheckedStep,
): Expected[] {
  return [
    [payer, 'owner is not the payer', 'sw'],
    [authority, "authority is not the payer's", 'w'],
    [mint, 'token is not the one shown'],
    [source, "source is not the payer's token account", 'w'],
    [SYSTEM_PROGRAM, OTHER_PROGRAM],
    [tokenProgram, OTHER_PROGRAM],
  ];
}

function accountsOfSubscribe(
  { payer, subscription: named }: ShownTerms,
  { plan, authority }: CheckedStep,
  owner: string,
  subscription: string,
): Expected[] {
  expectShown(
    named === null || (named.plan === plan && named.account === subscription && named.planOwner === owner),
    'the plan is not the one shown',
  );
  return [
    [payer, 'subscriber is not the payer', 'sw'],
    [owner, 'owner of the plan is another'],
    [plan!, 'plan is not the one of this owner and number'],
    [subscription, "subscription is not the payer's", 'w'],
    [authority, "authority is not the payer's"],
    [SYSTEM_PROGRAM, OTHER_PROGRAM],
    [EVENT_AUTHORITY, OTHER_PROGRAM],
    [SUBSCRIPTIONS_PROGRAM, OTHER_PROGRAM],
  ];
}

const OTHER_PROGRAM = 'instruction calls another program';

function expectAgreed(data: Uint8Array, { mint, amountAtomic, periodSeconds }: ShownTerms): void {
  expectShown(data.length === SUBSCRIBE_BYTES, 'the subscription is not in the layout of the program');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  expectShown(base58FromBytes(data.slice(MINT_AT, AMOUNT_AT)) === mint, 'the token is not the one shown');
  expectShown(view.getBigUint64(AMOUNT_AT, true) === amountAtomic, 'the amount is not the one shown');
  expectShown(
    view.getBigUint64(HOURS_AT, true) * 3600n === BigInt(periodSeconds),
    'the period is not the one shown',
  );
}

/** Within a transaction an account has one role in all its instructions, so roles are those of the issued one. */
function expectAccounts(
  accounts: readonly InstructionAccount[],
  expected: readonly Expected[],
  isIssued: boolean,
): void {
  expectShown(accounts.length === expected.length, 'the instruction names other accounts');
  expected.forEach(([address, name, role = ''], index) => {
    const account = accounts[index]!;
    const isInRole = account.signer === role.includes('s') && account.writable === role.includes('w');
    expectShown(account.address === address && (isInRole || !isIssued), `the ${name}`);
  });
}

/** An address of the program. `seeds` are addresses in base58 or bytes. */
function derive(name: string, ...seeds: (string | Uint8Array)[]): Promise<string> {
  return programAddress(SUBSCRIPTIONS_PROGRAM, [new TextEncoder().encode(name), ...seeds]);
}
