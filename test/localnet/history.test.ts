import {
  AccountRole,
  type Address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Net, transfer } from './support.ts';
import { expectSince, nowSeconds } from '../support/expect-since.ts';

const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111' as Address;
const CONFIRMED = { commitment: 'confirmed' };

let net: Net;
let alice: KeyPairSigner;
beforeAll(async () => {
  net = await Net.start();
  alice = await net.wallet();
});
afterAll(() => net.localnet.stop());

/** The memo program demands a signature of every account it is given, so the reference goes with a transfer of nothing. */
function memo(text: string, reference: Address): Instruction[] {
  const nothing = transfer(alice, alice.address, 0);
  return [
    { ...nothing, accounts: [...nothing.accounts!, { address: reference, role: AccountRole.READONLY }] },
    getAddMemoInstruction({ memo: text }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
  ];
}

function signaturesOf(address: Address, config: object = {}): Promise<{ signature: Signature }[]> {
  return net.call('getSignaturesForAddress', [address, { ...CONFIRMED, ...config }]);
}

test('signatures of an address come newest first, in pages, between before and until', async () => {
  const { address } = await generateKeyPairSigner();
  const sent: Signature[] = [];
  for (let i = 0; i < 7; i++) sent.unshift(await net.land(alice, [transfer(alice, address, 1_000_000 + i)]));
  await net.advance(1);
  const list = async (config: object) =>
    (await signaturesOf(address, config)).map(({ signature }) => signature);
  expect(await list({})).toEqual(sent);
  expect(await list({ limit: 3 })).toEqual(sent.slice(0, 3));
  expect(await list({ limit: 3, before: sent[2] })).toEqual(sent.slice(3, 6));
  expect(await list({ before: sent[1], until: sent[5] })).toEqual(sent.slice(2, 5));
  expect((await net.raw('getSignaturesForAddress', [address, { limit: 1001 }])).error?.code).toBe(-32602);
});

test('an address that a transaction only reads is indexed too, with the memo, also of failed ones', async () => {
  const startedAt = nowSeconds();
  const { address } = await generateKeyPairSigner();
  const good = await net.land(alice, memo('plan 1', address));
  const instructions = [...memo('plan 2', address), transfer(alice, alice.address, 1e15)];
  const bad = await net.sign(alice, instructions);
  await net.submit(bad.wire, { skipPreflight: true });
  expect(await signaturesOf(address)).toEqual([]);
  await net.advance(1);
  expect(await signaturesOf(address)).toMatchObject([
    { signature: bad.signature, memo: '[6] plan 2', err: { InstructionError: [2, { Custom: 1 }] } },
    { signature: good, memo: '[6] plan 1', err: null, confirmationStatus: 'confirmed' },
  ]);
  const [{ blockTime }] = await net.call('getSignaturesForAddress', [address, CONFIRMED]);
  expectSince(startedAt, blockTime);
});

test.each(['legacy', 0] as const)(
  'a transaction of version %s is returned in every encoding',
  async (version) => {
    const { wire, signature } = await net.sign(alice, [transfer(alice, alice.address, 5)], { version });
    await net.submit(wire);
    const get = (config: object) =>
      net.call('getTransaction', [signature, { ...CONFIRMED, maxSupportedTransactionVersion: 0, ...config }]);
    expect(await get({})).toBeNull();
    await net.advance(1);
    const json = await get({});
    expect(json).toMatchObject({
      version,
      transaction: {
        signatures: [signature],
        message: {
          header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
          accountKeys: [alice.address, SYSTEM_PROGRAM_ADDRESS],
          instructions: [{ programIdIndex: 1, accounts: [0, 0], stackHeight: 1 }],
        },
      },
      meta: { err: null, fee: 5000, innerInstructions: [], loadedAddresses: { writable: [], readonly: [] } },
    });
    expect(json.meta.preBalances[0] - json.meta.postBalances[0]).toBe(5000);
    expect(json.meta.logMessages).toContain(`Program ${SYSTEM_PROGRAM_ADDRESS} success`);
    expect(json.meta.computeUnitsConsumed).toBe(150);
    expect((await get({ encoding: 'base64' })).transaction).toEqual([wire, 'base64']);
    const parsed = await get({ encoding: 'jsonParsed' });
    expect(parsed.transaction.message.accountKeys[0]).toEqual({
      pubkey: alice.address,
      signer: true,
      source: 'transaction',
      writable: true,
    });
    if (version === 0) {
      const { error } = await net.raw('getTransaction', [signature, CONFIRMED]);
      expect(error?.code).toBe(-32015);
    }
  },
);

test('inner instructions say which account was created', async () => {
  const { mint } = (await net.call('autopay_localnetInfo')).tokens[0];
  const owner = (await generateKeyPairSigner()).address;
  const { signature } = await net.call('autopay_mintTo', [{ mint, owner, amount: '5' }]);
  await net.advance(1);
  const config = { ...CONFIRMED, maxSupportedTransactionVersion: 0 };
  const { meta } = await net.call('getTransaction', [signature, config]);
  expect(meta.innerInstructions[0].instructions[0]).toMatchObject({ stackHeight: 2 });
  expect(meta.preTokenBalances).toEqual([]);
  expect(meta.postTokenBalances).toMatchObject([
    { mint, owner, uiTokenAmount: { amount: '5', decimals: 6 } },
  ]);
});

test('addresses loaded from a lookup table are resolved, indexed and shown', async () => {
  const { address: hidden } = await generateKeyPairSigner();
  const slot = BigInt((await net.call('getSlot', [{ commitment: 'processed' }])) - 1);
  const table = await createTable(slot, hidden);
  await net.advance(2);
  const signature = await net.land(alice, [transfer(alice, hidden, 3_000_000)], {
    tables: { [table]: [hidden] },
  });
  expect(await net.balance(hidden)).toBe(3_000_000);
  await net.advance(1);
  expect(await signaturesOf(hidden)).toMatchObject([{ signature }]);
  const config = { ...CONFIRMED, maxSupportedTransactionVersion: 0 };
  const { meta, transaction } = await net.call('getTransaction', [signature, config]);
  expect(meta.loadedAddresses).toEqual({ writable: [hidden], readonly: [] });
  expect(transaction.message.addressTableLookups).toMatchObject([
    { accountKey: table, writableIndexes: [0] },
  ]);
  expect(meta.postBalances[2]).toBe(3_000_000);
});

async function createTable(slot: bigint, entry: Address): Promise<Address> {
  const encode = getAddressEncoder().encode;
  const slotBytes = getU64Encoder().encode(slot);
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: LOOKUP_TABLE_PROGRAM,
    seeds: [encode(alice.address), slotBytes],
  });
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: alice.address, role: AccountRole.READONLY_SIGNER },
    { address: alice.address, role: AccountRole.WRITABLE_SIGNER },
    { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ];
  const instruct = (data: number[]) => ({
    programAddress: LOOKUP_TABLE_PROGRAM,
    accounts,
    data: Uint8Array.from(data),
  });
  const create = instruct([0, 0, 0, 0, ...slotBytes, bump]);
  const extend = instruct([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, ...encode(entry)]);
  await net.land(alice, [create, extend]);
  return table;
}
