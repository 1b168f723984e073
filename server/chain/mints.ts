import { type Address, address } from '@solana/kit';
import type { Chain } from './rpc.ts';
import { ACCOUNT_TYPE, type Extension, readExtensions } from './token-extensions.ts';
import { decodeMint } from './token-layout.ts';
import { programNameOf, type TokenProgramName } from './token-program.ts';
import { type RawAccount, readAccounts, type ReadOptions } from './tokens.ts';

/** A token mint as it is at `slot`. */
export interface Mint {
  address: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  supplyAtomic: bigint;
  freezeAuthority: Address | null;
  /** While true no transfer succeeds (Token-2022 Pausable): charges fail and are retried. */
  isPaused: boolean;
  extensions: readonly Extension[];
}

/** Why a mint is rejected, as a code and in words. */
export interface MintRefusal {
  code:
    | 'native_mint'
    | 'decimals_unsupported'
    | 'transfer_fee'
    | 'transfer_hook'
    | 'permanent_delegate'
    | 'frozen_by_default'
    | 'non_transferable'
    | 'interest_bearing'
    | 'scaled_ui_amount'
    | 'unknown_extension';
  message: string;
}

/** Whether charges can be made in a mint. */
export type MintVerdict = { ok: true } | ({ ok: false } & MintRefusal);

/** More decimals make amounts that overflow u64 at everyday prices. */
export const MAX_DECIMALS = 12;

/** Wrapped SOL of either program: its balances move with lamports, outside the token program's rules. */
const NATIVE_MINTS: ReadonlySet<Address> = new Set([
  address('So11111111111111111111111111111111111111112'),
  address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'),
]);

/** The mint at an address; null if it is not an initialized mint. Throws `ChainUnavailableError`. */
export async function readMint(chain: Chain, mint: Address, options: ReadOptions): Promise<Mint | null> {
  const { accounts } = await readAccounts(chain, [mint], options);
  return parseMint(accounts[0] ?? null);
}

/** Parses a raw account as a mint; null if it is not one. */
export function parseMint(raw: RawAccount | null): Mint | null {
  if (!raw) return null;
  const tokenProgram = programNameOf(raw.owner);
  if (tokenProgram === null) return null;
  const extensions = readExtensions(raw.data, ACCOUNT_TYPE.mint);
  if (!extensions) return null;
  const mint = decodeMint(raw.data);
  if (!mint.isInitialized) return null;
  return {
    address: raw.address,
    tokenProgram,
    decimals: mint.decimals,
    supplyAtomic: mint.supply,
    freezeAuthority: mint.freezeAuthority,
    // Pausable: 32 bytes of authority, then the flag.
    isPaused: extensions.some(({ type, value }) => type === EXTENSION.pausable && value[32] === 1),
    extensions,
  };
}

/**
 * Whether charging in `mint` moves exactly the signed amount, under rules that payer and payee can rely on.
 * Judged by the current setting of each extension; read it again before each instruction and pull, since
 * issuers can enable a fee or a hook later. Unknown extensions are rejected: they may do anything.
 * `issuerControls` accepts that the issuer may move anyone's tokens, as with PYUSD.
 */
export function judgeMint(mint: Mint, { issuerControls }: { issuerControls: boolean }): MintVerdict {
  if (NATIVE_MINTS.has(mint.address)) return refuse('native_mint', 'Wrapped SOL cannot be charged in.');
  if (mint.decimals > MAX_DECIMALS) {
    return refuse(
      'decimals_unsupported',
      `The token has ${mint.decimals} decimals; at most ${MAX_DECIMALS} are supported.`,
    );
  }
  for (const extension of mint.extensions) {
    const refusal = judgeExtension(extension, issuerControls);
    if (refusal) return { ok: false, ...refusal };
  }
  return { ok: true };
}

/** The numbers of spl-token-2022's `ExtensionType` for mints that this code understands. */
const EXTENSION = {
  transferFeeConfig: 1,
  closeAuthority: 3,
  confidentialTransfer: 4,
  defaultAccountState: 6,
  nonTransferable: 9,
  interestBearing: 10,
  permanentDelegate: 12,
  transferHook: 14,
  confidentialTransferFee: 16,
  metadataPointer: 18,
  metadata: 19,
  groupPointer: 20,
  group: 21,
  groupMemberPointer: 22,
  groupMember: 23,
  scaledUiAmount: 25,
  pausable: 26,
} as const;

/**
 * They only describe the token, or affect only confidential balances: public transfers work as without them.
 */
const HARMLESS: ReadonlySet<number> = new Set([
  EXTENSION.closeAuthority,
  EXTENSION.confidentialTransfer,
  EXTENSION.confidentialTransferFee,
  EXTENSION.metadataPointer,
  EXTENSION.metadata,
  EXTENSION.groupPointer,
  EXTENSION.group,
  EXTENSION.groupMemberPointer,
  EXTENSION.groupMember,
  EXTENSION.pausable,
]);

function judgeExtension({ type, value }: Extension, issuerControls: boolean): MintRefusal | null {
  if (HARMLESS.has(type)) return null;
  switch (type) {
    case EXTENSION.transferFeeConfig:
      if (!chargesFee(value)) return null;
      return {
        code: 'transfer_fee',
        message: 'The token takes, or is about to take, a fee from each transfer.',
      };
    case EXTENSION.transferHook:
      // 32 bytes of authority, then the program; zero means none.
      if (isZero(value.subarray(32, 64))) return null;
      return { code: 'transfer_hook', message: "The token runs its issuer's program at each transfer." };
    case EXTENSION.permanentDelegate:
      if (issuerControls || isZero(value)) return null;
      return { code: 'permanent_delegate', message: "The token's issuer can move anyone's balance." };
    case EXTENSION.defaultAccountState:
      if (value[0] === 1) return null;
      return {
        code: 'frozen_by_default',
        message: 'New accounts of the token are frozen until the issuer thaws them.',
      };
    case EXTENSION.nonTransferable:
      return { code: 'non_transferable', message: 'The token cannot be transferred.' };
    case EXTENSION.interestBearing:
      return {
        code: 'interest_bearing',
        message: 'The amount that wallets show for the token grows with time.',
      };
    case EXTENSION.scaledUiAmount:
      return {
        code: 'scaled_ui_amount',
        message: 'The amount that wallets show for the token is scaled by its issuer.',
      };
    default:
      return {
        code: 'unknown_extension',
        message: `The token has an extension (type ${type}) that is not supported.`,
      };
  }
}

/**
 * Whether the fee of this or the next epoch is above 0 basis points. TransferFeeConfig: 72 bytes of
 * authorities and withheld amount, then two fees of 18 bytes (epoch u64, maximum u64, basis points u16),
 * older before newer. An older fee that has ended counts too: excluding it needs the epoch, and a token that
 * has charged fees may do so again.
 */
function chargesFee(config: Uint8Array): boolean {
  const view = new DataView(config.buffer, config.byteOffset, config.byteLength);
  return [72, 90].some((fee) => view.byteLength < fee + 18 || view.getUint16(fee + 16, true) > 0);
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function refuse(code: MintRefusal['code'], message: string): MintVerdict {
  return { ok: false, code, message };
}
