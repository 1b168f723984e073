import type { Address, Signature } from '@solana/kit';
import { type Consent, findConsent, readCover, remainingAllowance } from '../chain/authorization.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Db, Tx } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import {
  insertAuthorization,
  insertExaminedSignatures,
  listCountedSignatures,
  listExaminedSignatures,
} from '../mandates/authorization-queries.ts';
import { type SlotShare, listShares, lockPayerAccount } from './share-queries.ts';
import { remainingBudget } from '../../rules/mandates/approval.ts';
import { coverNeeded, sameLedger } from './cover.ts';
import { lockMandates, type MandateRow, updateMandate } from '../mandates/queries.ts';
import { onSteadyLedger } from './on-steady-ledger.ts';
import { listTopUps, markApplied, type TopUpRow } from './top-up-queries.ts';

/** A day, as for a first authorization: what a wallet signs later is not looked for. */
export const TOP_UP_SECONDS = 24 * 3600;

/**
 * Counts the top-ups of an active mandate that its payer signed and that landed: each is an approval with the
 * mandate's reference of at least the issued amount, and the account covers the new budget plus the payer's
 * other mandates. Nothing else increases a budget. One that approves a newer key moves every mandate it
 * carries to that key. Checks `signature` first; it is verified like any other. Throws ChainUnavailableError.
 */
export async function applyTopUps(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  { signature }: { signature?: Signature | undefined } = {},
): Promise<void> {
  const { db } = deployment;
  const open = await listOpenTopUps(deployment, db, mandate.id);
  const isOver = mandate.status !== 'active' && open.every(({ carried }) => carried.length === 0);
  if (isOver || open.length === 0) return;
  const terms = { ...mandate, renewals: open };
  const [examined, counted] = await Promise.all([
    listExaminedSignatures(db, mandate.id),
    listCountedSignatures(db, mandate.id),
  ]);
  const found = await findConsent(chain, terms, { signature, examined: new Set([...examined, ...counted]) });
  await insertExaminedSignatures(db, mandate.id, found.examined);
  const consents = found.consents.toSorted((a, b) => Number(a.slot - b.slot));
  for (const consent of consents) {
    if (topUpIn(consent, open) !== null) await applyConsent(deployment, chain, mandate, consent);
  }
}

/** What was issued for a mandate within the last day and is not counted yet, oldest first. */
export async function listOpenTopUps(
  { clock }: Pick<Deployment, 'clock'>,
  sql: Db,
  mandateId: string,
): Promise<TopUpRow[]> {
  const issued = await listTopUps(sql, mandateId, clock.seconds() - TOP_UP_SECONDS);
  return issued.filter(({ appliedAt }) => appliedAt === null);
}

/**
 * Which issued top-up an approval belongs to: the one with the nearest amount, since a wallet may have raised
 * it.
 */
function topUpIn(
  { slot, approvedAmountAtomic, delegate, carried }: Consent,
  open: readonly TopUpRow[],
): TopUpRow | null {
  const signed = open.filter(
    (row) =>
      row.delegate === delegate &&
      row.carried.join() === carried.join() &&
      row.approveAmount <= approvedAmountAtomic &&
      BigInt(row.issuedSlot) <= slot,
  );
  return signed.reduce<TopUpRow | null>((nearest, row) => {
    if (nearest === null || row.approveAmount > nearest.approveAmount) return row;
    return row.approveAmount === nearest.approveAmount && row.budget > nearest.budget ? row : nearest;
  }, null);
}

async function applyConsent(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  consent: Consent,
): Promise<void> {
  const terms = { ...mandate, delegate: consent.delegate };
  await onSteadyLedger<'decided'>(deployment.db, mandate, null, async (before) => {
    const { account } = await readCover(chain, terms, { minContextSlot: consent.slot });
    // The last permitted pull clears the slot, and a later approval replaces it: then this one decides
    // nothing.
    if (account.kind !== 'account' || account.account.delegate !== consent.delegate) return 'decided';
    const cover = { allowance: remainingAllowance(account, terms), before };
    return countConsent(deployment, mandate, consent, cover);
  });
}

/** Decides with the account and its mandates locked, on the ledger that the account was read with. */
async function countConsent(
  deployment: Deployment,
  asked: MandateRow,
  consent: Consent,
  { allowance, before }: { allowance: bigint; before: readonly SlotShare[] },
): Promise<'decided' | 'ledger_moved'> {
  const { id } = asked;
  return deployment.db.begin(async (tx) => {
    await lockPayerAccount(tx, asked);
    const locked = await lockMandates(tx, [...new Set([id, ...before.map(({ mandateId }) => mandateId)])]);
    if (!sameLedger(before, await listShares(tx, asked, null))) return 'ledger_moved';
    const topUp = topUpIn(consent, await listOpenTopUps(deployment, tx, id));
    if (topUp === null) return 'decided';
    await moveCarried(tx, locked, consent, asked.reference);
    const mandate = locked.find((row) => row.id === id)!;
    if (mandate.status === 'active')
      await raiseBudget(deployment, tx, mandate, { consent, topUp, allowance });
    return 'decided';
  });
}

/**
 * The payer's signature names each of these mandates, and gives the slot to another of our keys: from now on
 * that key pulls for them.
 */
async function moveCarried(
  tx: Tx,
  mandates: readonly MandateRow[],
  { delegate, carried, slot }: Consent,
  own: Address,
): Promise<void> {
  const moved = mandates.filter(
    (row) =>
      row.status === 'active' && row.delegate !== delegate && [own, ...carried].includes(row.reference),
  );
  for (const row of moved) {
    await updateMandate(tx, row.id, {
      delegate,
      planDelegate: row.planDelegate ?? row.delegate,
      authorizationSlot: Math.max(row.authorizationSlot ?? 0, Number(slot)),
      goneSeenAt: null,
    });
  }
}

async function raiseBudget(
  { clock }: Deployment,
  tx: Tx,
  mandate: MandateRow,
  { consent, topUp, allowance }: { consent: Consent; topUp: TopUpRow; allowance: bigint },
): Promise<void> {
  const budget = mandate.budget > topUp.budget ? mandate.budget : topUp.budget;
  const ledger = await listShares(tx, mandate, null);
  if (allowance < coverOf(mandate, budget, ledger)) return;
  const { signature, instructionIndex } = consent;
  const realNow = clock.seconds();
  const slot = Number(consent.slot);
  const isNew = await insertAuthorization(tx, {
    signature,
    instructionIndex,
    mandateId: mandate.id,
    kind: 'approval',
    amount: consent.approvedAmountAtomic,
    slot,
    recordedAt: realNow,
    wire: consent.wire,
  });
  if (!isNew) return;
  await markApplied(tx, topUp.id, { appliedAt: realNow, txSignature: signature });
  await updateMandate(tx, mandate.id, {
    budget,
    authorizationSlot: Math.max(mandate.authorizationSlot ?? 0, slot),
    goneSeenAt: null,
  });
}

/**
 * What the slot must hold for the mandate's new budget plus the payer's others in the `ledger`; amounts in
 * flight may already have been taken from it.
 */
export function coverOf(
  mandate: Pick<MandateRow, 'id' | 'pulled'>,
  budget: bigint,
  ledger: readonly SlotShare[],
): bigint {
  const inFlight = ledger.find(({ mandateId }) => mandateId === mandate.id)?.inFlight ?? 0n;
  const others = ledger.filter(({ mandateId }) => mandateId !== mandate.id);
  return coverNeeded(remainingBudget({ budget, pulled: mandate.pulled }) - inFlight, others);
}
