import { randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  createKeyPairSignerFromBytes,
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  isAddress,
  isOffCurveAddress,
} from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { addressBytes, base58FromBytes } from '../../checkout-js/src/base58.ts';
import { isOnCurve } from '../../checkout-js/src/program-address.ts';
import { openTransaction, readMessage } from '../../checkout-js/src/read-transaction.ts';
import { tokenAccountOf } from '../../checkout-js/src/token-account.ts';
import { makePayer } from './checkout-service.ts';
import { accountOf, approval, meaningOf, TOKEN_2022, viewOf, WALLETS, wire } from './issued.ts';

/** Bytes as they come, and with zeros in front and behind. */
function sample(index: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(randomBytes(32));
  if (index % 10 === 0) bytes.fill(0, 0, 1 + (index % 7));
  if (index % 10 === 1) bytes.fill(0, 31 - (index % 7));
  return bytes;
}

describe('what is read here without a Solana library reads as with one', () => {
  it('addresses, there and back', () => {
    for (let index = 0; index < 1000; index += 1) {
      const bytes = sample(index);
      const text = base58FromBytes(bytes);
      expect(text).toBe(getAddressDecoder().decode(bytes));
      expect(addressBytes(text)).toEqual(bytes);
    }
    const notOnes = [
      '',
      '1',
      '0'.repeat(32),
      'z'.repeat(44),
      `1${WALLETS.payer}`,
      WALLETS.payer.slice(1),
      '1'.repeat(33),
    ];
    for (const text of notOnes) expect([text, addressBytes(text) !== null]).toEqual([text, isAddress(text)]);
  });

  it('points of the curve', () => {
    const edges = [0, 1, 2].map((first) =>
      Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? first : 0)),
    );
    for (let index = 0; index < 300; index += 1) edges.push(sample(index));
    const found = edges.map((bytes) => isOnCurve(bytes));
    expect(found).toEqual(edges.map((bytes) => !isOffCurveAddress(getAddressDecoder().decode(bytes))));
    expect(new Set(found).size).toBe(2);
  });

  it('token accounts of both programs', async () => {
    for (let index = 0; index < 50; index += 1) {
      const [owner, mint] = [sample(index), sample(index)].map((bytes) => base58FromBytes(bytes) as Address);
      const program = index % 2 === 0 ? TOKEN_PROGRAM_ADDRESS : TOKEN_2022;
      expect(await tokenAccountOf(owner!, mint!, program)).toBe(await accountOf(owner!, mint!, program));
    }
  });

  it('messages: what it accepts of 2,000 damaged ones is canonical and says the same', async () => {
    const view = await viewOf();
    const honest = Buffer.from(wire([await approval(meaningOf(view))]), 'base64');
    let accepted = 0;
    for (let index = 0; index < 2_000; index += 1) {
      const damaged = Uint8Array.from(honest);
      // Beyond the signatures, mostly in the head, where the lengths are.
      const at = 65 + Math.floor(Math.random() ** 3 * (damaged.length - 65));
      damaged[at] = index % 2 === 0 ? damaged[at]! ^ (1 << (index % 8)) : index % 256;
      let read: ReturnType<typeof readMessage>;
      const message = damaged.slice(65);
      try {
        openTransaction(damaged);
        read = readMessage(message);
      } catch (error) {
        expect(error).toMatchObject({ name: 'CheckoutError', code: 'transaction_mismatch' });
        continue;
      }
      if (read.lookupTables > 0) continue;
      accepted += 1;
      const compiled = getCompiledTransactionMessageDecoder().decode(message);
      if (compiled.version !== 0 && compiled.version !== 'legacy') throw new Error('Another version.');
      expect(
        Buffer.compare(Buffer.from(getCompiledTransactionMessageEncoder().encode(compiled)), message),
      ).toBe(0);
      expect(read.signers).toEqual(compiled.staticAccounts.slice(0, compiled.header.numSignerAccounts));
      expect(read.instructions).toEqual(
        compiled.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
          programAddress: compiled.staticAccounts[programAddressIndex],
          data: Uint8Array.from(data),
          accounts: accountIndices.map((account) =>
            expect.objectContaining({ address: compiled.staticAccounts[account] }),
          ),
        })),
      );
    }
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('a signer that holds its key', () => {
  it("signs with the key's valid signature, as a kit signer does, and changes nothing else", async () => {
    const { signer, publicKey, address } = await makePayer();
    const view = await viewOf({ payer: address });
    const bytes = Buffer.from(wire([await approval(meaningOf(view))], address), 'base64');
    const signed = await signer.signTransaction(bytes);
    const { messageBytes, signatures } = getTransactionDecoder().decode(signed);
    expect(verify(null, Uint8Array.from(messageBytes), publicKey, signatures[address]!)).toBe(true);
    expect(Buffer.compare(signed.slice(65), bytes.subarray(65))).toBe(0);
    expect(bytes.subarray(1, 65).every((byte) => byte === 0)).toBe(true);
  });

  it('refuses bytes that are no key pair, and transactions of others', async () => {
    const { signer } = await makePayer();
    await expect(signerFromKeyPair(new Uint8Array(32))).rejects.toThrow(TypeError);
    await expect(signerFromKeyPair(Uint8Array.from(randomBytes(64)))).rejects.toThrow();
    const foreign = Buffer.from(wire([await approval(meaningOf(await viewOf()))]), 'base64');
    await expect(signer.signTransaction(foreign)).rejects.toThrow(/is not one that/);
    await expect(signer.signTransaction(Buffer.from([1, 2, 3]))).rejects.toMatchObject({
      code: 'transaction_mismatch',
    });
  });

  it('takes a kit signer too', async () => {
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const seed = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).subarray(-32);
    const point = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey));
    const bytes = Uint8Array.from(Buffer.concat([seed, point]));
    const [own, kit] = [
      await signerFromKeyPair(bytes),
      await signerFromKeyPair(await createKeyPairSignerFromBytes(bytes)),
    ];
    const view = await viewOf({ payer: own.address });
    const issued = Buffer.from(wire([await approval(meaningOf(view))], own.address as Address), 'base64');
    expect(kit.address).toBe(own.address);
    expect(await kit.signTransaction(issued)).toEqual(await own.signTransaction(issued));
  });
});
