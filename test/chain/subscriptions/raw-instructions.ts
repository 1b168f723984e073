import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getI64Encoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { SUBSCRIPTIONS_PROGRAM } from '../../../server/chain/subscriptions/address.ts';
import {
  authorityOf,
  EVENT_AUTHORITY,
  planOf,
  subscriptionOf,
} from '../../../server/chain/subscriptions/addresses.ts';
import type { PayerToken } from '../../../server/chain/subscriptions/instructions.ts';
import { programAddressOf, type TokenProgramName } from '../../../server/chain/token-program.ts';

/**
 * Instructions of the program that the service never makes, and its own in forms that the service never uses: for tests of what the program allows
 * to whoever has the service's keys, and to payers with other wallets. By the program's description at the newest source read in July 2026.
 */

const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;
type Meta = readonly [Address, AccountRole];

const EVENTS: readonly Meta[] = [
  [EVENT_AUTHORITY, READONLY],
  [SUBSCRIPTIONS_PROGRAM, READONLY],
];

/** What a delegation outside plans is found by. */
export interface Delegation {
  payer: Address;
  mint: Address;
  delegatee: Address;
  nonce: bigint;
}

/** Lets the delegatee move the amount anywhere, once. */
export async function createFixed(
  delegation: Delegation & { amountAtomic: bigint; expiresAt: bigint; initId: bigint; rentPayer: Address },
): Promise<Instruction> {
  const { nonce, amountAtomic, expiresAt, initId } = delegation;
  const data = join([1], u64(nonce), u64(amountAtomic), i64(expiresAt), i64(initId));
  return raw(await delegationAccounts(delegation), data);
}

/** Lets the delegatee move the amount anywhere, every so many seconds. */
export async function createRecurring(
  delegation: Delegation & {
    amountAtomic: bigint;
    periodSeconds: bigint;
    startsAt: bigint;
    expiresAt: bigint;
    initId: bigint;
    rentPayer: Address;
  },
): Promise<Instruction> {
  const { nonce, amountAtomic, periodSeconds, startsAt, expiresAt, initId } = delegation;
  const times = join(i64(startsAt), i64(expiresAt), i64(initId));
  return raw(
    await delegationAccounts(delegation),
    join([2], u64(nonce), u64(amountAtomic), u64(periodSeconds), times),
  );
}

async function delegationAccounts(delegation: Delegation & { rentPayer: Address }): Promise<Meta[]> {
  return [
    [delegation.payer, WRITABLE_SIGNER],
    [await authorityOf(delegation.payer, delegation.mint), READONLY],
    [await delegationOf(delegation), WRITABLE],
    [delegation.delegatee, READONLY],
    [SYSTEM_PROGRAM_ADDRESS, READONLY],
    [delegation.rentPayer, WRITABLE_SIGNER],
  ];
}

/** Moves tokens by a delegation; `account` in its place, for one that is not the delegatee's. */
export async function transferByDelegation(
  kind: 'fixed' | 'recurring',
  transfer: PayerToken & {
    delegatee: Address;
    nonce: bigint;
    amountAtomic: bigint;
    destination: Address;
    account?: Address;
  },
): Promise<Instruction> {
  const { payer, mint, source, delegatee } = transfer;
  return raw(
    [
      [transfer.account ?? (await delegationOf(transfer)), WRITABLE],
      [await authorityOf(payer, mint), READONLY],
      [source, WRITABLE],
      [transfer.destination, WRITABLE],
      [mint, READONLY],
      [programAddressOf(transfer.tokenProgram), READONLY],
      [delegatee, READONLY_SIGNER],
      ...EVENTS,
    ],
    join([kind === 'fixed' ? 4 : 5], u64(transfer.amountAtomic), bytesOf(payer), bytesOf(mint)),
  );
}

/** Closes a delegation or subscription for its rent; `more` are the plan and the receiver, where they are needed. */
export function revokeAs(signer: Address, account: Address, more: readonly Meta[] = []): Instruction {
  return raw([[signer, WRITABLE_SIGNER], [account, WRITABLE], ...more], [3]);
}

/** Closes an authority for its rent, and leaves it the delegate of the token account. */
export function closeAuthorityAs(signer: Address, authority: Address, receiver: Address): Instruction {
  return raw(
    [
      [signer, WRITABLE_SIGNER],
      [authority, WRITABLE],
      [receiver, WRITABLE],
    ],
    [6],
  );
}

/** Takes the delegate from a token account and closes its authority. */
export async function revokeAuthorityAs(
  signer: Address,
  { payer, mint, tokenProgram, source }: PayerToken,
  receiver: Address,
): Promise<Instruction> {
  const authority = await authorityOf(payer, mint);
  return raw(
    [
      [signer, WRITABLE_SIGNER],
      [source, WRITABLE],
      [mint, READONLY],
      [programAddressOf(tokenProgram), READONLY],
      [authority, WRITABLE],
      [receiver, WRITABLE],
    ],
    [14],
  );
}

/** Makes a plan with any destinations and pullers, and with a time of its making that the program should overwrite. */
export async function createAnyPlan(plan: {
  owner: Address;
  planId: bigint;
  mint: Address;
  tokenProgram: TokenProgramName;
  amountAtomic: bigint;
  periodHours: bigint;
  endsAt: bigint;
  destinations: readonly Address[];
  pullers: readonly Address[];
  createdAt?: bigint;
}): Promise<Instruction> {
  const { owner, planId, mint, createdAt = 0n } = plan;
  const terms = join(u64(plan.amountAtomic), u64(plan.periodHours), i64(createdAt), i64(plan.endsAt));
  return raw(
    [
      [owner, WRITABLE_SIGNER],
      [(await planOf(owner, planId)).address, WRITABLE],
      [mint, READONLY],
      [SYSTEM_PROGRAM_ADDRESS, READONLY],
      [programAddressOf(plan.tokenProgram), READONLY],
    ],
    join(
      [7],
      u64(planId),
      bytesOf(mint),
      terms,
      four(plan.destinations),
      four(plan.pullers),
      new Uint8Array(128),
    ),
  );
}

/** Changes what of a plan can be changed. Status 1 is active, 0 ends it. */
export async function updatePlan(plan: {
  owner: Address;
  planId: bigint;
  status: 0 | 1;
  endsAt: bigint;
  pullers: readonly Address[];
}): Promise<Instruction> {
  return raw(
    [[plan.owner, READONLY_SIGNER], [(await planOf(plan.owner, plan.planId)).address, WRITABLE], ...EVENTS],
    join([8, plan.status], i64(plan.endsAt), four(plan.pullers), new Uint8Array(128)),
  );
}

/** Cancels a subscription at once, which both have to sign; its newest source alone has it. */
export async function cancelNow(terms: {
  payer: Address;
  owner: Address;
  plan: Address;
  periodStartsAt: bigint;
}): Promise<Instruction> {
  return raw(
    [
      [terms.payer, READONLY_SIGNER],
      [terms.owner, READONLY_SIGNER],
      [terms.plan, READONLY],
      [await subscriptionOf(terms.plan, terms.payer), WRITABLE],
      ...EVENTS,
    ],
    join([17], i64(terms.periodStartsAt)),
  );
}

/** Takes a cancellation back. v0.4.0 ignores the expiry it is given. */
export async function resume(terms: {
  payer: Address;
  plan: Address;
  mint: Address;
  expiresAt: bigint;
}): Promise<Instruction> {
  return raw(
    [
      [terms.payer, READONLY_SIGNER],
      [terms.plan, READONLY],
      [await subscriptionOf(terms.plan, terms.payer), WRITABLE],
      [await authorityOf(terms.payer, terms.mint), READONLY],
      ...EVENTS,
    ],
    join([13], i64(terms.expiresAt)),
  );
}

/** Closes a subscription whose authority is gone, or another one, for the rent that the signer paid. */
export async function revokeAbandoned(
  signer: Address,
  { plan, payer, mint }: { plan: Address; payer: Address; mint: Address },
): Promise<Instruction> {
  return raw(
    [
      [signer, WRITABLE_SIGNER],
      [await subscriptionOf(plan, payer), WRITABLE],
      [await authorityOf(payer, mint), READONLY],
      [plan, READONLY],
    ],
    [16],
  );
}

/** Whoever is named as a signer does not sign: what can be asked without their key. */
export function unsigned({ accounts, ...rest }: Instruction, ...whose: readonly Address[]): Instruction {
  return {
    ...rest,
    accounts: accounts!.map((account) => {
      if (!whose.includes(account.address)) return account;
      const isWritable = account.role === WRITABLE_SIGNER || account.role === WRITABLE;
      return { address: account.address, role: isWritable ? WRITABLE : READONLY };
    }),
  };
}

export async function delegationOf({ payer, mint, delegatee, nonce }: Delegation): Promise<Address> {
  const authority = await authorityOf(payer, mint);
  const seeds = ['delegation', bytesOf(authority), bytesOf(payer), bytesOf(delegatee), u64(nonce)];
  const [address] = await getProgramDerivedAddress({ programAddress: SUBSCRIPTIONS_PROGRAM, seeds });
  return address;
}

function raw(accounts: readonly Meta[], data: ArrayLike<number>): Instruction {
  return {
    programAddress: SUBSCRIPTIONS_PROGRAM,
    accounts: accounts.map(([address, role]) => ({ address, role })),
    data: Uint8Array.from(data),
  };
}

function four(addresses: readonly Address[]): Uint8Array {
  const places = new Uint8Array(4 * 32);
  for (const [at, address] of addresses.entries()) places.set(bytesOf(address), 32 * at);
  return places;
}

function join(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

const u64 = (value: bigint) => getU64Encoder().encode(value);
const i64 = (value: bigint) => getI64Encoder().encode(value);
const bytesOf = (address: Address) => getAddressEncoder().encode(address);
