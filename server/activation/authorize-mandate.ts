import type { Signature } from '@solana/kit';
import { type Consent, findConsent, readCover, remainingAllowance } from '../chain/authorization.ts';
import type { Chain, Commitment } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { readMoment } from '../merchants/moment.ts';
import { activateMandate } from './activate-mandate.ts';
import { coverNeeded, sameLedger } from '../delegations/cover.ts';
import {
  insertAuthorization,
  insertExaminedSignatures,
  listExaminedSignatures,
} from '../mandates/authorization-queries.ts';
import {
  findActiveScheme,
  type SlotShare,
  listShares,
  lockPayerAccount,
  markGoneSeen,
} from '../delegations/share-queries.ts';
import { onSteadyLedger } from '../delegations/on-steady-ledger.ts';
import { noticeTakenBack } from './notice-taken-back.ts';
import { markOpened } from '../mandates/payer-queries.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { sharedDelegate } from '../delegations/shared-delegate.ts';

/** The result of looking on chain for a pending mandate's authorization. */
export type AuthorizationOutcome =
  | 'activated'
  /** Another request decided it meanwhile. */
  | 'not_pending'
  /** The payer has not signed these terms. */
  | 'no_consent'
  /** The payer signed, but the delegate slot does not cover this mandate plus the payer's others, or the program would not let anything be pulled. */
  | 'not_covered'
  /** Signed and covered, but the wallet does not hold the first amount. */
  | 'short_of_funds';

/** Where to look. `signature` is what a wallet or merchant says; it is verified like any other. */
export interface AuthorizationSearch {
  signature?: Signature | undefined;
  commitment?: Commitment;
}

/**
 * Activates a pending mandate of the approval scheme if its payer consented to exactly these terms and the account covers them.
 * So a merchant who holds the client_secret cannot do it alone, and an older approval that lands late cannot
 * leave other mandates without an allowance. If the approval was revoked on chain since, the mandate is
 * revoked. Throws ChainUnavailableError.
 */
export async function authorizeMandate(
  deployment: Deployment,
  chain: Chain,
  mandate: MandateRow,
  search: AuthorizationSearch,
): Promise<AuthorizationOutcome> {
  const { db } = deployment;
  const found = await findConsent(chain, mandate, {
    ...search,
    examined: await listExaminedSignatures(db, mandate.id),
  });
  await insertExaminedSignatures(db, mandate.id, found.examined);
  if (found.consents.length === 0) return 'no_consent';
  // The payer signed it, so it is shown to them with what is still missing.
  await markOpened(db, mandate.id, deployment.clock.seconds());
  const minContextSlot = found.consents.map(({ slot }) => slot).reduce((a, b) => (a > b ? a : b));

  const outcome = await onSteadyLedger<AuthorizationOutcome>(db, mandate, mandate.id, async (before) => {
    const { account } = await readCover(chain, mandate, { minContextSlot });
    if (remainingAllowance(account, mandate) < coverNeeded(mandate.budget, before)) {
      const isRevoked = await noticeTakenBack(deployment, chain, mandate, minContextSlot);
      return isRevoked ? 'not_pending' : 'not_covered';
    }
    if (mandate.goneSeenAt !== null) await markGoneSeen(db, [mandate.id], null);
    const balanceAtomic = account.kind === 'account' ? account.account.amountAtomic : 0n;
    const fundsSufficient = balanceAtomic >= mandate.amountPerPeriod;
    if (!fundsSufficient && mandate.trialSeconds === 0) return 'short_of_funds';

    const approval = { slot: Number(minContextSlot), fundsSufficient };
    return activate(deployment, chain, mandate, found.consents, approval, before);
  });
  return outcome ?? 'not_covered';
}

async function activate(
  { db, clock }: Deployment,
  chain: Chain,
  { id, merchantId, livemode, payer, mint, reference }: MandateRow,
  consents: readonly Consent[],
  approval: { slot: number; fundsSufficient: boolean },
  before: readonly SlotShare[],
): Promise<AuthorizationOutcome | 'ledger_moved'> {
  return db.begin(async (tx) => {
    await lockPayerAccount(tx, { livemode, payer, mint });
    const mandate = await lockMandate(tx, id);
    if (mandate.status !== 'pending') return 'not_pending';
    // It got another plan meanwhile, and these consents are to the previous one.
    if (mandate.reference !== reference || mandate.scheme !== 'approval') return 'not_covered';
    // The payer's others became active on plans meanwhile, whose delegate this approval displaced: the next instruction is for a plan too.
    if ((await findActiveScheme(tx, mandate, id)) === 'plan') return 'not_covered';
    const others = await listShares(tx, mandate, id);
    if (!sameLedger(before, others)) return 'ledger_moved';
    // Signed before the payer's others became active with another of our keys. The next instruction is for
    // that key.
    const shared = sharedDelegate(chain, others);
    if (shared !== null && shared !== mandate.delegate) return 'not_covered';
    const moment = await readMoment(tx, { merchantId, livemode }, clock);
    let counted = 0;
    for (const { signature, instructionIndex, slot, approvedAmountAtomic, wire } of consents) {
      const isNew = await insertAuthorization(tx, {
        signature,
        instructionIndex,
        mandateId: id,
        kind: 'approval',
        amount: approvedAmountAtomic,
        slot: Number(slot),
        recordedAt: moment.realNow,
        wire,
      });
      counted += isNew ? 1 : 0;
    }
    // All were already counted for another mandate. It cannot be this one, which was pending until now.
    if (counted === 0) return 'no_consent';
    await activateMandate(tx, mandate, approval, moment);
    return 'activated';
  });
}
