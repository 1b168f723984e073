import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getApproveCheckedInstruction,
  getRevokeInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { describe, expect, test } from 'vitest';
import {
  createPlan,
  deletePlan,
  initAuthority,
  subscribe,
  updatePlanForms,
} from '../../server/chain/subscriptions/instructions.ts';
import { readTransaction } from '../../pages/test-wallet/read-transaction.ts';

const wallet = await generateKeyPairSigner();
const MINT = address('So11111111111111111111111111111111111111112');
const SOURCE = address('SysvarRent111111111111111111111111111111111');
const OTHER = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
const TABLE = address('SysvarC1ock11111111111111111111111111111111');

/** The message of these instructions, that the wallet pays for. */
const messageOf = <V extends 'legacy' | 0>(version: V, instructions: readonly Instruction[]) =>
  pipe(
    createTransactionMessage({ version: version as 0 }),
    (message) => setTransactionMessageFeePayer(wallet.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(OTHER), lastValidBlockHeight: 1n },
        message,
      ),
    (message) => appendTransactionMessageInstructions(instructions, message),
  );
const bytesOf = (message: Parameters<typeof compileTransaction>[0]) =>
  new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
const read = (...instructions: readonly Instruction[]) =>
  readTransaction(bytesOf(messageOf(0, instructions)));

const approval = getApproveCheckedInstruction({
  source: SOURCE,
  mint: MINT,
  delegate: OTHER,
  owner: wallet.address,
  amount: 12_500_000n,
  decimals: 6,
});

describe('what the test wallet says of a transaction', () => {
  test('is that an approval is unlimited and what a subscription to a plan limits', async () => {
    const payer = wallet.address;
    const rest = { rentPayer: payer };
    const opened = await initAuthority({ payer, mint: MINT, tokenProgram: 'token', source: SOURCE }, rest);
    const terms = { owner: OTHER, planId: 1n, mint: MINT, amountAtomic: 12_500_000n, periodHours: 720n };
    const joined = await subscribe({ ...terms, payer, planCreatedAt: 1n, initId: 1n }, rest);
    const said = JSON.stringify(read(opened, joined));
    expect(said).toContain('Approve the Subscriptions program without a limit');
    expect(said).toContain('it collects at most 12,500,000 of the token’s smallest units every 720 hours');
  });

  test('is what its owner makes of a plan: who collects and for whom, that it ends, and that its rent returns', async () => {
    const owner = wallet.address;
    const terms = { owner, planId: 7n, mint: MINT, amountAtomic: 12_500_000n, periodHours: 720n };
    const made = { ...terms, tokenProgram: 'token', endsAt: 0n, payee: MINT, puller: OTHER } as const;
    expect(read(await createPlan(made)).sentences[0]).toMatch(
      /^Create the plan .+ and own it: 9xQe…VFin may collect 12,500,000 of the token’s smallest units every 720 hours from each subscriber, for So11…1112 alone$/,
    );
    const seen = {
      ...terms,
      isActive: true,
      createdAt: 1n,
      endsAt: 0n,
      destinations: [MINT],
      pullers: [OTHER],
    };
    const plan = { ...seen, details: new Uint8Array(128) };
    for (const [change, said] of [
      [
        { isActive: true, endsAt: 0n, pullers: [MINT] },
        /^Let So11…1112 collect through the plan .+, and nobody else$/,
      ],
      [{ isActive: false, endsAt: 9n, pullers: [OTHER] }, /^End the plan .+: it takes no more subscribers$/],
    ] as const) {
      const forms = await updatePlanForms(plan, change);
      expect(forms.length).toBe(2);
      for (const form of forms) expect(read(form).sentences[0]).toMatch(said);
    }
    expect(read(await deletePlan(terms)).sentences[0]).toMatch(
      /^Delete the plan .+: its rent returns to this wallet$/,
    );
  });

  test('is who may collect and how much, and of which token', () => {
    expect(read(getSetComputeUnitLimitInstruction({ units: 200_000 }), approval)).toEqual({
      sentences: [
        'Take at most 200,000 units of computing',
        'Let 9xQe…VFin collect up to 12.50 tokens from this wallet',
      ],
      feePayer: wallet.address,
      token: { mint: MINT, decimals: 6 },
    });
  });

  test('is the same in the legacy format', () => {
    const legacy = readTransaction(bytesOf(messageOf('legacy', [approval])));
    expect(legacy).toEqual(read(approval));
  });

  test('names payments, revocations and notes', () => {
    const transfer = getTransferCheckedInstruction({
      source: SOURCE,
      mint: MINT,
      destination: OTHER,
      authority: wallet.address,
      amount: 18_446_744_073_709_551_615n,
      decimals: 9,
    });
    const revocation = getRevokeInstruction({ source: SOURCE, owner: wallet.address });
    expect(read(transfer, revocation, getAddMemoInstruction({ memo: 'link me' })).sentences).toEqual([
      'Send 18,446,744,073.709551615 tokens to the token account 9xQe…VFin',
      'Take back the approval: nobody may collect from this wallet’s tokens any more',
      'Write “link me” on chain, for all to read',
    ]);
  });

  test('never passes over what it does not know', () => {
    const sol = getTransferSolInstruction({ source: wallet, destination: OTHER, amount: lamports(5n) });
    const odd = { ...approval, data: approval.data.slice(0, 5) };
    expect(read(sol, odd).sentences).toEqual([
      'Something that this wallet cannot read, by 11111111111111111111111111111111',
      'Something that this wallet cannot read, by TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    ]);
  });

  test('is nothing where accounts stand outside the bytes', () => {
    const compressed = compressTransactionMessageUsingAddressLookupTables(messageOf(0, [approval]), {
      [TABLE]: [MINT, OTHER, SOURCE],
    });
    expect(() => readTransaction(bytesOf(compressed))).toThrow('does not sign what it cannot read');
  });

  test('is nothing where the bytes are no transaction', () => {
    expect(() => readTransaction(new Uint8Array([1, 2, 3]))).toThrow();
  });
});
