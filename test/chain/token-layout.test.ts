import { randomBytes } from 'node:crypto';
import { type Address, getAddressDecoder, unwrapOption } from '@solana/kit';
import {
  AccountState,
  getMintDecoder,
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
} from '@solana-program/token';
import { expect, it } from 'vitest';
import { decodeMint, decodeToken } from '../../server/chain/token-layout.ts';

const decoder = getAddressDecoder();
const someone = (): Address => decoder.decode(new Uint8Array(randomBytes(32)));
const perhaps = <T>(value: T): T | null => (Math.random() < 0.5 ? value : null);
const amount = () => randomBytes(8).readBigUInt64LE();

it("reads a mint as the program's own client does", () => {
  for (let round = 0; round < 200; round += 1) {
    const data = new Uint8Array(
      getMintEncoder().encode({
        mintAuthority: perhaps(someone()),
        supply: amount(),
        decimals: round,
        isInitialized: round % 2 === 0,
        freezeAuthority: perhaps(someone()),
      }),
    );
    const { supply, decimals, isInitialized, freezeAuthority } = getMintDecoder().decode(data);
    expect(decodeMint(data)).toEqual({
      supply,
      decimals,
      isInitialized,
      freezeAuthority: unwrapOption(freezeAuthority),
    });
  }
});

it("reads a token account as the program's own client does, and leaves extensions behind it alone", () => {
  for (let round = 0; round < 200; round += 1) {
    const encoded = getTokenEncoder().encode({
      mint: someone(),
      owner: someone(),
      amount: amount(),
      delegate: perhaps(someone()),
      state: [AccountState.Uninitialized, AccountState.Initialized, AccountState.Frozen][round % 3]!,
      isNative: perhaps(amount()),
      delegatedAmount: amount(),
      closeAuthority: perhaps(someone()),
    });
    const data = new Uint8Array([...encoded, ...randomBytes(round)]);
    const token = getTokenDecoder().decode(new Uint8Array(encoded));
    expect(decodeToken(data)).toEqual({
      mint: token.mint,
      owner: token.owner,
      amount: token.amount,
      delegate: unwrapOption(token.delegate),
      state: token.state,
      delegatedAmount: token.delegatedAmount,
    });
  }
});
