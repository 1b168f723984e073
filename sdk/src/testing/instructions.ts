import type { components } from '../generated/api.ts';
import { addressBytes, concat, sha256, toBase58, u64, utf8 } from './bytes.ts';
import { isOnCurve } from './ed25519.ts';
import type { Instruction } from './transaction.ts';

type TokenProgram = components['schemas']['TokenProgram'];

const PROGRAMS: Record<TokenProgram, string> = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
};
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** A token as the token programs know it. */
export interface TokenFacts {
  mint: string;
  program: TokenProgram;
  decimals: number;
}

/** The SHA-256 of `lines` joined by newlines, as an address: the terms that a signature binds to. */
export async function referenceOf(lines: readonly string[]): Promise<string> {
  return toBase58(await sha256(utf8(lines.join('\n'))));
}

const accounts = new Map<string, string>();

/** The associated token account of `owner`: a program-derived address of the associated token program. */
export async function tokenAccountOf(owner: string, { mint, program }: TokenFacts): Promise<string> {
  const key = `${owner}/${mint}/${program}`;
  const known = accounts.get(key);
  if (known !== undefined) return known;
  const seeds = [owner, PROGRAMS[program], mint].map(addressBytes);
  for (let bump = 255; ; bump -= 1) {
    const tail = concat(addressBytes(ASSOCIATED_TOKEN), utf8('ProgramDerivedAddress'));
    const candidate = await sha256(concat(...seeds, [bump], tail));
    if (isOnCurve(candidate)) continue;
    accounts.set(key, toBase58(candidate));
    return toBase58(candidate);
  }
}

/**
 * ApproveChecked: lets `delegate` take up to `amount` from the owner's account, with or without a reference.
 */
export async function approveInstruction(
  token: TokenFacts,
  {
    owner,
    delegate,
    amount,
    reference,
  }: { owner: string; delegate: string; amount: bigint; reference: string | null },
): Promise<Instruction> {
  return {
    program: PROGRAMS[token.program],
    accounts: [
      writable(await tokenAccountOf(owner, token)),
      readOnly(token.mint),
      readOnly(delegate),
      signer(owner),
      ...(reference === null ? [] : [readOnly(reference)]),
    ],
    data: concat([13], u64(amount), [token.decimals]),
  };
}

/** TransferChecked: moves `amount` between accounts, with a reference. */
export async function transferInstruction(
  token: TokenFacts,
  { from, to, amount, reference }: { from: string; to: string; amount: bigint; reference: string },
): Promise<Instruction> {
  return {
    program: PROGRAMS[token.program],
    accounts: [
      writable(await tokenAccountOf(from, token)),
      readOnly(token.mint),
      writable(await tokenAccountOf(to, token)),
      signer(from),
      readOnly(reference),
    ],
    data: concat([12], u64(amount), [token.decimals]),
  };
}

/** Revoke: removes the owner's approval. */
export async function revokeInstruction(token: TokenFacts, owner: string): Promise<Instruction> {
  return {
    program: PROGRAMS[token.program],
    accounts: [writable(await tokenAccountOf(owner, token)), signer(owner)],
    data: Uint8Array.of(5),
  };
}

/** A memo that `wallet` signs. */
export function memoInstruction(wallet: string, memo: string): Instruction {
  return { program: MEMO, accounts: [signer(wallet)], data: utf8(memo) };
}

function writable(address: string) {
  return { address, isSigner: false, isWritable: true };
}

function readOnly(address: string) {
  return { address, isSigner: false, isWritable: false };
}

function signer(address: string) {
  return { address, isSigner: true, isWritable: false };
}
