import { checkPull, readPullAccounts, type PullAccounts, type PullTerms } from '../chain/check-pull.ts';
import { timingOf } from '../chain/check-subscription.ts';
import { affordablePulls, shortFeePayer } from '../chain/fee-payer.ts';
import type { Failure } from '../chain/failure.ts';
import { accountFailure } from '../chain/failure.ts';
import { learnPriorityFees } from '../chain/priority-fee.ts';
import { preparePull, type Pull, signPulls, unitsOfPull } from '../chain/pull.ts';
import { chargeReference } from '../chain/references.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { learnSlot } from '../chain/seen-slot.ts';
import type { SignedTransaction } from '../chain/transaction.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { remainingBudget } from '../../rules/mandates/approval.ts';
import { hasTimeLeft } from './lease.ts';
import { unitsKindOf, pullTermsOf } from './pull-terms.ts';
import type { HeldCharge } from './read-due.ts';
import { shareTransactions } from './share-transactions.ts';

/** A charge that cannot be pulled, and why. */
export type RefusedCharge = HeldCharge & { kind: 'refused'; failure: Failure };

/** A charge with the transaction that was signed for it, and perhaps for others: theirs is the same object. */
export type SignedCharge = HeldCharge & { kind: 'signed'; transaction: SignedTransaction };

/** A charge whose window on chain opens in so many seconds, or is over: by the chain's clock, which the schedule does not know. */
export type UntimelyCharge = HeldCharge & ({ kind: 'early'; waitSeconds: number } | { kind: 'over' });

/** The result of checking and signing one charge. Nothing has been sent. */
export type BuiltAttempt = SignedCharge | RefusedCharge | UntimelyCharge;

/** A charge whose pull can succeed, as far as its accounts show. */
type CheckedCharge = HeldCharge & { kind: 'checked'; pull: Pull; units: number };
type Verdict = CheckedCharge | RefusedCharge | UntimelyCharge;

/** Simultaneous simulations: public nodes reject more than a few from one address. */
const PARALLEL = 8;

/**
 * Checks the accounts of many charges with a few reads, then signs those that can succeed, up to `mostTogether` in one transaction,
 * while their lease lasts. Throws ChainUnavailableError if the accounts cannot be read; a failure of a single charge is in its result.
 */
export async function buildAttempts(
  chain: Chain,
  held: readonly HeldCharge[],
  mostTogether: number,
): Promise<BuiltAttempt[]> {
  const checked = await checkAll(chain, held);
  const notPulled = checked.filter((one) => one.kind !== 'checked');
  const pullable = checked.filter((one) => one.kind === 'checked');
  const signed = await mapInLanes(shareTransactions(chain, pullable, mostTogether), PARALLEL, (sharers) =>
    signTogether(chain, sharers),
  );
  return [...notPulled, ...signed.flat()];
}

/** In the order of `held`. */
async function checkAll(chain: Chain, held: readonly HeldCharge[]): Promise<Verdict[]> {
  const terms = await Promise.all(held.map((one) => pullTermsOf(chain, one)));
  await runAtClocks(chain, held);
  await learnSlot(chain, 'confirmed');
  const [accounts] = await Promise.all([
    readAccountsOf(chain, held, terms),
    learnPriorityFees(
      chain,
      terms.map(({ destination }) => destination),
    ),
  ]);
  return mapInLanes(held, PARALLEL, async (one, at) => {
    try {
      if (!hasTimeLeft(one.charge, chain.clock))
        throw new ChainUnavailableError('The nodes were too slow for the time that the charge was held.');
      if (accounts[at]!.slot < authorizedAt(one))
        throw new ChainUnavailableError('No node has reached the slot of the authorization yet.');
      const { feePayerLamports } = accounts[at]!;
      if (affordablePulls(feePayerLamports) <= at)
        return { ...one, kind: 'refused', failure: shortFeePayer(chain, feePayerLamports) };
      return await check(chain, one, terms[at]!, accounts[at]!);
    } catch (error) {
      // A failure of one charge, or of a node for one charge, must not block the others.
      return { ...one, kind: 'refused', failure: oursOf(error) };
    }
  });
}

async function signTogether(chain: Chain, sharers: readonly CheckedCharge[]): Promise<BuiltAttempt[]> {
  try {
    const units = sharers.reduce((sum, one) => sum + one.units, 0);
    const [first, ...others] = sharers.map(({ pull }) => pull);
    const transaction = await signPulls(chain, [first!, ...others], units);
    return sharers.map((held) => ({ ...held, kind: 'signed', transaction }));
  } catch (error) {
    return sharers.map((held) => ({ ...held, kind: 'refused', failure: oursOf(error) }));
  }
}

/** On the localnet, pulls of a subscription run by the test clock of its merchant. */
async function runAtClocks(chain: Chain, held: readonly HeldCharge[]): Promise<void> {
  const subscribed = held.filter(({ mandate }) => mandate.scheme === 'plan');
  for (const [merchantId, ofMerchant] of Map.groupBy(subscribed, ({ mandate }) => mandate.merchantId)) {
    const clock = { merchantId, offsetSeconds: ofMerchant[0]!.aheadSeconds };
    const plans = ofMerchant.map(({ mandate }) => mandate.planAccount!);
    await runAtClockOf(chain, clock, [...new Set(plans)]);
  }
}

function oursOf(error: unknown): Failure {
  return { kind: 'ours', message: error instanceof Error ? error.message : String(error) };
}

/**
 * The accounts at or after the latest authorization: read earlier, its allowance would seem to be missing. If
 * no node has reached that slot, their current state: then only charges of later authorizations wait.
 */
async function readAccountsOf(
  chain: Chain,
  held: readonly HeldCharge[],
  terms: readonly PullTerms[],
): Promise<PullAccounts[]> {
  const slots = held.map(authorizedAt).toSorted((a, b) => Number(a - b));
  const [first, latest] = [slots[0]!, slots.at(-1)!];
  try {
    return await readPullAccounts(chain, terms, { commitment: 'confirmed', minContextSlot: latest });
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || first === latest) throw error;
    return readPullAccounts(chain, terms, { commitment: 'confirmed', minContextSlot: first });
  }
}

/** The slot of the authorization that a charge relies on; 0 if unknown. */
function authorizedAt({ mandate }: HeldCharge): bigint {
  return BigInt(mandate.authorizationSlot ?? 0);
}

/** Whether the chain's clock, the accounts, and a simulation of the first pull of its kind allow the pull. */
async function check(
  chain: Chain,
  held: HeldCharge,
  terms: PullTerms,
  accounts: PullAccounts,
): Promise<Verdict> {
  const { charge, mandate, expired } = held;
  const refuse = (failure: Failure) => ({ ...held, kind: 'refused' as const, failure });
  if (terms.subscription !== null) {
    const timing = timingOf(terms.subscription, accounts.subscription!);
    if (timing === null)
      return refuse({ kind: 'ours', message: 'The node did not show the clock of the chain.' });
    if (timing.kind !== 'open') return { ...held, ...timing };
  }
  // The allowance may cover more than this mandate's share, but a mandate pulls no more than its own budget.
  // Checked before the accounts, since the token programs clear the delegate of a used-up allowance: that is
  // not a cancellation.
  if (remainingBudget(mandate) < charge.amount) return refuse(accountFailure('allowance_short'));
  const failure = checkPull(accounts, terms);
  if (failure !== null) return refuse(failure);
  const delegate = chain.delegates.find(({ address }) => address === mandate.delegate);
  if (delegate === undefined) {
    // Its payer approved the key of the deployment that it comes from, and signs once for ours.
    if (mandate.importedAt !== null) return refuse(accountFailure('allowance_short'));
    return refuse({
      kind: 'ours',
      message: `The key of the delegate ${mandate.delegate} is not configured.`,
    });
  }
  const reference = chargeReference(mandate.genesisHash, mandate.id, charge.periodIndex);
  const { destination } = accounts;
  const memo = destination.kind === 'account' && destination.account.requiresMemo ? charge.id : null;
  const { subscription } = terms;
  const pull = await preparePull({
    ...terms,
    delegate,
    memo,
    references: [reference],
    subscription: subscription && { payer: terms.payer, plan: subscription.addresses.plan },
    expired,
    kind: await unitsKindOf(terms, accounts, memo),
    // An earlier signature did not land: perhaps because of something that the accounts do not show.
    isSimulated: charge.signatures > 0,
  });
  const simulated = await unitsOfPull(chain, pull);
  return simulated.kind === 'used'
    ? { ...held, kind: 'checked', pull, units: simulated.units }
    : refuse(simulated.failure);
}
