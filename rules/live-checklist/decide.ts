/** What is known about one merchant's way to live money. Facts alone: no address, no setting's value. */
export interface LiveFacts {
  /** The deployment's own address, as people open it. */
  publicUrl: string;
  /** Whether the platform's owner lets this merchant write. */
  isApproved: boolean;
  /** `halted`: the service signs nothing on it until a person has looked. */
  chain: 'none' | 'silent' | 'halted' | 'reachable';
  /** Of the registry of live mode: `declined`: it has some, and the merchant takes none of them. */
  tokens: 'none' | 'declined' | 'accepted';
  hasPayoutWallet: boolean;
  /** Whether a full key of live mode is valid. */
  hasKey: boolean;
  /** Of live mode. */
  hasEndpoint: boolean;
  wasDelivered: boolean;
}

/** Who can do something about an item. */
type Who = 'merchant' | 'operator';

/** One thing that live money needs. */
export interface LiveItem {
  key:
    | 'public_url'
    | 'merchant_approved'
    | 'live_chain'
    | 'live_token'
    | 'payout_wallet'
    | 'live_key'
    | 'webhook_endpoint'
    | 'webhook_delivery';
  state: 'done' | 'missing';
  /** Whether nothing can be sold without it. */
  required: boolean;
  who: Who;
  /** What stands, or what is missing and what to do. */
  message: string;
}

/** What live money needs, what of it is missing, and who must do it: the operator's part first, in the order in which it is done. */
export function decideLiveItems(facts: LiveFacts): LiveItem[] {
  return [
    item(
      'public_url',
      'operator',
      true,
      addressProblem(facts.publicUrl),
      'Payers reach this service by https.',
    ),
    item(
      'merchant_approved',
      'operator',
      true,
      facts.isApproved ? null : 'Your account may only read. The operator of this service approves it.',
      'Your account may sell.',
    ),
    item('live_chain', 'operator', true, CHAIN_PROBLEMS[facts.chain], 'The Solana network answers.'),
    facts.tokens === 'declined'
      ? item('live_token', 'merchant', true, 'You accept none of the tokens. Turn one on.', '')
      : item(
          'live_token',
          'operator',
          true,
          facts.tokens === 'none'
            ? 'No token can be paid with yet. The operator of this service adds one.'
            : null,
          'You accept at least one token.',
        ),
    item(
      'payout_wallet',
      'merchant',
      true,
      facts.hasPayoutWallet ? null : 'Prove the wallet that payments go to. A test wallet does not count.',
      'Payments go to the wallet that you proved.',
    ),
    item(
      'live_key',
      'merchant',
      false,
      facts.hasKey
        ? null
        : 'No live key is valid. Make one if your own server starts subscriptions; payment links work without.',
      'Your server can use a live key.',
    ),
    item(
      'webhook_endpoint',
      'merchant',
      false,
      facts.hasEndpoint
        ? null
        : 'No address of your server is told of live payments. Add one if it delivers something when money arrives.',
      'Your server is told of live payments.',
    ),
    item('webhook_delivery', 'merchant', false, deliveryProblem(facts), 'Your server has answered.'),
  ];
}

/** Whether everything that live money needs is there. */
export function isReady(items: readonly LiveItem[]): boolean {
  return items.every(({ required, state }) => !required || state === 'done');
}

function item(
  key: LiveItem['key'],
  who: Who,
  required: boolean,
  problem: string | null,
  done: string,
): LiveItem {
  return { key, state: problem === null ? 'done' : 'missing', required, who, message: problem ?? done };
}

const CHAIN_PROBLEMS: Record<LiveFacts['chain'], string | null> = {
  none: 'This service is not connected to the Solana network that holds real money. Its operator connects it.',
  silent:
    'The Solana network did not answer just now. If this stays, the operator of this service looks into it.',
  halted:
    'Payments are stopped until the operator of this service has looked at something that does not add up.',
  reachable: null,
};

/** Wallets sign in to an address, and sessions travel to it: neither is safe without https. */
function addressProblem(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (isOwnMachine(hostname))
    return 'This service can be reached from its own machine only. The operator gives it a public https address.';
  if (protocol !== 'https:')
    return 'This service is reached without encryption. The operator gives it an address that begins with https://.';
  return null;
}

/** Names and addresses that mean the machine itself (RFC 6761, RFC 1122). */
export function isOwnMachine(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}

function deliveryProblem({ hasEndpoint, wasDelivered }: LiveFacts): string | null {
  if (wasDelivered) return null;
  return hasEndpoint
    ? 'Nothing has arrived at your server in live mode yet. Look here again after the first payment.'
    : 'Nothing can arrive before an address of your server is added.';
}
