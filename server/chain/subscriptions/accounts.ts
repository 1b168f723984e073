import type { Address } from '@solana/kit';
import { toBase58 } from '../../lib/base58.ts';
import type { RawAccount } from '../tokens.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';

/**
 * The program's accounts (its `state/`), whose layouts are the same in v0.4.0, in 0.5.0 and at the newest source read in July 2026.
 * Times are the chain's Unix seconds; amounts atomic units. A bytewise reader for the reason that token-layout.ts gives.
 */

/** The delegate of a payer's token account. Its `initId` tells one opening from the next. */
export interface SubscriptionAuthority {
  payer: Address;
  mint: Address;
  /** Who paid its rent, and gets it back. */
  rentPayer: Address;
  initId: bigint;
}

/** Whom a subscription to it may pay how much, and who may pull. */
export interface Plan {
  owner: Address;
  isActive: boolean;
  planId: bigint;
  mint: Address;
  amountAtomic: bigint;
  periodHours: bigint;
  createdAt: bigint;
  /** After it nothing is pulled and the plan can be deleted; 0 for never. */
  endsAt: bigint;
  /** Owners of the accounts that may be paid; never changes. */
  destinations: Address[];
  /** Who may pull beside the owner. */
  pullers: Address[];
  /** 128 bytes for the address of details, as its owner set them. */
  details: Uint8Array;
}

/** What a payer signed, with the plan's terms at that time, and what was pulled in the current period. */
export interface Subscription {
  payer: Address;
  plan: Address;
  /** Who paid its rent, and gets it back. */
  rentPayer: Address;
  /** Of the authority it was opened with: it works only with that one. */
  initId: bigint;
  amountAtomic: bigint;
  periodHours: bigint;
  /** When the plan was made, not the subscription. */
  planCreatedAt: bigint;
  pulledAtomic: bigint;
  periodStartsAt: bigint;
  /** When a cancelled subscription ends; 0 while it is not cancelled. */
  expiresAt: bigint;
}

const AUTHORITY = { discriminator: 0, bytes: 106 };
const PLAN = { discriminator: 1, bytes: 491 };
/** Of a subscription, and where it names its plan: for a node to select by. */
export const SUBSCRIPTION_LAYOUT = { discriminator: 4, bytes: 155, planAt: 35 } as const;
const NO_ADDRESS = '11111111111111111111111111111111';

/** Null for anything but an authority of the program. */
export function parseAuthority(raw: RawAccount | null): SubscriptionAuthority | null {
  if (!isOf(raw, AUTHORITY)) return null;
  const { data } = raw;
  return {
    payer: addressAt(data, 1),
    mint: addressAt(data, 33),
    rentPayer: addressAt(data, 65),
    initId: viewOf(data).getBigInt64(98, true),
  };
}

/** Null for anything but a plan of the program. */
export function parsePlan(raw: RawAccount | null): Plan | null {
  if (!isOf(raw, PLAN)) return null;
  const { data } = raw;
  const view = viewOf(data);
  return {
    owner: addressAt(data, 1),
    isActive: data[34] === 1,
    planId: view.getBigUint64(35, true),
    mint: addressAt(data, 43),
    amountAtomic: view.getBigUint64(75, true),
    periodHours: view.getBigUint64(83, true),
    createdAt: view.getBigInt64(91, true),
    endsAt: view.getBigInt64(99, true),
    destinations: addressesAt(data, 107),
    pullers: addressesAt(data, 235),
    details: data.slice(363, 491),
  };
}

/** Null for anything but a subscription of the program. */
export function parseSubscription(raw: RawAccount | null): Subscription | null {
  if (!isOf(raw, SUBSCRIPTION_LAYOUT)) return null;
  const { data } = raw;
  const view = viewOf(data);
  return {
    payer: addressAt(data, 3),
    plan: addressAt(data, SUBSCRIPTION_LAYOUT.planAt),
    rentPayer: addressAt(data, 67),
    initId: view.getBigInt64(99, true),
    amountAtomic: view.getBigUint64(107, true),
    periodHours: view.getBigUint64(115, true),
    planCreatedAt: view.getBigInt64(123, true),
    pulledAtomic: view.getBigUint64(131, true),
    periodStartsAt: view.getBigInt64(139, true),
    expiresAt: view.getBigInt64(147, true),
  };
}

function isOf(
  raw: RawAccount | null,
  { discriminator, bytes }: { discriminator: number; bytes: number },
): raw is RawAccount {
  return (
    raw !== null &&
    raw.owner === SUBSCRIPTIONS_PROGRAM &&
    raw.data.length === bytes &&
    raw.data[0] === discriminator
  );
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function addressAt(data: Uint8Array, at: number): Address {
  return toBase58(data.subarray(at, at + 32)) as Address;
}

/** Four places, of which the empty ones are zeros. */
function addressesAt(data: Uint8Array, at: number): Address[] {
  const places = [0, 1, 2, 3].map((place) => addressAt(data, at + 32 * place));
  return places.filter((address) => address !== NO_ADDRESS);
}
