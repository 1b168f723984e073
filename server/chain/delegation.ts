import { AccountRole, type Address, type Instruction } from '@solana/kit';
import {
  APPROVE_CHECKED_DISCRIMINATOR,
  getApproveCheckedInstructionDataDecoder,
  getRevokeInstruction,
  REVOKE_DISCRIMINATOR,
} from '@solana-program/token';
import { approvalInstruction } from './authorization.ts';
import type { ReadInstruction, ReadTransaction } from './read-transaction.ts';
import { programAddressOf, programNameOf, type TokenProgramName } from './token-program.ts';
import { tokenAccountOf } from './tokens.ts';

/** An owner's associated account for a token. */
export interface DelegatingAccount {
  payer: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
}

/** What a transaction sets a token account's single delegate slot to. */
export type Delegation =
  | { kind: 'revoke'; instructionIndex: number }
  | {
      kind: 'approve';
      instructionIndex: number;
      delegate: Address;
      amountAtomic: bigint;
      /** Addresses that the instruction lists without using them: mandates' references. */
      references: readonly Address[];
    };

/**
 * Leaves the delegate `amountAtomic` of the payer's associated account, without a mandate's reference; with 0
 * it clears the slot, whoever holds it.
 */
export async function revocationInstruction(
  account: DelegatingAccount,
  { delegate, amountAtomic }: { delegate: Address; amountAtomic: bigint },
): Promise<Instruction> {
  const { payer, mint, tokenProgram } = account;
  if (amountAtomic > 0n) {
    return approvalInstruction({ ...account, delegate, amountAtomic, reference: null });
  }
  const source = await tokenAccountOf(payer, mint, tokenProgram);
  const revoke = getRevokeInstruction(
    { source, owner: payer },
    { programAddress: programAddressOf(tokenProgram) },
  );
  const [sourceAccount] = revoke.accounts;
  return { ...revoke, accounts: [sourceAccount, { address: payer, role: AccountRole.READONLY_SIGNER }] };
}

/**
 * What the transaction does to this account's slot, or null if it is anything else: its one top-level
 * token-program instruction must be an ApproveChecked or a Revoke by the payer. Instructions of other
 * programs, which wallets add, are accepted; unreadable ones are not. Signatures are not checked.
 */
export async function readDelegation(
  { instructions, isWhole }: Pick<ReadTransaction, 'instructions' | 'isWhole'>,
  account: DelegatingAccount,
): Promise<Delegation | null> {
  const [only, ...others] = instructions.filter(({ program }) => programNameOf(program) !== null);
  if (!only || others.length > 0 || !isWhole || programNameOf(only.program) !== account.tokenProgram)
    return null;
  const source = await tokenAccountOf(account.payer, account.mint, account.tokenProgram);
  if (only.accounts[0]?.address !== source) return null;
  return readApproval(only, account) ?? readRevoke(only, account);
}

function readApproval(
  { index, accounts, data }: ReadInstruction,
  { payer, mint, decimals }: DelegatingAccount,
): Delegation | null {
  if (data.length !== 10 || data[0] !== APPROVE_CHECKED_DISCRIMINATOR) return null;
  const [, mintAccount, delegate, owner, ...rest] = accounts;
  if (mintAccount?.address !== mint || !delegate || owner?.address !== payer || !owner.isSigner) return null;
  const approval = getApproveCheckedInstructionDataDecoder().decode(data);
  if (approval.decimals !== decimals) return null;
  return {
    kind: 'approve',
    instructionIndex: index,
    delegate: delegate.address,
    amountAtomic: approval.amount,
    references: rest.map(({ address }) => address),
  };
}

function readRevoke(
  { index, accounts, data }: ReadInstruction,
  { payer }: DelegatingAccount,
): Delegation | null {
  if (data.length !== 1 || data[0] !== REVOKE_DISCRIMINATOR) return null;
  const owner = accounts[1];
  return owner?.address === payer && owner.isSigner ? { kind: 'revoke', instructionIndex: index } : null;
}
