import {
  AccountRole,
  type Address,
  generateKeyPairSigner,
  getBase64Encoder,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  getApproveCheckedInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTokenDecoder,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Net } from './support.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
const NOW = { commitment: 'processed' };

let net: Net;
let payer: KeyPairSigner;
let delegate: KeyPairSigner;
beforeAll(async () => {
  net = await Net.start();
  payer = await net.wallet();
  delegate = await net.wallet();
});
afterAll(() => net.localnet.stop());

async function mintTo(mint: Address, owner: Address, amount: string): Promise<Address> {
  return (await net.call('autopay_mintTo', [{ mint, owner, amount }])).tokenAccount;
}

async function amountIn(account: Address): Promise<string> {
  return (await net.call('getTokenAccountBalance', [account, NOW])).value.amount;
}

async function createMint(options: object): Promise<Address> {
  return (await net.call('autopay_createMint', [{ decimals: 6, ...options }])).mint;
}

function withReference<T extends Instruction>(instruction: T, reference: Address): Instruction {
  const accounts = [...(instruction.accounts ?? []), { address: reference, role: AccountRole.READONLY }];
  return { ...instruction, accounts };
}

async function transferOut(mint: Address, source: Address, destination: Address, programAddress: Address) {
  const instruction = getTransferCheckedInstruction(
    { source, mint, destination, authority: payer, amount: 1, decimals: 6 },
    { programAddress },
  );
  const { wire } = await net.sign(payer, [instruction]);
  return (await net.submit(wire)).error;
}

test('a localnet says what it is and which test tokens it has, finalized from the start', async () => {
  const { version, slotMs, tokens } = await net.call('autopay_localnetInfo');
  expect([version, slotMs]).toEqual([3, 400]);
  expect(tokens).toMatchObject([
    { symbol: 'TUSD', decimals: 6, programId: TOKEN_PROGRAM_ADDRESS },
    { symbol: 'TUSD22', decimals: 6, programId: TOKEN_2022 },
  ]);
  for (const { mint, programId } of tokens) {
    const { value } = await net.call('getAccountInfo', [mint, { encoding: 'jsonParsed' }]);
    expect(value).toMatchObject({
      owner: programId,
      data: { parsed: { type: 'mint', info: { decimals: 6 } } },
    });
  }
});

describe.each([
  ['SPL Token', 0, TOKEN_PROGRAM_ADDRESS],
  ['Token-2022', 1, TOKEN_2022],
])('%s', (_, index, programAddress) => {
  let mint: Address;
  beforeAll(async () => {
    mint = (await net.call('autopay_localnetInfo')).tokens[index].mint;
  });

  test('an approval and a pull by the delegate each take a reference as an extra account, and are found by it', async () => {
    const payee = await generateKeyPairSigner();
    const [mandate, charge] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    const source = await mintTo(mint, payer.address, '5000000');
    const destination = await mintTo(mint, payee.address, '0');
    const approve = getApproveCheckedInstruction(
      { source, mint, delegate: delegate.address, owner: payer, amount: 3_000_000, decimals: 6 },
      { programAddress },
    );
    const approved = await net.land(payer, [withReference(approve, mandate.address)]);
    const pull = getTransferCheckedInstruction(
      { source, mint, destination, authority: delegate, amount: 1_000_000, decimals: 6 },
      { programAddress },
    );
    const pulled = await net.land(delegate, [withReference(pull, charge.address)]);
    expect(await amountIn(destination)).toBe('1000000');
    await net.advance(1);
    for (const [reference, signature] of [
      [mandate.address, approved],
      [charge.address, pulled],
    ]) {
      const found = await net.call('getSignaturesForAddress', [reference, { commitment: 'confirmed' }]);
      expect(found).toMatchObject([{ signature, err: null, confirmationStatus: 'confirmed' }]);
    }
    const config = { ...NOW, encoding: 'jsonParsed' };
    const { value } = await net.call('getAccountInfo', [source, config]);
    expect(value.data.parsed.info).toMatchObject({
      mint,
      owner: payer.address,
      state: 'initialized',
      delegate: delegate.address,
      delegatedAmount: { amount: '2000000' },
    });
    const landed = await net.call('getTransaction', [
      pulled,
      { commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
    ]);
    expect(landed.meta.postTokenBalances).toContainEqual(
      expect.objectContaining({
        mint,
        owner: payee.address,
        uiTokenAmount: expect.objectContaining({ amount: '1000000' }),
      }),
    );
    expect(landed.meta.preTokenBalances.map(({ owner }: { owner: string }) => owner).sort()).toEqual(
      [payer.address, payee.address].sort(),
    );
  });

  test('an approval can be written without the key of its owner, and taken away', async () => {
    const owner = await generateKeyPairSigner();
    const account = await mintTo(mint, owner.address, '10');
    const read = async () => {
      const { value } = await net.call('getAccountInfo', [account, { ...NOW, encoding: 'base64' }]);
      return getTokenDecoder().decode(getBase64Encoder().encode(value.data[0]));
    };
    const approval = { mint, owner: owner.address, delegate: delegate.address, amount: '7' };
    await net.call('autopay_approve', [approval]);
    expect(await read()).toMatchObject({
      delegate: { value: delegate.address },
      delegatedAmount: 7n,
      amount: 10n,
    });
    await net.call('autopay_approve', [{ ...approval, delegate: null }]);
    expect(await read()).toMatchObject({ delegate: { __option: 'None' }, delegatedAmount: 0n });
  });

  test("an owner's token accounts are listed by mint and by program", async () => {
    const owner = await generateKeyPairSigner();
    const pubkey = await mintTo(mint, owner.address, '3');
    for (const filter of [{ mint }, { programId: programAddress }]) {
      const { value } = await net.call('getTokenAccountsByOwner', [
        owner.address,
        filter,
        { ...NOW, encoding: 'jsonParsed' },
      ]);
      expect(value).toMatchObject([
        {
          pubkey,
          account: {
            data: { parsed: { info: { tokenAmount: { amount: '3', uiAmountString: '0.000003' } } } },
          },
        },
      ]);
    }
  });

  test('a frozen account moves nothing until it is thawed', async () => {
    const source = await mintTo(mint, payer.address, '1');
    const destination = await mintTo(mint, delegate.address, '0');
    await net.call('autopay_freezeAccount', [{ tokenAccount: source }]);
    const error = await transferOut(mint, source, destination, programAddress);
    expect(error?.data?.['err']).toEqual({ InstructionError: [0, { Custom: 17 }] });
    await net.call('autopay_thawAccount', [{ tokenAccount: source }]);
    expect(await transferOut(mint, source, destination, programAddress)).toBeUndefined();
  });
});

describe('mints with extensions', () => {
  test.each([
    ['transferFee', { transferFee: { basisPoints: 100, maxFee: '1000000' } }],
    ['permanentDelegate', { permanentDelegate: true }],
    ['interestBearing', { interestBearing: { rateBasisPoints: 500 } }],
    ['scaledUi', { scaledUi: { multiplier: 2 } }],
    ['transferHook', { transferHook: null }],
    ['metadataPointer', { metadataPointer: true }],
    ['closeAuthority', { closeAuthority: true }],
    ['confidentialTransfer', { confidentialTransfer: true }],
    [
      'several at once',
      { pausable: true, transferFee: { basisPoints: 0, maxFee: '0' }, closeAuthority: true },
    ],
  ])('%s: the mint is accepted by the program and mints', async (_, extensions) => {
    const mint = await createMint({ program: 'token-2022', extensions });
    expect(await amountIn(await mintTo(mint, payer.address, '9'))).toBe('9');
  });

  test('a paused mint moves nothing until it is resumed', async () => {
    const mint = await createMint({ program: 'token-2022', extensions: { pausable: true } });
    const source = await mintTo(mint, payer.address, '9');
    const destination = await mintTo(mint, delegate.address, '0');
    await net.call('autopay_pauseMint', [{ mint }]);
    expect(await transferOut(mint, source, destination, TOKEN_2022)).toMatchObject({ code: -32002 });
    await net.call('autopay_resumeMint', [{ mint }]);
    expect(await transferOut(mint, source, destination, TOKEN_2022)).toBeUndefined();
  });

  test('a non-transferable token stays where it is, and a default-frozen account needs thawing', async () => {
    const fixed = await createMint({ program: 'token-2022', extensions: { nonTransferable: true } });
    const source = await mintTo(fixed, payer.address, '9');
    const destination = await mintTo(fixed, delegate.address, '0');
    expect(await transferOut(fixed, source, destination, TOKEN_2022)).toMatchObject({ code: -32002 });
    const frozen = await createMint({ program: 'token-2022', extensions: { defaultFrozen: true } });
    const account = await mintTo(frozen, payer.address, '0');
    const config = { ...NOW, encoding: 'jsonParsed' };
    const { value } = await net.call('getAccountInfo', [account, config]);
    expect(value.data.parsed.info.state).toBe('frozen');
  });

  test('a transfer fee can be scheduled later', async () => {
    const mint = await createMint({
      program: 'token-2022',
      extensions: { transferFee: { basisPoints: 0, maxFee: '0' } },
    });
    await net.call('autopay_setTransferFee', [{ mint, basisPoints: 50, maxFee: '1000' }]);
    const { value } = await net.call('getAccountInfo', [mint, { ...NOW, encoding: 'base64' }]);
    expect(Buffer.from(value.data[0], 'base64').readUInt16LE(166 + 4 + 106)).toBe(50);
  });

  test('an account that demands memos refuses a transfer without one', async () => {
    const mint = await createMint({ program: 'token-2022' });
    const source = await mintTo(mint, payer.address, '9');
    const shy = { mint, owner: delegate.address, memoTransfer: true };
    const { tokenAccount } = await net.call('autopay_createTokenAccount', [shy]);
    const error = await transferOut(mint, source, tokenAccount, TOKEN_2022);
    expect(error?.data?.['err']).toEqual({ InstructionError: [0, { Custom: 36 }] });
  });
});

test('a wallet can create an associated account itself', async () => {
  const { mint } = (await net.call('autopay_localnetInfo')).tokens[0];
  const stranger = await generateKeyPairSigner();
  const account = await mintTo(mint, payer.address, '0');
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: account,
    owner: payer.address,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  await net.land(payer, [create]);
  expect(
    (await net.raw('autopay_approve', [{ mint, owner: stranger.address, delegate: null }])).error?.code,
  ).toBe(-32602);
});
