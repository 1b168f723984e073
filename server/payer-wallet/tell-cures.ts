import type { Address } from '@solana/kit';
import type { ReadAccount } from '../../rules/forecast/collectability.ts';
import { curesOf, presentCures, type NamedCure } from '../../rules/forecast/cures.ts';
import { type Horizon, MOST_DAYS } from '../../rules/forecast/dues.ts';
import type { ForeseenMandate } from '../../rules/forecast/judge.ts';
import { horizonOf } from '../../rules/forecast/summary.ts';
import { symbolOf } from '../../rules/mandates/present-for-payer.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { type ReadOptions, readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { isOurs } from '../delegations/shared-delegate.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { readMoments } from '../merchants/moment.ts';
import { payerAccountOf } from '../payer-accounts/note-reads.ts';
import { readStates } from '../subscriptions/read-states.ts';
import { listOwed, type OwedMandate } from './owed-queries.ts';

/** With more active subscriptions than these, what falls due is too much to play at each look. */
const MOST = 200;

interface Caller {
  payer: string;
  livemode: boolean;
}

/** What a mandate is collected from, as the chain shows it now. */
interface Source {
  account: ReadAccount;
  /** When nothing more is collected because its plan ends; null for never. */
  endsAt: number | null;
}

/**
 * What of the payer's next 30 days is not covered, and what cures it: all charges of all merchants, against the accounts as the chain shows them
 * now. Whatever cannot be told for certain is left out; `cures` is null if nothing can be told.
 */
export async function tellCures(
  deployment: Deployment,
  caller: Caller,
): Promise<components['schemas']['WalletCures']> {
  const horizon = horizonOf(deployment.clock.seconds(), MOST_DAYS);
  return presentCures(horizon, caller.livemode, await findCures(deployment, caller, horizon));
}

async function findCures(
  deployment: Deployment,
  caller: Caller,
  horizon: Horizon,
): Promise<NamedCure[] | null> {
  const { db, clock } = deployment;
  const chain = chainOf(deployment, caller.livemode);
  const before = await listOwed(db, caller, MOST + 1);
  if (chain === null || before.length > MOST) return null;
  if (before.length === 0) return [];
  const sources = await readSources(deployment, chain, before);
  if (sources === null) return null;
  const settled = settledBetween(before, await listOwed(db, caller, MOST + 1));
  const momentOf = await readMoments(db, settled, clock);
  const aheadOf = (mandate: OwedMandate) => momentOf(mandate).now - momentOf(mandate).realNow;
  const foreseen = settled.flatMap((mandate) => {
    const source = sources.get(mandate.id);
    return source === undefined ? [] : (foreseenOf(mandate, source, aheadOf(mandate)) ?? []);
  });
  const byId = new Map(settled.map((mandate) => [mandate.id, mandate]));
  return curesOf(foreseen, horizon).map((cure) => {
    const mandate = byId.get(cure.mandateId)!;
    const { decimals, symbol } = mandate;
    return { ...cure, by: cure.by + aheadOf(mandate), symbol: symbolOf(mandate, symbol), decimals };
  });
}

/**
 * The mandates of those tokens of which nothing is in flight and nothing changed while the chain was read. A charge that has just landed is missing
 * from the balance and still due, so its payer would be asked for it twice.
 */
function settledBetween(before: readonly OwedMandate[], after: readonly OwedMandate[]): OwedMandate[] {
  const [earlier, later] = [before, after].map((owed) => Map.groupBy(owed, ({ mint }) => mint));
  const markOf = (of: readonly OwedMandate[] = []) =>
    of.map(({ id, version, periodIndex, nextAttemptAt }) => [id, version, periodIndex, nextAttemptAt]).join();
  return [...later!].flatMap(([mint, of]) => {
    const isSettled = markOf(earlier!.get(mint)) === markOf(of) && of.every(({ isInFlight }) => !isInFlight);
    return isSettled ? of : [];
  });
}

/**
 * What each mandate is collected from, by mandate id, read by a node that has seen their authorizations. Left out are those whose subscription to a
 * plan was ended on chain: they end by themselves. Null if the chain cannot be asked.
 */
async function readSources(
  deployment: Deployment,
  chain: Chain,
  owed: readonly OwedMandate[],
): Promise<Map<string, Source> | null> {
  const seen = Math.max(...owed.map(({ authorizationSlot }) => authorizationSlot ?? 0));
  const options: ReadOptions = { commitment: 'confirmed', minContextSlot: BigInt(seen) };
  try {
    const [approved, subscribed] = await Promise.all([
      readApproved(deployment, chain, owed, options),
      readSubscribed(deployment, chain, owed, options),
    ]);
    return new Map([...approved, ...subscribed]);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error }, 'what a payer lacks cannot be told');
    return null;
  }
}

async function readApproved(
  { clock }: Deployment,
  chain: Chain,
  owed: readonly OwedMandate[],
  options: ReadOptions,
): Promise<[string, Source][]> {
  const mandates = owed.filter(({ scheme }) => scheme === 'approval');
  if (mandates.length === 0) return [];
  const addresses = await Promise.all(
    mandates.map(({ payer, mint, tokenProgram }) => tokenAccountOf(payer, mint, tokenProgram)),
  );
  const wanted = [...new Set(addresses)];
  const { accounts } = await readTokenAccounts(chain, wanted, options);
  const reads = new Map(wanted.map((address, at) => [address, accounts[at]!]));
  const ours = (delegate: string) => isOurs(chain, delegate as Address);
  return mandates.map((mandate, at) => {
    const account = payerAccountOf(mandate, reads.get(addresses[at]!)!, ours, clock.seconds());
    return [mandate.id, { account, endsAt: null }];
  });
}

async function readSubscribed(
  deployment: Deployment,
  chain: Chain,
  owed: readonly OwedMandate[],
  options: ReadOptions,
): Promise<[string, Source][]> {
  const mandates = owed.filter(hasPlan);
  if (mandates.length === 0) return [];
  const { states } = await readStates(deployment, chain, mandates, options);
  return mandates.flatMap((mandate, at): [string, Source][] => {
    const { standing, reads } = states[at]!;
    if (standing === 'none' || standing === 'ended' || standing === 'cancelled') return [];
    const ours = (delegate: string) => delegate === reads.addresses.authority;
    const account = payerAccountOf(mandate, reads.source, ours, deployment.clock.seconds());
    const endsAt = Number(reads.plan?.endsAt ?? 0n);
    return [[mandate.id, { account, endsAt: endsAt === 0 ? null : endsAt }]];
  });
}

/** A mandate on the real clock, on which those of merchants with test clocks fall due together; null if nothing of it falls due any more. */
function foreseenOf(
  mandate: OwedMandate,
  { account, endsAt }: Source,
  aheadSeconds: number,
): ForeseenMandate | null {
  const { id, periodSeconds, periodIndex, maxPeriods: most, anchorAt: anchor } = mandate;
  const [anchorAt, nextAttemptAt] = [anchor! - aheadSeconds, mandate.nextAttemptAt - aheadSeconds];
  const untilEnd = endsAt === null ? Infinity : Math.max(0, Math.ceil((endsAt - anchor!) / periodSeconds));
  const maxPeriods = Math.min(most ?? Infinity, untilEnd);
  if (periodIndex >= maxPeriods) return null;
  return {
    ...mandate,
    mandateId: id,
    amount: mandate.amountPerPeriod,
    remaining: mandate.budget - mandate.pulled,
    maxPeriods: maxPeriods === Infinity ? null : maxPeriods,
    anchorAt,
    nextAttemptAt,
    account,
  };
}
