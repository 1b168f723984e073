import { addressBytes, type Bytes, concat, sha256, toBase58, utf8 } from '../testing/bytes.ts';
import { isOnCurve } from '../testing/ed25519.ts';
import type { ReadTransaction } from '../testing/transaction.ts';

/** One instruction of a transaction. */
export type Instruction = ReadTransaction['instructions'][number];

/** The token programs, by the names that the API has for them. */
export const TOKEN_PROGRAMS: Readonly<Record<string, string>> = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
};
/** The Solana Foundation's Subscriptions program, the same on every cluster. */
const SUBSCRIPTIONS = 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44';

/** A transfer of tokens, whichever program makes it. */
export interface ProvenTransfer {
  source: string;
  destination: string;
  mint: string;
  /** The program that holds the token. */
  program: string;
  amount: bigint;
  /** Null through a subscription, whose bytes do not say it. */
  decimals: number | null;
  /** Who signs: the owner of the source, its delegate, or who pulls through a subscription. */
  authority: string;
  /** Accounts beyond the instruction's own. */
  references: readonly string[];
  /** Through which subscription; null for a transfer of the token program. */
  subscription: { account: string; plan: string } | null;
}

/** A transfer that the token program or the Subscriptions program makes; null for another instruction. */
export function readTransfer({ program, accounts, data }: Instruction): ProvenTransfer | null {
  const isToken = Object.values(TOKEN_PROGRAMS).includes(program);
  // TransferChecked: source, mint, destination, authority.
  if (isToken && data[0] === 12 && data.length === 10 && accounts.length >= 4) {
    const [source, mint, destination, authority, ...references] = accounts as [
      string,
      string,
      string,
      string,
    ];
    const [amount, decimals] = [u64At(data, 1), data[9]!];
    return {
      source,
      destination,
      mint,
      program,
      amount,
      decimals,
      authority,
      references,
      subscription: null,
    };
  }
  // The pull of a subscription: subscription, plan, authority of the payer, source, destination, puller, mint, token program, two for events.
  if (program === SUBSCRIPTIONS && data[0] === 10 && data.length === 73 && accounts.length >= 10) {
    const [account, plan, , source, destination, authority, mint, tokenProgram] = accounts as string[];
    return {
      source: source!,
      destination: destination!,
      mint: mint!,
      program: tokenProgram!,
      amount: u64At(data, 1),
      decimals: null,
      authority: authority!,
      references: accounts.slice(10),
      subscription: { account: account!, plan: plan! },
    };
  }
  return null;
}

/** What an approval lets whom take. */
export interface ProvenApproval {
  source: string;
  mint: string;
  program: string;
  delegate: string;
  owner: string;
  amount: bigint;
  decimals: number;
  references: readonly string[];
}

/** An ApproveChecked of a token program; null for another instruction. */
export function readApproval({ program, accounts, data }: Instruction): ProvenApproval | null {
  const isToken = Object.values(TOKEN_PROGRAMS).includes(program);
  if (!isToken || data[0] !== 13 || data.length !== 10 || accounts.length < 4) return null;
  const [source, mint, delegate, owner, ...references] = accounts as [string, string, string, string];
  return { source, mint, program, delegate, owner, amount: u64At(data, 1), decimals: data[9]!, references };
}

/** What a payer subscribed to. */
export interface ProvenSubscribe {
  payer: string;
  planOwner: string;
  plan: string;
  account: string;
  mint: string;
  amount: bigint;
  periodHours: bigint;
  references: readonly string[];
}

/** A `subscribe` of the Subscriptions program; null for another instruction. */
export function readSubscribe({ program, accounts, data }: Instruction): ProvenSubscribe | null {
  if (program !== SUBSCRIPTIONS || data[0] !== 11 || data.length !== 74 || accounts.length < 9) return null;
  const [payer, planOwner, plan, account] = accounts as [string, string, string, string];
  const mint = toBase58(data.subarray(10, 42));
  const [amount, periodHours] = [u64At(data, 42), u64At(data, 50)];
  return { payer, planOwner, plan, account, mint, amount, periodHours, references: accounts.slice(9) };
}

/** The address of a payer's subscription to a plan, which nobody can choose: derived from both. */
export async function subscriptionOf(plan: string, payer: string): Promise<string> {
  const seeds = concat(utf8('subscription'), addressBytes(plan), addressBytes(payer));
  for (let bump = 255; bump >= 0; bump -= 1) {
    const tail = concat([bump], addressBytes(SUBSCRIPTIONS), utf8('ProgramDerivedAddress'));
    const candidate = await sha256(concat(seeds, tail));
    if (!isOnCurve(candidate)) return toBase58(candidate);
  }
  throw new Error('Bug: no address can be derived.');
}

function u64At(data: Bytes, at: number): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
}
