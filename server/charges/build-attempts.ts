import { checkPull, readPullAccounts, type PullAccounts, type PullTerms } from '../chain/check-pull.ts';
import type { Failure } from '../chain/failure.ts';
import { accountFailure } from '../chain/failure.ts';
import { buildPull } from '../chain/pull.ts';
import { chargeReference } from '../chain/references.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { learnSlot } from '../chain/seen-slot.ts';
import { tokenAccountOf } from '../chain/tokens.ts';
import type { SignedTransaction } from '../chain/transaction.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { remainingBudget } from '../mandates/commitments.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { programAddressOf } from '../tokens/program.ts';
import { hasTimeLeft } from './lease.ts';
import type { ChargeRow } from './queries.ts';

/** A charge that a worker holds, with its mandate. */
export interface HeldCharge {
  charge: ChargeRow;
  mandate: MandateRow;
  /** Whether the platform's owner accepts that the token's issuer may move balances. */
  issuerControls: boolean;
  /** How many of the charge's signatures expired without landing. */
  expired: number;
}

/** What came of checking and signing one charge. Nothing has been sent. */
export type BuiltAttempt = HeldCharge &
  ({ kind: 'signed'; transaction: SignedTransaction } | { kind: 'refused'; failure: Failure });

/** Simulations in flight at once: public nodes refuse more than a few from one address. */
const PARALLEL = 8;

/**
 * Checks the accounts of many charges with a few reads, then simulates and signs each that can succeed, as far as their lease
 * reaches. Throws ChainUnavailableError when the accounts cannot be read; a failure of one charge's own is in its result.
 */
export async function buildAttempts(chain: Chain, held: readonly HeldCharge[]): Promise<BuiltAttempt[]> {
  const terms = await Promise.all(held.map(pullTermsOf));
  await learnSlot(chain, 'confirmed');
  const minContextSlot = latestAuthorization(held);
  const accounts = await readPullAccounts(chain, terms, { commitment: 'confirmed', minContextSlot });
  return mapInLanes(held, PARALLEL, async (one, at) => {
    try {
      if (!hasTimeLeft(one.charge, chain.clock))
        throw new ChainUnavailableError('The nodes were too slow for the time that the charge was held.');
      return { ...one, ...(await buildAttempt(chain, one, terms[at]!, accounts[at]!)) };
    } catch (error) {
      // What a node refuses for one charge, or what is wrong with it, must not hold up the others.
      const message = error instanceof Error ? error.message : String(error);
      return { ...one, kind: 'refused', failure: { kind: 'ours', message } };
    }
  });
}

/** No account is read as it was before its owner's signature, which is confirmed: the allowance would seem to be missing. */
function latestAuthorization(held: readonly HeldCharge[]): bigint {
  const slots = held.map(({ mandate }) => BigInt(mandate.authorizationSlot ?? 0));
  return slots.reduce((latest, slot) => (slot > latest ? slot : latest), 0n);
}

async function buildAttempt(
  chain: Chain,
  { charge, mandate, expired }: HeldCharge,
  terms: PullTerms,
  accounts: PullAccounts,
): Promise<{ kind: 'signed'; transaction: SignedTransaction } | { kind: 'refused'; failure: Failure }> {
  const refuse = (failure: Failure) => ({ kind: 'refused' as const, failure });
  // The slot may carry more than this mandate's share: it pulls no more than its own budget. Asked before the accounts
  // are, since the token programs clear the delegate of a used-up allowance by themselves: that is no cancellation.
  if (remainingBudget(mandate) < charge.amount) return refuse(accountFailure('allowance_short'));
  const failure = checkPull(accounts, terms);
  if (failure !== null) return refuse(failure);
  const delegate = chain.delegates.find(({ address }) => address === mandate.delegate);
  if (delegate === undefined) {
    return refuse({
      kind: 'ours',
      message: `The key of the delegate ${mandate.delegate} is not configured.`,
    });
  }
  const reference = chargeReference(mandate.genesisHash, mandate.id, charge.periodIndex);
  const { destination } = accounts;
  return buildPull(chain, {
    ...terms,
    delegate,
    memo: destination.kind === 'account' && destination.account.requiresMemo ? charge.id : null,
    references: [reference],
    expired,
  });
}

async function pullTermsOf({ charge, mandate, issuerControls }: HeldCharge): Promise<PullTerms> {
  const program = programAddressOf(mandate.tokenProgram);
  const [source, destination] = await Promise.all([
    tokenAccountOf(mandate.payer, mandate.mint, program),
    tokenAccountOf(mandate.payee, mandate.mint, program),
  ]);
  return {
    payer: mandate.payer,
    payee: mandate.payee,
    source,
    destination,
    mint: mandate.mint,
    program,
    decimals: mandate.decimals,
    amountAtomic: charge.amount,
    delegate: mandate.delegate,
    issuerControls,
  };
}
