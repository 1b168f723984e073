import type { Address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { formatUnits } from '../../rules/money.ts';
import { addressOf } from './addresses.ts';
import type { AccountState } from './svm.ts';

/** The Token-2022 program. */
export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

/**
 * A mint without extensions. In both layouts these start after byte 165, behind one byte for the account
 * type.
 */
export const MINT_BYTES = 82;
/** A token account without extensions. */
export const TOKEN_ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
const TYPE_MINT = 1;
const TYPE_TOKEN_ACCOUNT = 2;

/** Field offsets of a token account. An option is four bytes, 1 or 0, before its value. */
export const TOKEN_ACCOUNT = {
  mint: 0,
  owner: 32,
  amount: 64,
  delegate: 72,
  state: 108,
  isNative: 109,
  delegatedAmount: 121,
  closeAuthority: 129,
} as const;
const MINT = { authority: 0, supply: 36, decimals: 44, isInitialized: 45, freezeAuthority: 46 } as const;
const STATES = ['uninitialized', 'initialized', 'frozen'] as const;

/** Whether `state` is an initialized token account of either program. */
export function isTokenAccount(state: AccountState | null): state is AccountState {
  return hasLayout(state, TOKEN_ACCOUNT_BYTES, TYPE_TOKEN_ACCOUNT) && state.data[TOKEN_ACCOUNT.state] !== 0;
}

/** Whether `state` is an initialized mint of either program. */
export function isMint(state: AccountState | null): state is AccountState {
  return hasLayout(state, MINT_BYTES, TYPE_MINT) && state.data[MINT.isInitialized] === 1;
}

/** The mint of a token account. */
export function mintOf(tokenAccount: AccountState): Address {
  return addressAt(tokenAccount.data, TOKEN_ACCOUNT.mint);
}

/** The wallet that a token account belongs to. */
export function ownerOf(tokenAccount: AccountState): Address {
  return addressAt(tokenAccount.data, TOKEN_ACCOUNT.owner);
}

/** The atomic units in a token account. */
export function amountOf(tokenAccount: AccountState): bigint {
  return view(tokenAccount.data).getBigUint64(TOKEN_ACCOUNT.amount, true);
}

/** The decimals of a mint. */
export function decimalsOf(mint: AccountState): number {
  return mint.data[MINT.decimals]!;
}

/** The mint with another supply, in atomic units. */
export function withSupply<T extends AccountState>(mint: T, supply: bigint): T {
  const data = Uint8Array.from(mint.data);
  view(data).setBigUint64(MINT.supply, supply, true);
  return { ...mint, data };
}

/** A mint's supply in atomic units. */
export function supplyOf(mint: AccountState): bigint {
  return view(mint.data).getBigUint64(MINT.supply, true);
}

/** An amount in the nodes' format. */
export function uiTokenAmount(amountAtomic: bigint, decimals: number) {
  const uiAmountString = formatUnits(amountAtomic, decimals);
  return { amount: amountAtomic.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** `jsonParsed` data of a mint or token account (without Token-2022 extensions); null for any other account. */
export function parsedTokenData(
  state: AccountState,
  readMint: (mint: Address) => AccountState | null,
): object | null {
  const program = state.owner === TOKEN_PROGRAM_ADDRESS ? 'spl-token' : 'spl-token-2022';
  const space = state.data.length;
  if (isMint(state)) return { program, parsed: { info: mintInfo(state), type: 'mint' }, space };
  if (!isTokenAccount(state)) return null;
  const mint = readMint(mintOf(state));
  if (!isMint(mint)) return null;
  return { program, parsed: { info: tokenAccountInfo(state, decimalsOf(mint)), type: 'account' }, space };
}

function mintInfo(mint: AccountState) {
  return {
    decimals: decimalsOf(mint),
    freezeAuthority: optionalAddressAt(mint.data, MINT.freezeAuthority),
    isInitialized: true,
    mintAuthority: optionalAddressAt(mint.data, MINT.authority),
    supply: supplyOf(mint).toString(),
  };
}

function tokenAccountInfo({ data }: AccountState, decimals: number) {
  const amountAt = (offset: number) => uiTokenAmount(view(data).getBigUint64(offset, true), decimals);
  const delegate = optionalAddressAt(data, TOKEN_ACCOUNT.delegate);
  const closeAuthority = optionalAddressAt(data, TOKEN_ACCOUNT.closeAuthority);
  return {
    isNative: view(data).getUint32(TOKEN_ACCOUNT.isNative, true) === 1,
    mint: addressAt(data, TOKEN_ACCOUNT.mint),
    owner: addressAt(data, TOKEN_ACCOUNT.owner),
    state: STATES[data[TOKEN_ACCOUNT.state]!],
    tokenAmount: amountAt(TOKEN_ACCOUNT.amount),
    ...(delegate ? { delegate, delegatedAmount: amountAt(TOKEN_ACCOUNT.delegatedAmount) } : {}),
    ...(closeAuthority ? { closeAuthority } : {}),
  };
}

function hasLayout(state: AccountState | null, baseBytes: number, type: number): state is AccountState {
  if (!state) return false;
  const size = state.data.length;
  if (state.owner === TOKEN_PROGRAM_ADDRESS) return size === baseBytes;
  if (state.owner !== TOKEN_2022_PROGRAM_ADDRESS || size === MULTISIG_BYTES) return false;
  return size === baseBytes || (size > TOKEN_ACCOUNT_BYTES && state.data[TOKEN_ACCOUNT_BYTES] === type);
}

function addressAt(data: Uint8Array, offset: number): Address {
  return addressOf(data.subarray(offset, offset + 32));
}

function optionalAddressAt(data: Uint8Array, offset: number): Address | null {
  return view(data).getUint32(offset, true) === 1 ? addressAt(data, offset + 4) : null;
}

function view(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.length);
}
