import { AccountRole, type Address, type Signature } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getThawAccountInstruction,
} from '@solana-program/token';
import { U64_MAX } from '../../rules/money.ts';
import { bytesOf } from './addresses.ts';
import type { Chain } from './chain.ts';
import { importKeypair, type Keypair } from './keypair.ts';
import { type MintExtensions, planExtensions } from './mint-extensions.ts';
import { asSigner, landOwn, signerOf } from './own-transactions.ts';
import { invalidParams } from './rpc-error.ts';
import { FINALIZED_TRAIL } from './slots.ts';
import {
  isMint,
  isTokenAccount,
  MINT_BYTES,
  mintOf,
  supplyOf,
  TOKEN_ACCOUNT,
  TOKEN_ACCOUNT_BYTES,
  withSupply,
} from './token-layouts.ts';

/**
 * Token-2022's extension of a token account that requires a memo before each incoming transfer: type 8,
 * length 1, on.
 */
const MEMO_TRANSFER_TLV = [8, 0, 1, 0, 1];
const TYPE_TOKEN_ACCOUNT = 2;

/** A mint to create; its address is that of `keypair`. */
export interface NewMint {
  keypair: Keypair;
  programId: Address;
  decimals: number;
  freezeAuthority: boolean;
  extensions: MintExtensions;
}

/**
 * Creates the test tokens of a new localnet, or those missing after a kill, and finalizes them: readers
 * always see them.
 */
export function ensureTestTokens(chain: Chain): void {
  const missing = chain.tokens.filter(({ mint }) => !chain.accounts.read(mint));
  for (const { key, programId, decimals } of missing) {
    const keypair = importKeypair(key);
    createMint(chain, { keypair, programId, decimals, freezeAuthority: true, extensions: {} });
  }
  if (missing.length > 0) chain.advanceSlots(FINALIZED_TRAIL + 1);
}

/** Creates a mint, whose authorities are the localnet's own, in one transaction. */
export function createMint(chain: Chain, mint: NewMint): Address {
  const { keypair, programId, decimals } = mint;
  const { address } = keypair;
  const authority = chain.authority.address;
  const plans = planExtensions(mint.extensions, address, authority);
  const extended = TOKEN_ACCOUNT_BYTES + 1 + plans.reduce((sum, plan) => sum + 4 + plan.bytes, 0);
  const space = plans.length > 0 ? extended : MINT_BYTES;
  landOwn(
    chain,
    [
      getCreateAccountInstruction({
        payer: signerOf(chain),
        newAccount: asSigner(address),
        lamports: chain.svm.rentExemptLamports(space),
        space,
        programAddress: programId,
      }),
      ...plans.map(({ instructionData }) => ({
        programAddress: programId,
        accounts: [{ address, role: AccountRole.WRITABLE }],
        data: instructionData,
      })),
      getInitializeMint2Instruction(
        {
          mint: address,
          decimals,
          mintAuthority: authority,
          freezeAuthority: mint.freezeAuthority ? authority : null,
        },
        { programAddress: programId },
      ),
    ],
    [keypair],
  );
  return address;
}

/** Creates the owner's associated account if missing, and mints into it unless the amount is zero. */
export async function mintTo(
  chain: Chain,
  mint: Address,
  owner: Address,
  amountAtomic: bigint,
): Promise<{ tokenAccount: Address; signature: Signature }> {
  const tokenProgram = tokenProgramOf(chain, mint);
  const [ata] = await findAssociatedTokenPda({ mint, owner, tokenProgram });
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: signerOf(chain),
    ata,
    owner,
    mint,
    tokenProgram,
  });
  freeSupply(chain, mint, amountAtomic);
  const mintInto = getMintToInstruction(
    { mint, token: ata, mintAuthority: signerOf(chain), amount: amountAtomic },
    { programAddress: tokenProgram },
  );
  const signature = landOwn(chain, amountAtomic > 0n ? [create, mintInto] : [create]);
  return { tokenAccount: ata, signature };
}

/** Freezes or thaws a token account with the freeze authority. */
export function setFrozen(chain: Chain, tokenAccount: Address, frozen: boolean): Signature {
  const account = tokenAccountAt(chain, tokenAccount);
  const input = { account: tokenAccount, mint: mintOf(account), owner: signerOf(chain) };
  const config = { programAddress: account.owner };
  return landOwn(chain, [
    frozen ? getFreezeAccountInstruction(input, config) : getThawAccountInstruction(input, config),
  ]);
}

/** Runs a Token-2022 instruction that takes the mint and its authority. */
export function instructMint(chain: Chain, mint: Address, data: Uint8Array): Signature {
  const accounts = [
    { address: mint, role: AccountRole.WRITABLE },
    { address: chain.authority.address, role: AccountRole.READONLY_SIGNER },
  ];
  return landOwn(chain, [{ programAddress: tokenProgramOf(chain, mint), accounts, data }]);
}

/**
 * Writes an approval into the owner's associated account, as if the owner's wallet had signed it; null
 * removes it.
 */
export async function writeApproval(
  chain: Chain,
  approval: { mint: Address; owner: Address; delegate: Address | null; amountAtomic: bigint },
): Promise<{ tokenAccount: Address; slot: number }> {
  const { mint, owner, delegate, amountAtomic } = approval;
  const [ata] = await findAssociatedTokenPda({ mint, owner, tokenProgram: tokenProgramOf(chain, mint) });
  const account = tokenAccountAt(chain, ata);
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setUint32(TOKEN_ACCOUNT.delegate, delegate ? 1 : 0, true);
  data.set(delegate ? bytesOf(delegate) : new Uint8Array(32), TOKEN_ACCOUNT.delegate + 4);
  view.setBigUint64(TOKEN_ACCOUNT.delegatedAmount, delegate ? amountAtomic : 0n, true);
  return { tokenAccount: ata, slot: chain.writeAccounts(new Map([[ata, { ...account, data }]])) };
}

/** Enables memo transfers on a Token-2022 account, as its owner would. */
export function requireMemo(chain: Chain, tokenAccount: Address): void {
  const account = tokenAccountAt(chain, tokenAccount);
  const base =
    account.data.length > TOKEN_ACCOUNT_BYTES ? [...account.data] : [...account.data, TYPE_TOKEN_ACCOUNT];
  const data = Uint8Array.from([...base, ...MEMO_TRANSFER_TLV]);
  const lamports = chain.svm.rentExemptLamports(data.length);
  chain.writeAccounts(new Map([[tokenAccount, { ...account, data, lamports }]]));
}

/**
 * Resets the recorded supply of one of the localnet's own tokens before it would exceed 2^64 - 1: everybody
 * shares them, and one user must not use them up. Nothing in the localnet reads the supply except
 * `getTokenSupply`.
 */
function freeSupply(chain: Chain, mint: Address, amountAtomic: bigint): void {
  if (!chain.tokens.some((token) => token.mint === mint)) return;
  const state = chain.accounts.read(mint);
  if (!isMint(state) || supplyOf(state) + amountAtomic <= U64_MAX) return;
  chain.writeAccounts(new Map([[mint, withSupply(state, 0n)]]));
}

function tokenProgramOf(chain: Chain, mint: Address): Address {
  const state = chain.accounts.read(mint);
  if (!isMint(state)) throw invalidParams('Invalid param: not a Token mint');
  return state.owner;
}

function tokenAccountAt(chain: Chain, address: Address) {
  const state = chain.accounts.read(address);
  if (!isTokenAccount(state)) throw invalidParams('Invalid param: not a Token account');
  return state;
}
