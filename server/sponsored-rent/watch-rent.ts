import type { Address } from '@solana/kit';
import { chainSeconds, CLOCK_SYSVAR } from '../chain/chain-clock.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { sendWire } from '../chain/submit.ts';
import {
  parseAuthority,
  parsePlan,
  parseSubscription,
  type Subscription,
  type SubscriptionAuthority,
} from '../chain/subscriptions/accounts.ts';
import { authorityOf } from '../chain/subscriptions/addresses.ts';
import { abandonSubscription, reclaimSubscription } from '../chain/subscriptions/instructions.ts';
import { buildPlanTransaction } from '../chain/subscriptions/plan-transaction.ts';
import { type RawAccount, readAccounts } from '../chain/tokens.ts';
import { waitUntilConfirmed } from '../chain/wait-until-confirmed.ts';
import { chainOf, type Deployment } from '../deployment.ts';
import { mapInLanes } from '../lib/lanes.ts';
import { clockOffsets } from '../merchants/moment.ts';
import { closingOf } from './closing.ts';
import {
  claimSponsored,
  listNeeded,
  markClosingSent,
  markSponsoredClosed,
  markSponsoredOpen,
  postponeLook,
  type SponsoredAccount,
} from './queries.ts';

/** Of a round; three addresses each, of which a call takes a hundred. A round is every 15 s, so that 8,000 are looked at in ten minutes. */
const BATCH = 200;
const LANES = 4;
/** On the localnet a merchant's clock may pass the end of a period at any time. */
const TEST_LOOK_SECONDS = 30;
const LOOK_SECONDS = 600;
const DAY_SECONDS = 86_400;
/** A signature lives for some two minutes. A chain that stands still lets it land later: an hour is what incidents have taken. */
const LANDED_SECONDS = 3_600;
/** Until what was sent to close it is final, or can be sent again. */
const SENT_SECONDS = 180;

/**
 * Looks at the accounts whose rent the service paid: records what they hold, and that the rent of those that are gone is back. A subscription that no
 * mandate needs is closed where the program lets the service do that. What only its payer can close stays, and counts. Does nothing while no node
 * responds.
 */
export async function watchSponsoredRent(deployment: Deployment, livemode: boolean): Promise<void> {
  const { db, clock, log } = deployment;
  const chain = chainOf(deployment, livemode);
  if (chain === null) return;
  const now = clock.seconds();
  const until = now + (chain.isLocalnet ? TEST_LOOK_SECONDS : LOOK_SECONDS);
  const rows = await claimSponsored(db, chain, { now, until, take: BATCH });
  if (rows.length === 0) return;
  try {
    const closable = await record(deployment, chain, rows);
    await mapInLanes(closable, LANES, (found) => close(deployment, chain, found));
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error, mode: chain.mode }, 'looking at sponsored rent is postponed');
  }
}

/** A subscription that the service may close, and how. */
interface Closable {
  row: SponsoredAccount;
  subscription: Subscription;
  how: 'revoke' | 'abandon';
  authority: Address;
  offsetSeconds: number;
}

/** Records what became of each account. Returns those that can be closed. */
async function record(
  { db, clock }: Deployment,
  chain: Chain,
  rows: readonly SponsoredAccount[],
): Promise<Closable[]> {
  const authorities = await Promise.all(rows.map(({ payer, mint }) => authorityOf(payer, mint)));
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const wanted = [
    ...new Set([CLOCK_SYSVAR, ...rows.map(({ address }) => address), ...authorities, ...plans]),
  ];
  const subscriptions = rows.filter(({ kind }) => kind === 'subscription').map(({ address }) => address);
  const [{ accounts }, offsets, needed] = await Promise.all([
    readAccounts(chain, wanted, { commitment: 'finalized' }),
    chain.isLocalnet
      ? clockOffsets(
          db,
          rows.map(({ merchantId }) => merchantId),
        )
      : new Map<string, number>(),
    listNeeded(db, chain.livemode, subscriptions),
  ]);
  const found = new Map(wanted.map((address, at) => [address, accounts[at] ?? null]));
  const at = (address: Address | null) => (address === null ? null : (found.get(address) ?? null));
  const chainTime = chainSeconds(at(CLOCK_SYSVAR));
  if (chainTime === null) throw new ChainUnavailableError('No node shows the time of the chain.');
  const closable: Closable[] = [];
  for (const [index, row] of rows.entries()) {
    const raw = at(row.address);
    const opened = ownOf(row, raw);
    if (opened === null) {
      const mayLand = row.status === 'signed' && clock.seconds() - row.signedAt < LANDED_SECONDS;
      if (!mayLand) await markSponsoredClosed(db, row);
      continue;
    }
    await markSponsoredOpen(db, row, raw!.lamports);
    const subscription = parseSubscription(raw);
    if (subscription === null || needed.has(row.address)) continue;
    const offsetSeconds = offsets.get(row.merchantId) ?? 0;
    const authority = authorities[index]!;
    const around = {
      subscription,
      plan: parsePlan(at(subscription.plan)),
      authority: parseAuthority(at(authority)),
    };
    const how = closingOf(around, chainTime + offsetSeconds);
    if (how !== null) closable.push({ row, subscription, how, authority, offsetSeconds });
  }
  return closable;
}

/** What is at the row's address, if the service's key paid its rent. Somebody else may have opened it. */
function ownOf(
  { kind, rentPayer }: SponsoredAccount,
  raw: RawAccount | null,
): Subscription | SubscriptionAuthority | null {
  const account = kind === 'authority' ? parseAuthority(raw) : parseSubscription(raw);
  return account?.rentPayer === rentPayer ? account : null;
}

/** Closes it, so that its rent returns. What the chain refuses is tried again after a day. */
async function close(
  { db, clock, log }: Deployment,
  chain: Chain,
  { row, subscription, how, authority, offsetSeconds }: Closable,
): Promise<void> {
  const { address, rentPayer, merchantId } = row;
  const now = clock.seconds();
  const stays = async (reason: string) => {
    log.warn({ mode: chain.mode, account: address, reason }, 'a subscription whose rent was sponsored stays');
    await postponeLook(db, row, now + DAY_SECONDS);
  };
  if (rentPayer !== chain.feePayer.address) return stays('its rent belongs to an earlier fee payer');
  const { plan } = subscription;
  await runAtClockOf(chain, { merchantId, offsetSeconds }, [plan]);
  const instruction =
    how === 'revoke'
      ? reclaimSubscription({ rentPayer, subscription: address, plan })
      : abandonSubscription({ rentPayer, subscription: address, plan, authority });
  const built = await buildPlanTransaction(chain, chain.feePayer, instruction);
  if (built.kind === 'refused') return stays(built.message);
  await markClosingSent(db, row, {
    now,
    lookAt: now + (chain.isLocalnet ? TEST_LOOK_SECONDS : SENT_SECONDS),
  });
  await sendWire(chain, built.transaction.wire);
  await waitUntilConfirmed(clock, chain, built.transaction.signature, new AbortController().signal);
}
