import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { beforeAll, describe, expect, it } from 'vitest';
import { approvalInstruction } from '../../server/chain/authorization.ts';
import { readDelegation, revocationInstruction } from '../../server/chain/delegation.ts';
import { readTransaction } from '../../server/chain/read-transaction.ts';
import { TOKEN_2022, type TokenProgramName } from '../../server/chain/token-program.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { wireBytes } from '../../server/chain/transaction.ts';
import { randomAddress } from './support.ts';

let payer: Address;
let mint: Address;
let delegate: Address;
let reference: Address;
beforeAll(async () => {
  [payer, mint, delegate, reference] = [
    await randomAddress(),
    await randomAddress(),
    await randomAddress(),
    await randomAddress(),
  ];
});

const account = (tokenProgram: TokenProgramName = 'token') => ({
  payer,
  mint,
  tokenProgram,
  decimals: 6,
});

/** The unsigned transaction of these instructions, with what `table` holds loaded through a lookup table. */
function read(instructions: Instruction[], table: Address[] = []) {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(payer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 1n },
        m,
      ),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const tables = { [address('SysvarC1ock11111111111111111111111111111111')]: table };
  const packed =
    table.length === 0 ? message : compressTransactionMessageUsingAddressLookupTables(message, tables);
  return readTransaction(wireBytes(compileTransaction(packed)))!;
}

const memo = getAddMemoInstruction({ memo: 'guard' });
const revoke = () => revocationInstruction(account(), { delegate, amountAtomic: 0n });
const lower = (amountAtomic = 500n) => revocationInstruction(account(), { delegate, amountAtomic });

describe('what a transaction sets the delegate slot to', () => {
  it.each(['token', 'token-2022'] as const)(
    'is read from a revocation and from a lower approval (%s)',
    async (tokenProgram) => {
      const own = account(tokenProgram);
      const none = await revocationInstruction(own, { delegate, amountAtomic: 0n });
      expect(await readDelegation(read([memo, none]), own)).toEqual({ kind: 'revoke', instructionIndex: 1 });
      const some = await revocationInstruction(own, { delegate, amountAtomic: 500n });
      expect(await readDelegation(read([some, memo]), own)).toEqual({
        kind: 'approve',
        instructionIndex: 0,
        delegate,
        amountAtomic: 500n,
        references: [],
      });
    },
  );

  it('names the references that an approval carries', async () => {
    const approval = await approvalInstruction({ ...account(), delegate, reference, amountAtomic: 7n });
    const delegation = await readDelegation(read([approval]), account());
    expect(delegation).toMatchObject({ kind: 'approve', amountAtomic: 7n, references: [reference] });
  });

  it("is nothing of another payer's, mint's, program's or number of decimals", async () => {
    const other = await randomAddress();
    const tokenProgram = 'token-2022';
    for (const change of [{ payer: other }, { mint: other }, { tokenProgram }, { decimals: 5 }] as const) {
      expect(await readDelegation(read([await lower()]), { ...account(), ...change })).toBeNull();
    }
    const forged = await lower();
    const accounts = forged.accounts!.map((each, at) =>
      at === 3 ? { ...each, role: AccountRole.READONLY } : each,
    );
    // The payer is named as the owner and signs as fee payer all the same: that is the payer's signature.
    expect(await readDelegation(read([{ ...forged, accounts }]), account())).not.toBeNull();
  });

  it('is nothing beside any other instruction to a token program', async () => {
    const source = await tokenAccountOf(payer, mint, 'token');
    const transfer = getTransferCheckedInstruction({
      source,
      mint,
      destination: delegate,
      authority: payer,
      amount: 1n,
      decimals: 6,
    });
    const sends = { ...transfer, programAddress: TOKEN_2022 };
    for (const others of [[await revoke()], [transfer], [sends], [await lower(1n)]]) {
      expect(await readDelegation(read([await lower(), ...(others as Instruction[])]), account())).toBeNull();
    }
    expect(await readDelegation(read([memo]), account())).toBeNull();
    expect(await readDelegation(read([transfer as Instruction]), account())).toBeNull();
  });

  it('is nothing where an instruction is hidden behind a lookup table that cannot be resolved', async () => {
    const [source, hidden] = [await tokenAccountOf(payer, mint, 'token'), await randomAddress()];
    const transfer = getTransferCheckedInstruction({
      source,
      mint,
      destination: hidden,
      authority: payer,
      amount: 1n,
      decimals: 6,
    });
    const open = read([await lower()]);
    expect(open.isWhole).toBe(true);
    const closed = read([await lower(), transfer as Instruction], [hidden]);
    expect(closed.instructions).toHaveLength(1);
    expect(closed.isWhole).toBe(false);
    expect(await readDelegation(closed, account())).toBeNull();
  });

  it('is nothing in data that is longer or shorter than the instruction', async () => {
    for (const instruction of [await lower(), await revoke()]) {
      const data = Uint8Array.from(instruction.data!);
      const longer = { ...instruction, data: Uint8Array.from([...data, 0]) };
      expect(await readDelegation(read([longer]), account())).toBeNull();
      const shorter = { ...instruction, data: data.subarray(0, data.length - 1) };
      expect(await readDelegation(read([shorter]), account())).toBeNull();
    }
  });
});
