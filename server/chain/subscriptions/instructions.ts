import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getI64Encoder,
  getU64Encoder,
  type Instruction,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { programAddressOf, type TokenProgramName } from '../token-program.ts';
import type { Plan } from './accounts.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';
import { authorityOf, EVENT_AUTHORITY, planOf, subscriptionOf } from './addresses.ts';

/**
 * Instructions of the program. Built by hand: a client generated from its description is forty files for the ten that are used, and the
 * npm package does not work with this kit. Each was run on v0.4.0 and on the newest source read in July 2026.
 */

/** The numbers that the first byte of an instruction names it by. */
export const DISCRIMINATORS = {
  initAuthority: 0,
  revoke: 3,
  closeAuthority: 6,
  createPlan: 7,
  updatePlan: 8,
  deletePlan: 9,
  transfer: 10,
  subscribe: 11,
  cancel: 12,
  revokeAuthority: 14,
  revokeAbandoned: 16,
} as const;

/** Where `subscribe` holds what it agrees to: discriminator, u64 number of the plan, bump and mint come before the amount. */
export const SUBSCRIBE_DATA = { bytes: 74, amountAt: 42, hoursAt: 50 } as const;

/** In place of an authority's `initId`, for one that is opened by the same transaction. v0.4.0 does not know it. */
export const UNKNOWN_INIT_ID = -(2n ** 63n);

/** A token account's owner, with the account's token. */
export interface PayerToken {
  payer: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  /** The owner's associated account. */
  source: Address;
}

/** What a plan fixes. */
export interface PlanTerms {
  owner: Address;
  planId: bigint;
  mint: Address;
  amountAtomic: bigint;
  periodHours: bigint;
}

const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;
type Meta = readonly [Address, AccountRole];

/**
 * Opens the payer's authority if there is none, and makes it the token account's delegate for u64 max either way, whoever was it before.
 * `rentPayer` signs and pays; `references` are further accounts.
 */
export async function initAuthority(
  { payer, mint, tokenProgram, source }: PayerToken,
  { rentPayer, references = [] }: { rentPayer: Address; references?: readonly Address[] },
): Promise<Instruction> {
  return instruction(
    [
      [payer, WRITABLE_SIGNER],
      [await authorityOf(payer, mint), WRITABLE],
      [mint, READONLY],
      [source, WRITABLE],
      [SYSTEM_PROGRAM_ADDRESS, READONLY],
      [programAddressOf(tokenProgram), READONLY],
      [rentPayer, WRITABLE_SIGNER],
      ...listed(references),
    ],
    Uint8Array.of(DISCRIMINATORS.initAuthority),
  );
}

/** Makes a plan that pays `payee` alone and lets `puller` pull beside its owner, who pays the rent. It ends at `endsAt`; 0 for never. */
export async function createPlan(
  terms: PlanTerms & { tokenProgram: TokenProgramName; endsAt: bigint; payee: Address; puller: Address },
): Promise<Instruction> {
  const { owner, planId, mint, tokenProgram } = terms;
  const { address: plan } = await planOf(owner, planId);
  const fixed = join(
    [DISCRIMINATORS.createPlan],
    u64(planId),
    bytesOf(mint),
    u64(terms.amountAtomic),
    u64(terms.periodHours),
    i64(0n),
    i64(terms.endsAt),
  );
  // Four destinations, four pullers and 128 bytes for an address of details.
  const data = new Uint8Array(fixed.length + 4 * 32 + 4 * 32 + 128);
  data.set(fixed);
  data.set(bytesOf(terms.payee), fixed.length);
  data.set(bytesOf(terms.puller), fixed.length + 4 * 32);
  return instruction(
    [
      [owner, WRITABLE_SIGNER],
      [plan, WRITABLE],
      [mint, READONLY],
      [SYSTEM_PROGRAM_ADDRESS, READONLY],
      [programAddressOf(tokenProgram), READONLY],
    ],
    data,
  );
}

/** Lets an owner end a plan at `endsAt`, at least one period ahead, with nobody but the owner to pull from now on. 0.5.0 may refuse this form. */
export async function sunsetPlan(plan: {
  owner: Address;
  planId: bigint;
  endsAt: bigint;
}): Promise<Instruction> {
  const { address } = await planOf(plan.owner, plan.planId);
  const data = new Uint8Array(1 + 1 + 8 + 4 * 32 + 128);
  data.set(join([DISCRIMINATORS.updatePlan], [0], i64(plan.endsAt)));
  return instruction([[plan.owner, READONLY_SIGNER], [address, WRITABLE], ...EVENT_ACCOUNTS], data);
}

/** What of a plan its owner can change. `endsAt`: 0 for never; one that is set can only be brought forward. */
export interface PlanChange {
  isActive: boolean;
  endsAt: bigint;
  pullers: readonly Address[];
}

/**
 * Changes a plan, in the forms that versions of the program take, the newest first: since 0.5.0 it lists what the owner saw on chain, so that
 * what was signed about an older state is refused. Each version refuses the other's by its length; a simulation tells which is meant.
 */
export async function updatePlanForms(plan: Plan, change: PlanChange): Promise<Instruction[]> {
  const { address } = await planOf(plan.owner, plan.planId);
  const changed = join(
    [DISCRIMINATORS.updatePlan, Number(change.isActive)],
    i64(change.endsAt),
    fourOf(change.pullers),
    plan.details,
  );
  const seen = join(i64(plan.createdAt), i64(plan.endsAt), fourOf(plan.pullers), plan.details);
  const accounts: Meta[] = [[plan.owner, READONLY_SIGNER], [address, WRITABLE], ...EVENT_ACCOUNTS];
  return [instruction(accounts, join(changed, seen)), instruction(accounts, changed)];
}

/** Deletes a plan that has ended; its rent returns to its owner. */
export async function deletePlan(plan: { owner: Address; planId: bigint }): Promise<Instruction> {
  const { address } = await planOf(plan.owner, plan.planId);
  return instruction(
    [
      [plan.owner, WRITABLE_SIGNER],
      [address, WRITABLE],
    ],
    Uint8Array.of(DISCRIMINATORS.deletePlan),
  );
}

/**
 * Lets the plan's pullers pull from the payer, once per period from this second on. `planCreatedAt` is the plan's; `initId` the authority's, or
 * `UNKNOWN_INIT_ID`. `rentPayer` signs and pays; `references` are further accounts.
 */
export async function subscribe(
  terms: PlanTerms & { payer: Address; planCreatedAt: bigint; initId: bigint },
  { rentPayer, references = [] }: { rentPayer: Address; references?: readonly Address[] },
): Promise<Instruction> {
  const { payer, owner, planId, mint } = terms;
  const plan = await planOf(owner, planId);
  return instruction(
    [
      [payer, WRITABLE_SIGNER],
      [owner, READONLY],
      [plan.address, READONLY],
      [await subscriptionOf(plan.address, payer), WRITABLE],
      [await authorityOf(payer, mint), READONLY],
      [SYSTEM_PROGRAM_ADDRESS, READONLY],
      ...EVENT_ACCOUNTS,
      [rentPayer, WRITABLE_SIGNER],
      ...listed(references),
    ],
    join(
      [DISCRIMINATORS.subscribe],
      u64(planId),
      [plan.bump],
      bytesOf(mint),
      u64(terms.amountAtomic),
      u64(terms.periodHours),
      i64(terms.planCreatedAt),
      i64(terms.initId),
    ),
  );
}

/** Moves tokens of a subscription's payer to `destination`, as far as the plan and its period allow. */
export async function transferOfSubscription(
  terms: PayerToken & {
    plan: Address;
    destination: Address;
    puller: Address;
    amountAtomic: bigint;
    references: readonly Address[];
  },
): Promise<Instruction> {
  const { payer, mint, plan } = terms;
  return instruction(
    [
      [await subscriptionOf(plan, payer), WRITABLE],
      [plan, READONLY],
      [await authorityOf(payer, mint), READONLY],
      [terms.source, WRITABLE],
      [terms.destination, WRITABLE],
      [terms.puller, READONLY_SIGNER],
      [mint, READONLY],
      [programAddressOf(terms.tokenProgram), READONLY],
      ...EVENT_ACCOUNTS,
      ...listed(terms.references),
    ],
    join([DISCRIMINATORS.transfer], u64(terms.amountAtomic), bytesOf(payer), bytesOf(mint)),
  );
}

/** Ends the payer's subscription with its current period, which can still be pulled until then. It takes no references. */
export async function cancelSubscription(terms: { payer: Address; plan: Address }): Promise<Instruction> {
  return instruction(
    [
      [terms.payer, READONLY_SIGNER],
      [terms.plan, READONLY],
      [await subscriptionOf(terms.plan, terms.payer), WRITABLE],
      ...EVENT_ACCOUNTS,
    ],
    Uint8Array.of(DISCRIMINATORS.cancel),
  );
}

/** Closes the payer's cancelled subscription once it has expired; the rent returns to `rentPayer`, who paid it. */
export async function closeSubscription(terms: {
  payer: Address;
  plan: Address;
  rentPayer: Address;
  references?: readonly Address[];
}): Promise<Instruction> {
  return instruction(
    [
      [terms.payer, WRITABLE_SIGNER],
      [await subscriptionOf(terms.plan, terms.payer), WRITABLE],
      [terms.plan, READONLY],
      [terms.rentPayer, WRITABLE],
      ...listed(terms.references ?? []),
    ],
    Uint8Array.of(DISCRIMINATORS.revoke),
  );
}

/**
 * Closes a subscription by who paid its rent, who gets it back: one that was cancelled and has expired, or whose plan has ended or is gone. The
 * program refuses it for any other.
 */
export function reclaimSubscription(accounts: {
  rentPayer: Address;
  subscription: Address;
  plan: Address;
}): Instruction {
  return instruction(
    [
      [accounts.rentPayer, WRITABLE_SIGNER],
      [accounts.subscription, WRITABLE],
      [accounts.plan, READONLY],
    ],
    Uint8Array.of(DISCRIMINATORS.revoke),
  );
}

/** As `reclaimSubscription`, for one whose authority was closed, or closed and opened again. The plan must still be there. */
export function abandonSubscription(accounts: {
  rentPayer: Address;
  subscription: Address;
  plan: Address;
  authority: Address;
}): Instruction {
  return instruction(
    [
      [accounts.rentPayer, WRITABLE_SIGNER],
      [accounts.subscription, WRITABLE],
      [accounts.authority, READONLY],
      [accounts.plan, READONLY],
    ],
    Uint8Array.of(DISCRIMINATORS.revokeAbandoned),
  );
}

/**
 * Takes the delegate from the payer's token account and closes the authority: every subscription of the payer in this mint stops at once, whoever
 * it pays. The rent returns to `rentPayer`, who paid it.
 */
export async function revokeAuthority(
  { payer, mint, tokenProgram, source }: PayerToken,
  { rentPayer, references = [] }: { rentPayer: Address; references?: readonly Address[] },
): Promise<Instruction> {
  return instruction(
    [
      [payer, WRITABLE_SIGNER],
      [source, WRITABLE],
      [mint, READONLY],
      [programAddressOf(tokenProgram), READONLY],
      [await authorityOf(payer, mint), WRITABLE],
      [rentPayer, WRITABLE],
      ...listed(references),
    ],
    Uint8Array.of(DISCRIMINATORS.revokeAuthority),
  );
}

const EVENT_ACCOUNTS: readonly Meta[] = [
  [EVENT_AUTHORITY, READONLY],
  [SUBSCRIPTIONS_PROGRAM, READONLY],
];

function listed(references: readonly Address[]): Meta[] {
  return references.map((address) => [address, READONLY]);
}

function instruction(accounts: readonly Meta[], data: Uint8Array): Instruction {
  return {
    programAddress: SUBSCRIPTIONS_PROGRAM,
    accounts: accounts.map(([address, role]) => ({ address, role })),
    data,
  };
}

function join(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/** Four places, of which the empty ones are zeros. */
function fourOf(addresses: readonly Address[]): Uint8Array {
  const places = new Uint8Array(4 * 32);
  addresses.forEach((address, at) => places.set(bytesOf(address), at * 32));
  return places;
}

const u64 = (value: bigint) => getU64Encoder().encode(value);
const i64 = (value: bigint) => getI64Encoder().encode(value);
const bytesOf = (address: Address) => getAddressEncoder().encode(address);
