import { randomBytes } from 'node:crypto';
import {
  type Address,
  generateKeyPairSigner,
  getAddressDecoder,
  getBase58Decoder,
  isAddress,
  isOffCurveAddress,
} from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { approvalInstruction } from '../../server/chain/authorization.ts';
import { revocationInstruction } from '../../server/chain/delegation.ts';
import { paymentInstruction } from '../../server/chain/payment.ts';
import { readTransaction as readReal } from '../../server/chain/read-transaction.ts';
import { tokenAccountOf as realTokenAccountOf } from '../../server/chain/tokens.ts';
import { encodeInstruction as encodeReal } from '../../server/chain/wallet-transaction.ts';
import { isWalletAddress as isRealWalletAddress } from '../../server/lib/solana-address.ts';
import { addressBytes, fromBase58, fromBase64, toBase58 } from '../../sdk/src/testing/bytes.ts';
import { isOnCurve, isWalletAddress } from '../../sdk/src/testing/ed25519.ts';
import {
  approveInstruction,
  revokeInstruction,
  tokenAccountOf,
  transferInstruction,
} from '../../sdk/src/testing/instructions.ts';
import { compile, encodeInstruction, readTransaction } from '../../sdk/src/testing/transaction.ts';

const randomAddress = () => getAddressDecoder().decode(randomBytes(32));
const wallet = async () => (await generateKeyPairSigner()).address;

async function parties() {
  const [owner, other] = [await wallet(), await wallet()];
  const [mint, delegate, reference] = [randomAddress(), randomAddress(), randomAddress()];
  return { owner, other, mint, delegate, reference };
}

describe("the fake's bytes", () => {
  test('base58 agrees with the one that wallets use, leading zeros included', () => {
    const decoder = getBase58Decoder();
    for (const length of [1, 16, 32, 64]) {
      for (const zeros of [0, 1, length]) {
        const bytes = new Uint8Array(randomBytes(length)).fill(0, 0, zeros);
        expect(toBase58(bytes)).toBe(decoder.decode(bytes));
        expect(fromBase58(toBase58(bytes), length)).toEqual(bytes);
      }
    }
  });

  test('an address is 32 bytes in base58 and nothing else', () => {
    const good = randomAddress();
    const texts = [
      good,
      `${good}1`,
      good.slice(1),
      `1${good}`,
      'O'.repeat(43),
      '',
      ' ',
      '1'.repeat(32),
      '1'.repeat(33),
    ];
    for (const text of texts) expect([text, fromBase58(text, 32) !== null]).toEqual([text, isAddress(text)]);
  });

  test('what is on the curve is what the network says it is', async () => {
    for (let round = 0; round < 100; round += 1) {
      const address = randomAddress();
      expect(isOnCurve(addressBytes(address))).toBe(!isOffCurveAddress(address));
      expect(isWalletAddress(address)).toBe(isRealWalletAddress(address));
    }
    expect(isWalletAddress(await wallet())).toBe(true);
    expect(isWalletAddress('11111111111111111111111111111111')).toBe(false);
  });

  test('token accounts are derived as the network derives them', async () => {
    const { owner, mint } = await parties();
    for (const program of ['token', 'token-2022'] as const) {
      expect(await tokenAccountOf(owner, { mint, program, decimals: 6 })).toBe(
        await realTokenAccountOf(owner, mint, program),
      );
    }
  });

  test('an approval, a payment and a revocation are the bytes that the service issues', async () => {
    const { owner, other, mint, delegate, reference } = await parties();
    const token = { mint, program: 'token-2022', decimals: 9 } as const;
    const real = { payer: owner, mint, tokenProgram: 'token-2022', decimals: 9 } as const;
    const amount = 18_446_744_073_709_551_615n;
    expect(encodeInstruction(await approveInstruction(token, { owner, delegate, amount, reference }))).toBe(
      encodeReal(await approvalInstruction({ ...real, delegate, amountAtomic: amount, reference })),
    );
    expect(
      encodeInstruction(await transferInstruction(token, { from: owner, to: other, amount, reference })),
    ).toBe(encodeReal(await paymentInstruction({ ...real, payee: other, amountAtomic: amount, reference })));
    expect(encodeInstruction(await revokeInstruction(token, owner))).toBe(
      encodeReal(await revocationInstruction(real, { delegate, amountAtomic: 0n })),
    );
  });

  test('a transaction reads as it was built, here and with the library of wallets', async () => {
    const { owner, mint, delegate, reference } = await parties();
    const token = { mint, program: 'token', decimals: 6 } as const;
    const blockhash = randomAddress();
    const instruction = await approveInstruction(token, { owner, delegate, amount: 5n, reference });
    const { transaction, message } = compile(owner, [instruction], blockhash);
    const real = readReal(fromBase64(transaction)!)!;
    expect(real).toMatchObject({ feePayer: owner as Address, blockhash, signature: null });
    const ours = readTransaction(transaction)!;
    expect(ours).toMatchObject({ feePayer: owner, blockhash, message });
    const shape = ({
      program,
      accounts,
      data,
    }: {
      program: string;
      accounts: readonly unknown[];
      data: Uint8Array;
    }) => ({
      program,
      accounts: accounts.map((each) =>
        typeof each === 'string' ? each : (each as { address: string }).address,
      ),
      data: [...data],
    });
    expect(ours.instructions.map(shape)).toEqual(real.instructions.map(shape));
  });

  test('bytes that are no transaction are none, wherever they are cut', async () => {
    const { owner, mint, delegate, reference } = await parties();
    const token = { mint, program: 'token', decimals: 6 } as const;
    const instruction = await approveInstruction(token, { owner, delegate, amount: 5n, reference });
    const wire = fromBase64(compile(owner, [instruction], randomAddress()).transaction)!;
    for (let length = 0; length < wire.length; length += 7) {
      expect(readTransaction(Buffer.from(wire.slice(0, length)).toString('base64'))).toBeNull();
    }
    expect(readTransaction('not base64!')).toBeNull();
    expect(readTransaction(Buffer.concat([wire, Buffer.of(0)]).toString('base64'))).toBeNull();
  });
});
