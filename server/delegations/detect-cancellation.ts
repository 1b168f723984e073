import type { Address } from '@solana/kit';
import { hasSignedAttempt } from '../attempts/queries.ts';
import { readCover } from '../chain/authorization.ts';
import type { Chain } from '../chain/rpc.ts';
import type { TokenProgramName } from '../chain/token-program.ts';
import { abandonCharge } from '../charges/close-charge.ts';
import { lockOpenCharge } from '../charges/queries.ts';
import type { EndedBy } from '../../rules/mandates/machine.ts';
import type { Deployment } from '../deployment.ts';
import { recordEvents } from '../events/record-events.ts';
import { readMoment } from '../merchants/moment.ts';
import { listToppedUp } from './top-up-queries.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { type DoubtedShare, listDoubtedShares, markGoneSeen, readShareLedger } from './share-queries.ts';
import { lockMandate } from '../mandates/queries.ts';
import { isOurs } from './shared-delegate.ts';

/**
 * Seconds between two checks that find the delegate missing. One wrong or lagging response must not end a
 * subscription.
 */
export function secondSightSeconds({ isLocalnet }: Pick<Chain, 'isLocalnet'>): number {
  return isLocalnet ? 2 : 60;
}

/**
 * A payer who was given a top-up to sign wants to continue, whatever the slot shows meanwhile: two minutes
 * are longer than its blockhash lives.
 */
const RENEWAL_SECONDS = 120;

/** A payer's account that active mandates pull from. */
export interface DelegatedAccount {
  livemode: boolean;
  payer: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
}

/** The state of the payer's mandates that should hold the delegate slot. */
export interface CancellationReport {
  /** Revoked now. */
  cancelled: string[];
  /** Found missing once; the second check is still to come. */
  suspected: string[];
  /**
   * Active, but not covered: another of the service's keys holds the slot. The payer's next approval covers
   * them again.
   */
  displaced: string[];
}

/**
 * Notices that a payer removed the delegate while budget remains: the charge is abandoned and the mandate
 * revoked. Requires that nothing of that payer and mint is in flight, and that it is seen twice some time
 * apart, at finalized, by a node that has seen the authorizations. (After the last permitted pull both token
 * programs clear the delegate: a spent allowance is not a revocation.) Throws ChainUnavailableError: if no
 * node can tell, it stays unknown.
 */
export async function detectCancellation(
  deployment: Deployment,
  chain: Chain,
  account: DelegatedAccount,
  {
    apartSeconds = secondSightSeconds(chain),
    keptMandateId = null,
  }: {
    apartSeconds?: number;
    /**
     * A mandate that its payer is renewing right now, so that it is not a cancellation: an earlier suspicion
     * is cleared.
     */
    keptMandateId?: string | null;
  } = {},
): Promise<CancellationReport> {
  const { db, clock } = deployment;
  const none = { cancelled: [], suspected: [], displaced: [] };
  const before = await readShareLedger(db, account);
  if (before === null || before.inFlight > 0n) return none;
  const read = await readCover(chain, account, {
    commitment: 'finalized',
    minContextSlot: BigInt(before.newestSlot),
  });
  // A missing or foreign account fails the charge and is retried: only a missing delegate is a cancellation.
  if (read.account.kind !== 'account') return none;
  const { delegate } = read.account.account;
  const doubted = await listDoubtedShares(db, account, delegate);
  // Read last: what was listed belongs to the ledger that the account was read with.
  if ((await readShareLedger(db, account))?.mark !== before.mark) return none;

  const now = clock.seconds();
  const kept = await findKept(deployment, doubted, keptMandateId);
  const isMissed = (row: DoubtedShare) => row.isMissed && !kept.has(row.mandateId);
  // Another of our keys holds the slot by an approval that we issued: nobody cancelled anything.
  const isDisplaced = isOurs(chain, delegate);
  const isGone = (row: DoubtedShare) => isMissed(row) && !isDisplaced;
  const gone = doubted.filter(isGone);
  const back = doubted.filter((row) => !isGone(row) && row.goneSeenAt !== null);
  if (back.length > 0)
    await markGoneSeen(
      db,
      back.map((row) => row.mandateId),
      null,
    );

  const first = gone.filter((row) => row.goneSeenAt === null);
  const confirmed = gone.filter((row) => row.goneSeenAt !== null && now - row.goneSeenAt >= apartSeconds);
  if (first.length > 0)
    await markGoneSeen(
      db,
      first.map((row) => row.mandateId),
      now,
    );
  for (const { mandateId } of confirmed) await cancelMandate(deployment, mandateId);
  const cancelled = confirmed.map((row) => row.mandateId);
  return {
    cancelled,
    suspected: gone.filter((row) => !confirmed.includes(row)).map((row) => row.mandateId),
    displaced: isDisplaced ? doubted.filter(isMissed).map((row) => row.mandateId) : [],
  };
}

/** Those of these mandates that their payer wants to continue, whatever the slot shows, by id. */
export async function findKept(
  { db, clock }: Pick<Deployment, 'db' | 'clock'>,
  active: readonly { mandateId: string }[],
  keptMandateId: string | null,
): Promise<ReadonlySet<string | null>> {
  const ids = active.map(({ mandateId }) => mandateId);
  return new Set([keptMandateId, ...(await listToppedUp(db, ids, clock.seconds() - RENEWAL_SECONDS))]);
}

/** Who took an authorization away, null if nobody knows, and what is said of the charge that cannot be made. */
export interface TakenAway {
  endedBy: EndedBy | null;
  message: string;
}

const BY_PAYER: TakenAway = { endedBy: 'payer', message: 'The payer took the authorization back on chain.' };

/** Ends an active mandate whose authorization was found gone twice, unless something of it is in flight. Its open charge is abandoned. */
export async function cancelMandate(
  { db, clock }: Deployment,
  mandateId: string,
  { endedBy, message }: TakenAway = BY_PAYER,
): Promise<void> {
  await db.begin(async (tx) => {
    const mandate = await lockMandate(tx, mandateId);
    if (mandate.status !== 'active' || mandate.goneSeenAt === null) return;
    const charge = await lockOpenCharge(tx, mandateId);
    const moment = await readMoment(tx, mandate, clock);
    if (charge === null) {
      const { event } = await endMandate(tx, mandate, 'cancel', moment.now, endedBy);
      await recordEvents(tx, mandate, [event], moment);
      return;
    }
    // A signature made since the check may still land: then the delegate was there.
    if (await hasSignedAttempt(tx, { chargeId: charge.id })) return;
    const failure = { code: 'allowance_gone' as const, message };
    await abandonCharge(tx, { mandate, charge }, failure, moment, endedBy);
  });
}
