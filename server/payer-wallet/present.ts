import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type AccountRead, readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { presentForPayer } from '../../rules/mandates/present-for-payer.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { mayPull, remainingBudget } from '../../rules/mandates/approval.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { noticesUrlOf } from '../payer-contacts/notices-url.ts';
import { movesTo } from '../delegations/approval-target.ts';
import { slotOf } from '../delegations/shared-delegate.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { readStates } from '../subscriptions/read-states.ts';
import { listActiveDelegates, readPayersFacts } from './queries.ts';

type WalletMandate = components['schemas']['WalletMandate'];

/** One mandate as its payer sees it. */
export async function presentWalletMandate(
  deployment: Deployment,
  mandate: MandateRow,
): Promise<WalletMandate> {
  const [presented] = await presentWalletMandates(deployment, [mandate]);
  return presented!;
}

/**
 * Mandates of one payer and mode as the payer sees them, in order: one read of the database and one of the
 * chain for all.
 */
export async function presentWalletMandates(
  deployment: Deployment,
  mandates: readonly MandateRow[],
): Promise<WalletMandate[]> {
  const [facts, allowances, targets, states] = await Promise.all([
    readPayersFacts(
      deployment.db,
      mandates.map(({ id }) => id),
    ),
    readAllowances(deployment, mandates),
    readTopUpDelegates(deployment, mandates),
    readSubscriptionStates(deployment, mandates),
  ]);
  return mandates.map((mandate, at) => {
    const allowance = mandate.scheme === 'approval' ? allowances[at] : null;
    const { totalPaid, totalRefunded, nextChargeAt, failing, ...names } = facts.get(mandate.id)!;
    return {
      ...presentForPayer(mandate, names),
      object: 'wallet_mandate',
      ...noticesUrlOf(deployment, mandate.id, 'manage'),
      totalPaid: totalPaid.toString(),
      totalRefunded: totalRefunded.toString(),
      nextChargeAt,
      failing,
      remainingBudget: remainingBudgetOf(mandate),
      remainingAllowance: allowance?.toString() ?? null,
      topUpDelegate: (mandate.status === 'active' ? targets.get(mandate.mint) : null) ?? mandate.delegate,
      onChain: states.get(mandate.id) ?? null,
    };
  });
}

/** A plan without an end has no budget: the program allows each period by itself. */
function remainingBudgetOf(mandate: MandateRow): string | null {
  if (!mayPull(mandate)) return '0';
  if (mandate.scheme === 'plan' && mandate.maxPeriods === null) return null;
  return remainingBudget(mandate).toString();
}

/** How the subscriptions to plans stand, by mandate; none where no chain is available. */
async function readSubscriptionStates(
  deployment: Deployment,
  mandates: readonly MandateRow[],
): Promise<Map<string, NonNullable<WalletMandate['onChain']>>> {
  const subscribed = mandates.filter(hasPlan);
  const chain = subscribed[0] === undefined ? null : chainOf(deployment, subscribed[0].livemode);
  if (chain === null) return new Map();
  try {
    const { states } = await readStates(deployment, chain, subscribed);
    return new Map(
      states.map(({ standing, pullableUntil, next }, at) => [
        subscribed[at]!.id,
        { standing, pullableUntil, nextStep: next },
      ]),
    );
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error }, 'the subscriptions of a payer cannot be read');
    return new Map();
  }
}

/**
 * The newer key that a top-up moves the payer's active mandates to, by mint; null if they have the newest.
 */
async function readTopUpDelegates(
  deployment: Deployment,
  [first]: readonly MandateRow[],
): Promise<Map<string, MandateRow['delegate'] | null>> {
  const chain = first === undefined ? null : chainOf(deployment, first.livemode);
  if (chain === null) return new Map();
  const active = await listActiveDelegates(deployment.db, first!);
  return new Map(active.map(({ mint, delegates }) => [mint, movesTo(chain, delegates)]));
}

/** What each mandate's token account lets this service move now; null if no chain is available. */
async function readAllowances(
  deployment: Deployment,
  mandates: readonly MandateRow[],
): Promise<(bigint | null)[]> {
  const chain = mandates[0] === undefined ? null : chainOf(deployment, mandates[0].livemode);
  if (chain === null) return mandates.map(() => null);
  try {
    const addresses = await Promise.all(
      mandates.map(({ payer, mint, tokenProgram }) => tokenAccountOf(payer, mint, tokenProgram)),
    );
    const wanted = [...new Set(addresses)];
    const { accounts } = await readTokenAccounts(chain, wanted, { commitment: 'confirmed' });
    const reads = new Map(wanted.map((address, at) => [address, accounts[at]!]));
    return mandates.map((mandate, at) => allowanceIn(chain, mandate, reads.get(addresses[at]!)!));
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error }, 'the allowances of a payer cannot be read');
    return mandates.map(() => null);
  }
}

function allowanceIn(chain: Chain, mandate: MandateRow, read: AccountRead): bigint {
  return slotOf(chain, mandate, read)?.amountAtomic ?? 0n;
}
