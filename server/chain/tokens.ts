import type { Address } from '@solana/kit';
import { AccountState, findAssociatedTokenPda } from '@solana-program/token';
import { chunksOf } from '../lib/chunks.ts';
import type { Chain, Commitment } from './rpc.ts';
import { askFresh } from './seen-slot.ts';
import { ACCOUNT_TYPE, readExtensions } from './token-extensions.ts';
import { decodeToken } from './token-layout.ts';
import { programAddressOf, programNameOf, type TokenProgramName } from './token-program.ts';

/** A token account as it is at `slot`. Amounts in atomic units. */
export interface TokenAccount {
  address: Address;
  tokenProgram: TokenProgramName;
  mint: Address;
  /**
   * Who may move the tokens. A classic associated account can change owner, so it is checked, not assumed.
   */
  owner: Address;
  amountAtomic: bigint;
  delegate: Address | null;
  /** What the delegate may still move; 0 without a delegate. */
  delegatedAmountAtomic: bigint;
  isFrozen: boolean;
  /** Whether the account accepts a transfer only right after a memo (Token-2022 MemoTransfer). */
  requiresMemo: boolean;
  /** Whether its owner lets no program approve a delegate or move tokens in their name (Token-2022 CpiGuard). A delegate's transfers are not affected. */
  guardsCpi: boolean;
  /** The length of its data, which grows with its extensions. */
  bytes: number;
}

/** What is at an address: a token account, nothing, or something that is not an initialized token account. */
export type AccountRead =
  | { kind: 'account'; account: TokenAccount }
  | { kind: 'missing' }
  | { kind: 'invalid' };

/** An account's bytes and owning program, as a node sent them. */
export interface RawAccount {
  address: Address;
  owner: Address;
  data: Uint8Array;
  lamports: bigint;
}

export interface ReadOptions {
  commitment: Commitment;
  /**
   * The node must have reached this slot, besides every slot that a node has shown before; otherwise the call
   * fails: older state would be wrong.
   */
  minContextSlot?: bigint | undefined;
}

/** 100 is the limit of `getMultipleAccounts` on every provider. */
const ACCOUNTS_PER_CALL = 100;

/** The associated token account of `owner`: the only kind of account that is charged or paid. */
export async function tokenAccountOf(
  owner: Address,
  mint: Address,
  tokenProgram: TokenProgramName,
): Promise<Address> {
  return (await deriveTokenAccount(owner, mint, tokenProgram)).address;
}

/** The same with the bump of its address: the further it is from 255, the longer a program takes that derives it. */
export async function deriveTokenAccount(
  owner: Address,
  mint: Address,
  tokenProgram: TokenProgramName,
): Promise<{ address: Address; bump: number }> {
  const key = `${owner}/${mint}/${tokenProgram}`;
  const known = tokenAccounts.get(key);
  if (known !== undefined) return known;
  const [address, bump] = await findAssociatedTokenPda({
    owner,
    mint,
    tokenProgram: programAddressOf(tokenProgram),
  });
  if (tokenAccounts.size >= MAX_TOKEN_ACCOUNTS) tokenAccounts.clear();
  const derived = { address, bump };
  tokenAccounts.set(key, derived);
  return derived;
}

/** Deriving one takes up to 1 ms of curve arithmetic, and each charge needs the same two several times. */
const tokenAccounts = new Map<string, { address: Address; bump: number }>();
/** Some 5 MB. */
const MAX_TOKEN_ACCOUNTS = 20_000;

/**
 * The raw accounts at `addresses`, in order, null for empty ones. `slot` is the oldest slot of the responses.
 * Throws `ChainUnavailableError`, also if no node has reached `minContextSlot`.
 */
export async function readAccounts(
  chain: Chain,
  addresses: readonly Address[],
  options: ReadOptions,
): Promise<{ slot: bigint; accounts: (RawAccount | null)[] }> {
  const chunks = chunksOf(addresses, ACCOUNTS_PER_CALL);
  const answers = await Promise.all(chunks.map((chunk) => readChunk(chain, chunk, options)));
  const slots = answers.map((answer) => answer.slot);
  return {
    slot: slots.reduce((oldest, slot) => (slot < oldest ? slot : oldest), slots[0] ?? 0n),
    accounts: answers.flatMap((answer) => answer.accounts),
  };
}

/** The token accounts at `addresses`, in order. Throws `ChainUnavailableError`. */
export async function readTokenAccounts(
  chain: Chain,
  addresses: readonly Address[],
  options: ReadOptions,
): Promise<{ slot: bigint; accounts: AccountRead[] }> {
  const { slot, accounts } = await readAccounts(chain, addresses, options);
  return { slot, accounts: accounts.map(parseTokenAccount) };
}

/**
 * Parses a raw account as a token account. Uninitialized accounts and multisignature wallets are `invalid`.
 */
export function parseTokenAccount(raw: RawAccount | null): AccountRead {
  // An address that only received lamports has no data and belongs to the system program: it has no token
  // account yet.
  if (!raw || raw.data.length === 0) return { kind: 'missing' };
  const extensions = readExtensions(raw.data, ACCOUNT_TYPE.account);
  const tokenProgram = programNameOf(raw.owner);
  if (tokenProgram === null || !extensions) return { kind: 'invalid' };
  const token = decodeToken(raw.data);
  const isFrozen = token.state === AccountState.Frozen;
  if (!isFrozen && token.state !== AccountState.Initialized) return { kind: 'invalid' };
  const isOn = (wanted: number) => extensions.some(({ type, value }) => type === wanted && value[0] === 1);
  return {
    kind: 'account',
    account: {
      address: raw.address,
      tokenProgram,
      mint: token.mint,
      owner: token.owner,
      amountAtomic: token.amount,
      delegate: token.delegate,
      delegatedAmountAtomic: token.delegate === null ? 0n : token.delegatedAmount,
      isFrozen,
      requiresMemo: isOn(MEMO_TRANSFER),
      guardsCpi: isOn(CPI_GUARD),
      bytes: raw.data.length,
    },
  };
}

/** Token-2022's numbers of extensions whose one byte says whether they are on. */
const MEMO_TRANSFER = 8;
const CPI_GUARD = 11;

async function readChunk(chain: Chain, addresses: readonly Address[], options: ReadOptions) {
  const { commitment, minContextSlot: atLeast } = options;
  const { context, value } = await askFresh(chain, { commitment, atLeast }, (rpc, minContextSlot) =>
    rpc.getMultipleAccounts(addresses, { encoding: 'base64', commitment, minContextSlot }),
  );
  const accounts = addresses.map((account, at) => {
    const info = value[at];
    if (!info) return null;
    const data = new Uint8Array(Buffer.from(info.data[0], 'base64'));
    return { address: account, owner: info.owner, data, lamports: info.lamports };
  });
  return { slot: context.slot, accounts };
}
