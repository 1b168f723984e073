import {
  getApproveCheckedInstruction,
  getRevokeInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import { issueInstruction } from '../../server/checkout/issue-instruction.ts';
import { refreshCheckout } from '../../server/checkout/refresh-checkout.ts';
import { submitCheckout } from '../../server/checkout/submit-checkout.ts';
import { chargeReference, refundApprovalReference, refundReference } from '../../server/chain/references.ts';
import { derivedId } from '../../server/lib/ids.ts';
import { mintTo, setFrozen } from '../../server/localnet/test-tokens.ts';
import { parseTransaction } from '../../server/localnet/wire.ts';
import { createMandate } from '../../server/activation/create-mandate.ts';
import { getMandateForCheckout, type MandateRow } from '../../server/mandates/queries.ts';
import { revokeMandate } from '../../server/mandates/revoke-mandate.ts';
import { cancelMandate } from '../../server/payer-wallet/cancel-mandate.ts';
import { issueEnding, issueRestoring } from '../../server/subscriptions/issue-step.ts';
import { issueRevocation } from '../../server/delegations/revocation.ts';
import { submitWalletTransaction } from '../../server/payer-wallet/submit-transaction.ts';
import { createRefund } from '../../server/refunds/create-refund.ts';
import { submitRefund } from '../../server/refunds/submit-refund.ts';
import { issueTopUp } from '../../server/delegations/issue-top-up.ts';
import type { Step } from './plan.ts';
import { land, nonce, signIssued, type Wallet } from './wallet.ts';
import { type SoldMandate, type World } from './world.ts';
import { insertDunning } from '../../server/dunning/queries.ts';

const DECIMALS = 6;
/** By then what landed is finalized. */
const FINALIZED_MS = 20_000;
const REFUSED_MS = 12 * 3_600_000;

type Deed<K extends Step['do']> = Extract<Step, { do: K }>;

function signal(): AbortSignal {
  return new AbortController().signal;
}

/** -1 is the newest. */
function at<T>(items: readonly T[], index: number): T | undefined {
  return items.at(index % Math.max(1, items.length));
}

/** What people do, each through the use case that serves them. A refusal throws; the caller knows which are expected. */
export const deeds = {
  subscribe: async (world: World, { payer, merchant, terms, how }: Deed<'subscribe'>) => {
    const { deployment } = world.api;
    if (world.plan.twins) return subscribeTwin(world, { payer, merchant, terms });
    const wallet = at(world.payers, payer)!;
    const shop = at(world.merchants, merchant)!;
    const { amountAtomic, ...rest } = terms;
    const request = {
      payer: wallet.address,
      payee: shop.wallet.address,
      mint: world.mint,
      amountPerPeriod: String(amountAtomic),
      ...rest,
    };
    const { mandate } = await createMandate(deployment, shop.tenant, request);
    const { id, reference } = mandate;
    world.mandates.push({ id, reference, payer: wallet, merchant: shop, terms });
    const { transaction } = await issueInstruction(deployment, mandate);
    const signed = signIssued(wallet, transaction);
    const current = await getMandateForCheckout(deployment.db, id);
    if (how === 'submit') {
      await submitCheckout(deployment, current, { signedTransaction: signed, signal: signal() });
      return;
    }
    broadcast(world, signed);
    // Who leaves is found by the watch.
    if (how === 'broadcast') await refreshCheckout(deployment, current, { signal: signal() });
  },

  fund: async (world: World, { payer, amountAtomic }: Deed<'fund'>) => {
    await mintTo(world.chain, world.mint, at(world.payers, payer)!.address, BigInt(amountAtomic));
  },

  drain: async (world: World, { payer }: Deed<'drain'>) => {
    const wallet = at(world.payers, payer)!;
    const amount = balanceOf(world, wallet);
    if (amount > 0n) transfer(world, wallet, world.stranger.tokens, amount, []);
  },

  'cancel-in-wallet': async (world: World, { payer, how }: Deed<'cancel-in-wallet'>) => {
    const wallet = at(world.payers, payer)!;
    const [source, owner] = [wallet.tokens, noSigner(wallet)];
    if (how === 'revoke') world.blame.cancels(wallet.address);
    else world.blame.displaces(wallet.address);
    land(world.chain, wallet, [
      how === 'revoke'
        ? getRevokeInstruction({ source, owner })
        : approval(world, wallet, world.stranger.address, 1_000_000n),
    ]);
  },

  'cancel-in-portal': async (world: World, { mandate: index }: Deed<'cancel-in-portal'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const { deployment } = world.api;
    world.blame.ended.add(sold.id);
    const ended = await cancelMandate(deployment, sold.payer.address, sold.id);
    const issue = ended.scheme === 'plan' ? issueEnding : issueRevocation;
    const issued = await issue(deployment, ended);
    if (issued !== null) await submitSigned(world, sold, issued.transaction);
  },

  'top-up': async (world: World, { mandate: index }: Deed<'top-up'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const { deployment } = world.api;
    const mandate = await getMandateForCheckout(deployment.db, sold.id);
    if (mandate.scheme === 'plan') return restore(world, sold, mandate);
    const { transaction } = await issueTopUp(deployment, deployment.chains.live!, mandate, undefined);
    world.blame.tops(sold.payer.address);
    await submitSigned(world, sold, transaction);
    // A node may have dropped what was sent: a twin signs again later.
    if (!world.plan.twins || mandate.maxPeriods !== null) return;
    const { budget } = await getMandateForCheckout(deployment.db, sold.id);
    if (budget === mandate.budget) throw new ApiError('broadcast_unavailable');
  },

  'freeze-account': async (world: World, { payer }: Deed<'freeze-account'>) => {
    setFrozen(world.chain, at(world.payers, payer)!.tokens, true);
  },

  'thaw-account': async (world: World, { payer }: Deed<'thaw-account'>) => {
    setFrozen(world.chain, at(world.payers, payer)!.tokens, false);
  },

  'choose-dunning': async (world: World, { merchant, policy }: Deed<'choose-dunning'>) => {
    const { db, clock } = world.api.deployment;
    await insertDunning(db, at(world.merchants, merchant)!.tenant, policy, clock.seconds());
  },

  revoke: async (world: World, { mandate: index }: Deed<'revoke'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    world.blame.ended.add(sold.id);
    await revokeMandate(world.api.deployment, sold.merchant.tenant, sold.id, null);
  },

  refund: async (world: World, { mandate: index, share, signed: how }: Deed<'refund'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const { deployment } = world.api;
    const { tenant, wallet } = sold.merchant;
    const [charge] = await deployment.db<{ id: string; amount: bigint }[]>`
      select id, amount from charges where mandate_id = ${sold.id} and status = 'succeeded' order by position desc limit 1`;
    if (charge === undefined) return;
    const amount = String((charge.amount * BigInt(share * 100)) / 100n);
    const refund = await createRefund(deployment, tenant, charge.id, { amount }, null);
    world.trace.count(`refund ${refund.status}`);
    if (refund.transaction === undefined || how === 'never') return;
    const signed = signIssued(wallet, refund.transaction);
    if (how === 'broadcast') broadcast(world, signed);
    else await submitRefund(deployment, tenant, refund.id, signed);
  },

  /** The payee lets the service sign refunds: an approval with the payee's own reference. */
  'delegate-refunds': async (world: World, { merchant }: Deed<'delegate-refunds'>) => {
    const { wallet } = at(world.merchants, merchant)!;
    const delegate = world.delegates[0]!.address;
    const terms = { payee: wallet.address, mint: world.mint, delegate };
    const reference = refundApprovalReference(world.chain.genesisHash, terms);
    land(world.chain, wallet, [withExtras(approval(world, wallet, delegate, 1_000_000_000n), [reference])]);
  },

  /** The signer refuses one refund for some hours, as a remote one may: it fails again and again. */
  'poison-refund': async (world: World, { mandate: index }: Deed<'poison-refund'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const merchant = world.merchants.indexOf(sold.merchant);
    await deeds['delegate-refunds'](world, { atMs: 0, do: 'delegate-refunds', merchant });
    const [charge] = await world.observer<{ id: string; last: number }[]>`
      select c.id, (select coalesce(max(ordinal), 0) from refunds r where r.charge_id = c.id) as last
      from charges c where c.mandate_id = ${sold.id} and c.status = 'succeeded' order by c.position desc limit 1`;
    if (charge === undefined) return;
    const id = derivedId('refund', charge.id, charge.last + 1);
    const reference = refundReference(world.chain.genesisHash, id);
    world.refusedBySigner.add(reference);
    world.time.at(world.time.nowMs + REFUSED_MS, null, () => void world.refusedBySigner.delete(reference));
    world.time.at(world.time.nowMs + FINALIZED_MS, null, () => {
      const refund = { do: 'refund', mandate: index, share: 0.25, signed: 'never' } as const;
      void deeds.refund(world, { atMs: 0, ...refund }).catch((error: unknown) => world.note(String(error)));
    });
  },

  'fund-just-in-time': async (world: World, { mandate: index, beforeMs }: Deed<'fund-just-in-time'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const [charge] = await world.observer<{ wakeAt: number }[]>`
      select wake_at from charges where mandate_id = ${sold.id} and status = 'scheduled'`;
    const dueMs = (charge?.wakeAt ?? 0) * 1000;
    if (dueMs - beforeMs < world.time.nowMs) return;
    const amount = balanceOf(world, sold.payer);
    if (amount === 0n) return;
    transfer(world, sold.payer, world.stranger.tokens, amount, []);
    world.time.at(dueMs - beforeMs, null, () => {
      world.note(`a payer gets ${amount} back ${beforeMs} ms before a charge`);
      void mintTo(world.chain, world.mint, sold.payer.address, amount);
    });
  },

  /** Strangers' transactions under a mandate's reference: they cost them fees, and must change nothing. */
  spam: async (world: World, { mandate: index }: Deed<'spam'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    for (const period of [0, 1, 2]) {
      const references = [sold.reference, chargeReference(world.chain.genesisHash, sold.id, period)];
      transfer(world, world.stranger, sold.merchant.wallet.tokens, 1n, references);
    }
  },

  /** One transfer of the right amount that names several periods, the next one among them: it settles none of them. */
  'pay-many': async (world: World, { mandate: index }: Deed<'pay-many'>) => {
    const sold = at(world.mandates, index);
    if (sold === undefined) return;
    const [last] = await world.observer<{ period: number | null }[]>`
      select max(period_index) as period from charges where mandate_id = ${sold.id}`;
    const references = [-1, 0, 1, 2, 3].map((ahead) =>
      chargeReference(world.chain.genesisHash, sold.id, Math.max(0, (last?.period ?? 0) + ahead)),
    );
    const distinct = [...new Set(references)];
    transfer(world, sold.payer, sold.merchant.wallet.tokens, BigInt(sold.terms.amountAtomic), distinct);
  },
};

/** Makes the payer's one mandate unless that is done, and signs what it still takes: who was refused by a fault goes on where they were. */
async function subscribeTwin(
  world: World,
  { payer, merchant, terms }: Pick<Deed<'subscribe'>, 'payer' | 'merchant' | 'terms'>,
): Promise<void> {
  const { deployment } = world.api;
  const wallet = world.payers[payer]!;
  const shop = at(world.merchants, merchant)!;
  if (world.mandates[payer] === undefined) {
    const { amountAtomic, ...rest } = terms;
    const { mandate } = await createMandate(deployment, shop.tenant, {
      payer: wallet.address,
      payee: shop.wallet.address,
      mint: world.mint,
      amountPerPeriod: String(amountAtomic),
      ...rest,
    });
    const { id, reference } = mandate;
    world.mandates[payer] = { id, reference, payer: wallet, merchant: shop, terms };
  }
  const { id } = world.mandates[payer];
  for (let remaining = 1; remaining > 0;) {
    const mandate = await getMandateForCheckout(deployment.db, id);
    if (mandate.status !== 'pending') return;
    const issued = await issueInstruction(deployment, mandate);
    const signedTransaction = signIssued(wallet, issued.transaction);
    await submitCheckout(deployment, await getMandateForCheckout(deployment.db, id), {
      signedTransaction,
      signal: signal(),
    });
    remaining = issued.remaining;
  }
  // A node may have dropped what was sent: the payer signs again later.
  const { status } = await getMandateForCheckout(deployment.db, id);
  if (status === 'pending') throw new ApiError('broadcast_unavailable');
}

/** The payer's one signature makes their subscription work again, where another application's delegate took its place. Nothing else needs renewing. */
async function restore(world: World, sold: SoldMandate, { status }: MandateRow): Promise<void> {
  const { deployment } = world.api;
  if (status !== 'active') return;
  const issue = async () => {
    const mandate = await getMandateForCheckout(deployment.db, sold.id);
    return issueRestoring(deployment, deployment.chains.live!, mandate).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'parameter_invalid') return null;
      throw error;
    });
  };
  const issued = await issue();
  if (issued === null) return world.trace.count('needs no renewal');
  await submitSigned(world, sold, issued.transaction);
  // A node may have dropped what was sent: the payer signs again later.
  if ((await issue()) !== null) throw new ApiError('broadcast_unavailable');
  world.blame.restores(sold.payer.address);
  world.trace.count('restored');
}

async function submitSigned(world: World, { id, payer }: SoldMandate, transaction: string): Promise<void> {
  const signedTransaction = signIssued(payer, transaction);
  await submitWalletTransaction(world.api.deployment, payer.address, id, {
    signedTransaction,
    signal: signal(),
  });
}

/** A wallet sends by a node of its own, which works. */
function broadcast(world: World, wire: string): void {
  const tx = parseTransaction(Buffer.from(wire, 'base64'));
  if (!world.chain.isProcessed(tx)) world.chain.land(tx);
}

function transfer(
  world: World,
  from: Wallet,
  destination: Address,
  amount: bigint,
  references: Address[],
): void {
  if (balanceOf(world, from) < amount) return;
  const instruction = getTransferCheckedInstruction({
    source: from.tokens,
    mint: world.mint,
    destination,
    authority: noSigner(from),
    amount,
    decimals: DECIMALS,
  });
  // Two equal transfers in one slot would be one transaction.
  const memo = { programAddress: MEMO, accounts: [], data: Buffer.from(String(nonce())) };
  land(world.chain, from, [memo, withExtras(instruction, references)]);
}

function approval(world: World, wallet: Wallet, delegate: Address, amount: bigint) {
  const [source, owner] = [wallet.tokens, noSigner(wallet)];
  return getApproveCheckedInstruction({
    source,
    owner,
    mint: world.mint,
    delegate,
    amount,
    decimals: DECIMALS,
  });
}

function withExtras(instruction: Instruction, addresses: Address[]): Instruction {
  const extras = addresses.map((address) => ({ address, role: AccountRole.READONLY }));
  return { ...instruction, accounts: [...(instruction.accounts ?? []), ...extras] };
}

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;

function noSigner({ address }: Wallet) {
  return { address, signTransactions: () => Promise.reject(new Error('Bug: land signs')) };
}

/** The token program keeps the amount at byte 64. */
function balanceOf({ chain }: World, { tokens }: Wallet): bigint {
  const account = chain.accounts.read(tokens);
  return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(64);
}
