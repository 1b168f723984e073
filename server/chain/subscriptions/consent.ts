import type { Address, Signature } from '@solana/kit';
import { isSignedBy, type ReadInstruction, type ReadTransaction, wireOf } from '../read-transaction.ts';
import type { Chain, Commitment } from '../rpc.ts';
import { type ReferenceMatches, searchReference } from '../search-reference.ts';
import { SUBSCRIPTIONS_PROGRAM } from './address.ts';
import { authorityOf } from './addresses.ts';
import { DISCRIMINATORS, SUBSCRIBE_DATA } from './instructions.ts';
import type { SubscribedTerms } from './standing.ts';

/** What the payer subscribes to, with the reference of the mandate's terms. */
export interface SubscriptionTerms extends SubscribedTerms {
  planOwner: Address;
  reference: Address;
}

/** A subscription that the payer signed and that took effect, with one mandate's reference. (signature, index) is unique on chain. */
export interface SubscribeConsent {
  signature: Signature;
  instructionIndex: number;
  slot: bigint;
  /** The whole transaction, for whoever asks for proof later: nodes forget. */
  wire: Uint8Array;
}

/**
 * The index of the one `subscribe` in a transaction that is the payer's consent to these terms, or null. It must be top-level and the only one, to
 * the mandate's plan under the mandate's terms, with its reference as the last account. The program checks the rest: it refuses terms that are not
 * the plan's. The signature itself is not checked here.
 */
export function matchSubscription(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  terms: SubscriptionTerms & { authority: Address },
): number | null {
  const [only, ...others] = instructions.filter(isSubscribe);
  if (!only || others.length > 0) return null;
  const [payer, owner, plan, subscription, authority] = only.accounts.map(({ address }) => address);
  const isOurs =
    only.accounts.length === ACCOUNTS &&
    payer === terms.payer &&
    only.accounts[0]!.isSigner &&
    owner === terms.planOwner &&
    plan === terms.planAccount &&
    subscription === terms.subscriptionAccount &&
    authority === terms.authority &&
    only.accounts.at(-1)!.address === terms.reference;
  if (!isOurs || only.data.length !== SUBSCRIBE_DATA.bytes) return null;
  const view = new DataView(only.data.buffer, only.data.byteOffset, only.data.byteLength);
  const isAgreed =
    view.getBigUint64(SUBSCRIBE_DATA.amountAt, true) === terms.amountPerPeriod &&
    view.getBigUint64(SUBSCRIBE_DATA.hoursAt, true) * 3600n === BigInt(terms.periodSeconds);
  return isAgreed ? only.index : null;
}

/** Its own eight, who pays the rent, and our reference. */
const ACCOUNTS = 10;

function isSubscribe({ program, data }: ReadInstruction): boolean {
  return program === SUBSCRIPTIONS_PROGRAM && data[0] === DISCRIMINATORS.subscribe;
}

/**
 * The payer's subscriptions under these terms on chain. Each is in a successful transaction that the payer really signed: the signature is verified
 * over the message bytes, so a node cannot invent one. It may have ended since: that is for `standingOf`. Throws `ChainUnavailableError`.
 */
export async function findSubscribeConsent(
  chain: Chain,
  terms: SubscriptionTerms,
  search: {
    examined: ReadonlySet<string>;
    signature?: Signature | undefined;
    commitment?: Commitment;
    maxTransactions?: number;
  },
): Promise<{ consents: SubscribeConsent[] } & Omit<ReferenceMatches<SubscribeConsent>, 'matches'>> {
  const authority = await authorityOf(terms.payer, terms.mint);
  const { matches, ...rest } = await searchReference<SubscribeConsent>(
    chain,
    { commitment: 'confirmed', maxTransactions: 20, ...search, reference: terms.reference },
    async ({ signature, read, slot }) => {
      const instructionIndex = matchSubscription(read, { ...terms, authority });
      if (instructionIndex === null || !(await isSignedBy(read, terms.payer))) return [];
      return [{ signature, slot, instructionIndex, wire: wireOf(read) }];
    },
  );
  return { consents: matches, ...rest };
}
