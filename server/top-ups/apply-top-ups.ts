import type { Signature } from '@solana/kit';
import { type Consent, findConsent, readCover, remainingAllowance } from '../chain/authorization.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import {
  insertAuthorization,
  insertExaminedSignatures,
  listCountedSignatures,
  listExaminedSignatures,
} from '../mandates/authorization-queries.ts';
import { type Commitment, listCommitments, lockPayerAccount } from '../mandates/commitment-queries.ts';
import { coverNeeded, remainingBudget, sameLedger } from '../mandates/commitments.ts';
import { lockMandate, type MandateRow, updateMandate } from '../mandates/queries.ts';
import { programAddressOf } from '../tokens/program.ts';
import { listTopUps, markApplied, type TopUpRow } from './queries.ts';

/** A day, as for a first authorization: what a wallet signs later than that is not looked for. */
export const TOP_UP_SECONDS = 24 * 3600;
/** The payer's mandates may settle while the account is read; that is over in a moment. */
const LEDGER_ATTEMPTS = 5;

/**
 * Counts the top-ups of an active mandate that its payer signed and that landed: each is an approval with the mandate's reference of at
 * least what was issued, and the account covers the new budget beside the payer's other mandates. Nothing else raises a
 * budget. Looks at `signature` first; it is verified like any other. Throws ChainUnavailableError.
 */
export async function applyTopUps(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  { signature }: { signature?: Signature | undefined } = {},
): Promise<void> {
  const { db } = deployment;
  const open = await listOpenTopUps(deployment, db, mandate.id);
  if (mandate.status !== 'active' || open.length === 0) return;
  const terms = { ...mandate, program: programAddressOf(mandate.tokenProgram) };
  const [examined, counted] = await Promise.all([
    listExaminedSignatures(db, mandate.id),
    listCountedSignatures(db, mandate.id),
  ]);
  const found = await findConsent(chain, terms, { signature, examined: new Set([...examined, ...counted]) });
  await insertExaminedSignatures(db, mandate.id, found.examined);
  const consents = [...found.consents].sort((a, b) => Number(a.slot - b.slot));
  for (const consent of consents) {
    if (topUpIn(consent, open) !== null) await applyConsent(deployment, chain, mandate, consent);
  }
}

/** What was issued for a mandate within the last day and does not count yet, oldest first. */
export async function listOpenTopUps(
  { clock }: Pick<Deployment, 'clock'>,
  sql: Db,
  mandateId: string,
): Promise<TopUpRow[]> {
  const issued = await listTopUps(sql, mandateId, clock.seconds() - TOP_UP_SECONDS);
  return issued.filter(({ appliedAt }) => appliedAt === null);
}

/** Which of the issued top-ups an approval is: the one nearest to what was signed, since a wallet may have raised the amount. */
function topUpIn(
  { slot, approvedAmountAtomic }: Pick<Consent, 'slot' | 'approvedAmountAtomic'>,
  open: readonly TopUpRow[],
): TopUpRow | null {
  const signed = open.filter(
    ({ approveAmount, issuedSlot }) => approveAmount <= approvedAmountAtomic && BigInt(issuedSlot) <= slot,
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
  const terms = { ...mandate, program: programAddressOf(mandate.tokenProgram) };
  for (let attempt = 0; attempt < LEDGER_ATTEMPTS; attempt += 1) {
    const before = await listCommitments(deployment.db, mandate, null);
    const { account } = await readCover(chain, terms, { minContextSlot: consent.slot });
    const cover = { allowance: remainingAllowance(account, terms), before };
    if ((await countConsent(deployment, mandate, consent, cover)) === 'decided') return;
  }
  // Nothing is lost: the watch looks again.
}

/** Decides under the mandate's lock, on the ledger that the account was read beside. */
async function countConsent(
  deployment: Deployment,
  { id, livemode, payer, mint }: MandateRow,
  { signature, instructionIndex, ...consent }: Consent,
  { allowance, before }: { allowance: bigint; before: readonly Commitment[] },
): Promise<'decided' | 'ledger_moved'> {
  const { db, clock } = deployment;
  return db.begin(async (tx) => {
    await lockPayerAccount(tx, { livemode, payer, mint });
    const mandate = await lockMandate(tx, id);
    if (mandate.status !== 'active') return 'decided';
    const ledger = await listCommitments(tx, mandate, null);
    if (!sameLedger(before, ledger)) return 'ledger_moved';
    const topUp = topUpIn(consent, await listOpenTopUps(deployment, tx, id));
    if (topUp === null) return 'decided';
    const budget = mandate.budget > topUp.budget ? mandate.budget : topUp.budget;
    if (allowance < coverOf(mandate, budget, ledger)) return 'decided';
    const realNow = clock.seconds();
    const slot = Number(consent.slot);
    const isNew = await insertAuthorization(tx, {
      signature,
      instructionIndex,
      mandateId: id,
      kind: 'approval',
      amount: consent.approvedAmountAtomic,
      slot,
      recordedAt: realNow,
    });
    if (!isNew) return 'decided';
    await markApplied(tx, topUp.id, { appliedAt: realNow, txSignature: signature });
    await updateMandate(tx, id, {
      budget,
      authorizationSlot: Math.max(mandate.authorizationSlot ?? 0, slot),
      goneSeenAt: null,
    });
    return 'decided';
  });
}

/**
 * What the slot must carry with the mandate's new budget, beside the payer's others in the `ledger`; amounts in flight may have been
 * taken from it already.
 */
export function coverOf(
  mandate: Pick<MandateRow, 'id' | 'pulled'>,
  budget: bigint,
  ledger: readonly Commitment[],
): bigint {
  const inFlight = ledger.find(({ mandateId }) => mandateId === mandate.id)?.inFlight ?? 0n;
  const others = ledger.filter(({ mandateId }) => mandateId !== mandate.id);
  return coverNeeded(remainingBudget({ budget, pulled: mandate.pulled }) - inFlight, others);
}
