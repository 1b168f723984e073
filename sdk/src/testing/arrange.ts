import { amountToApprove } from '../../../rules/mandates/approval.ts';
import { U64_MAX } from '../../../rules/money.ts';
import { addBalance, approve, balanceOf, type FakeChain } from './chain.ts';
import { fromBase58 } from './bytes.ts';
import { lookForAuthorization } from './checkout.ts';
import { othersOf } from './lifecycle.ts';
import type { MandateRow } from './rows.ts';
import { chainOf, type World } from './world.ts';

/** A wallet and the balance it is to have. */
export interface WantedBalance {
  address: string;
  /** Default the mode's stable token. */
  mint?: string;
  /** Atomic units. */
  amount: bigint | string;
  /** Default false. */
  livemode?: boolean;
}

/** Sets a wallet's balance. Throws TypeError for an invalid address, mint or amount. */
export function setBalance(world: World, { address, mint, amount, livemode = false }: WantedBalance): void {
  const chain = existingChain(world, livemode);
  const token = mint ?? floorMint(world, livemode);
  if (fromBase58(address, 32) === null) throw new TypeError('address must be a Solana address in base58.');
  if (!chain.mints.has(token)) throw new TypeError(`mint ${token} is not on this chain.`);
  if (!/^\d{1,20}$/.test(String(amount))) {
    throw new TypeError('amount must be a whole number of atomic units, not negative.');
  }
  addBalance(chain, address, token, BigInt(amount) - (balanceOf(chain, address, token) ?? 0n));
}

/**
 * Approves a pending subscription as its payer would with a wallet that broadcasts by itself, then lets the
 * service notice. Throws TypeError if the mandate does not exist or is an order; ApiError as a refresh of the
 * checkout would.
 */
export function authorize(world: World, mandateId: string): void {
  const mandate = existingMandate(world, mandateId);
  const { livemode, payer: owner, mint, delegate, budget, sellMode, status } = mandate;
  if (sellMode === 'once') {
    throw new TypeError('mandateId is of an order, which is paid: submit its signed transaction.');
  }
  if (status === 'pending') {
    const amount = amountToApprove(budget, othersOf(world, mandate));
    approve(existingChain(world, livemode), { owner, mint }, { delegate, amount });
    mandate.consented = true;
  }
  lookForAuthorization(world, mandate);
}

/** The payee whose refunds the service may sign. */
export interface RefundDelegation {
  /** The payee's wallet. */
  address: string;
  /** Default the mode's stable token. */
  mint?: string;
  /** Default false. */
  livemode?: boolean;
}

/** Approves refunds on chain as the payee, without a limit. Throws TypeError for an invalid address. */
export function delegateRefunds(world: World, { address, mint, livemode = false }: RefundDelegation): void {
  const chain = existingChain(world, livemode);
  if (fromBase58(address, 32) === null) throw new TypeError('address must be a Solana address in base58.');
  const token = mint ?? floorMint(world, livemode);
  approve(chain, { owner: address, mint: token }, { delegate: chain.delegate, amount: U64_MAX });
  chain.refundDelegations.add(`${address}/${token}`);
}

function floorMint(world: World, livemode: boolean): string {
  return world.tokens.find((row) => row.floor && row.livemode === livemode)!.mint;
}

/** Revokes the approval on chain as the payer. Throws TypeError for a mandate that does not exist. */
export function takeBack(world: World, mandateId: string): void {
  const { livemode, payer, mint } = existingMandate(world, mandateId);
  existingChain(world, livemode).approvals.delete(`${payer}/${mint}`);
}

function existingMandate(world: World, mandateId: string): MandateRow {
  const mandate = world.mandates.find(mandateId);
  if (mandate === null) throw new TypeError(`mandateId ${mandateId} is of no mandate of this fake.`);
  return mandate;
}

function existingChain(world: World, livemode: boolean): FakeChain {
  const chain = chainOf(world, livemode);
  if (chain === null)
    throw new TypeError('livemode: this fake has no live chain. Make it with liveChain: true.');
  return chain;
}
