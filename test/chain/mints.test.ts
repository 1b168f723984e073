import { address } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeMint, type Mint, readMint } from '../../server/chain/mints.ts';
import { ACCOUNT_TYPE, readExtensions } from '../../server/chain/token-extensions.ts';
import { SPL_TOKEN } from '../../server/chain/token-program.ts';
import { readTokenAccounts } from '../../server/chain/tokens.ts';
import { createMint, fund, type Ground, randomAddress, settle, startGround } from './support.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

const CONFIRMED = { commitment: 'confirmed' } as const;

async function mintWith(extensions: object, options: object = {}): Promise<Mint> {
  const mint = await createMint(ground.net, { program: 'token-2022', extensions, ...options });
  await settle(ground.net);
  return (await readMint(ground.chain, mint, CONFIRMED))!;
}

const verdict = (mint: Mint, issuerControls = false) => {
  const judged = judgeMint(mint, { issuerControls });
  return judged.ok ? 'ok' : judged.code;
};

describe('a mint', () => {
  it('is read from both programs, with its decimals', async () => {
    await settle(ground.net);
    for (const { mint, tokenProgram } of ground.tokens) {
      const read = await readMint(ground.chain, mint, CONFIRMED);
      expect(read).toMatchObject({
        address: mint,
        tokenProgram,
        decimals: 6,
        isPaused: false,
        extensions: [],
      });
      expect(verdict(read!)).toBe('ok');
    }
  });

  it('is not any other account', async () => {
    const account = await fund(ground.net, ground.tokens[0]!.mint, await randomAddress(), 1n);
    for (const other of [account, ground.feePayer.address, await randomAddress(), SPL_TOKEN]) {
      expect(await readMint(ground.chain, other, CONFIRMED)).toBeNull();
    }
  });

  it.each([
    ['a fee of nothing', { transferFee: { basisPoints: 0, maxFee: '0' } }],
    ['a hook without a program', { transferHook: null }],
    [
      'metadata, a close authority and confidential balances',
      { metadataPointer: true, closeAuthority: true, confidentialTransfer: true },
    ],
    ['transfers that its issuer may pause', { pausable: true }],
  ])('is accepted with %s', async (_, extensions) => {
    expect(verdict(await mintWith(extensions))).toBe('ok');
  });

  it.each([
    ['transfer_fee', { transferFee: { basisPoints: 1, maxFee: '1' } }],
    ['transfer_hook', { transferHook: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' }],
    ['non_transferable', { nonTransferable: true }],
    ['frozen_by_default', { defaultFrozen: true }],
    ['interest_bearing', { interestBearing: { rateBasisPoints: 0 } }],
    ['scaled_ui_amount', { scaledUi: { multiplier: 1 } }],
  ])('is refused for %s', async (code, extensions) => {
    expect(verdict(await mintWith(extensions))).toBe(code);
  });

  it('whose issuer can move balances is accepted only where the owner of the platform says so', async () => {
    const mint = await mintWith({ permanentDelegate: true });
    expect(verdict(mint)).toBe('permanent_delegate');
    expect(verdict(mint, true)).toBe('ok');
  });

  it('is refused as soon as a fee is scheduled, before it is taken', async () => {
    const mint = await mintWith({ transferFee: { basisPoints: 0, maxFee: '0' } });
    await ground.net.call('autopay_setTransferFee', [{ mint: mint.address, basisPoints: 5, maxFee: '9' }]);
    await settle(ground.net);
    expect(verdict((await readMint(ground.chain, mint.address, CONFIRMED))!)).toBe('transfer_fee');
  });

  it('shows that it is paused', async () => {
    const mint = await mintWith({ pausable: true });
    await ground.net.call('autopay_pauseMint', [{ mint: mint.address }]);
    await settle(ground.net);
    expect(await readMint(ground.chain, mint.address, CONFIRMED)).toMatchObject({ isPaused: true });
  });

  it('is refused as wrapped SOL, with too many decimals, and with what is not known', async () => {
    const mint = await mintWith({});
    const native = address('So11111111111111111111111111111111111111112');
    expect(verdict({ ...mint, address: native })).toBe('native_mint');
    expect(verdict({ ...mint, decimals: 13 })).toBe('decimals_unsupported');
    expect(verdict({ ...mint, decimals: 12 })).toBe('ok');
    expect(verdict({ ...mint, extensions: [{ type: 28, value: new Uint8Array(32) }] })).toBe(
      'unknown_extension',
    );
    expect(verdict({ ...mint, extensions: [{ type: 1, value: new Uint8Array(8) }] })).toBe('transfer_fee');
  });
});

describe('a token account', () => {
  it('is read with its owner, balance and state, missing and foreign ones told apart', async () => {
    const { mint, tokenProgram } = ground.tokens[0]!;
    const owner = await randomAddress();
    const account = await fund(ground.net, mint, owner, 7n);
    const { accounts } = await readTokenAccounts(
      ground.chain,
      [account, await randomAddress(), mint],
      CONFIRMED,
    );
    expect(accounts).toEqual([
      {
        kind: 'account',
        account: {
          address: account,
          tokenProgram,
          mint,
          owner,
          amountAtomic: 7n,
          delegate: null,
          delegatedAmountAtomic: 0n,
          isFrozen: false,
          requiresMemo: false,
          guardsCpi: false,
          bytes: 165,
        },
      },
      { kind: 'missing' },
      { kind: 'invalid' },
    ]);
    await ground.net.call('autopay_freezeAccount', [{ tokenAccount: account }]);
    await settle(ground.net);
    const frozen = await readTokenAccounts(ground.chain, [account], CONFIRMED);
    expect(frozen.accounts[0]).toMatchObject({ account: { isFrozen: true } });
  });

  it('that only received lamports counts as missing', async () => {
    const stranger = (await ground.net.wallet()).address;
    await settle(ground.net);
    const { accounts } = await readTokenAccounts(ground.chain, [stranger], CONFIRMED);
    expect(accounts).toEqual([{ kind: 'missing' }]);
  });

  it('shows that it wants a memo', async () => {
    const { mint } = ground.tokens[1]!;
    const { tokenAccount } = await ground.net.call('autopay_createTokenAccount', [
      { mint, owner: await randomAddress(), memoTransfer: true },
    ]);
    await settle(ground.net);
    const { accounts } = await readTokenAccounts(ground.chain, [tokenAccount], CONFIRMED);
    expect(accounts[0]).toMatchObject({ account: { tokenProgram: 'token-2022', requiresMemo: true } });
  });

  it('is read in any number at once', async () => {
    const { mint } = ground.tokens[0]!;
    const account = await fund(ground.net, mint, await randomAddress(), 3n);
    const addresses = [...(await Promise.all(Array.from({ length: 120 }, randomAddress))), account];
    const { accounts } = await readTokenAccounts(ground.chain, addresses, CONFIRMED);
    expect(accounts).toHaveLength(121);
    expect(accounts.at(-1)).toMatchObject({ kind: 'account', account: { amountAtomic: 3n } });
  });
});

describe('extensions', () => {
  it('are refused as a whole when one runs past the end', () => {
    const data = new Uint8Array(165 + 1 + 4);
    data.set([ACCOUNT_TYPE.mint, 3, 0, 32, 0], 165);
    expect(readExtensions(data, ACCOUNT_TYPE.mint)).toBeNull();
    data.set([ACCOUNT_TYPE.mint, 3, 0, 0, 0], 165);
    expect(readExtensions(data, ACCOUNT_TYPE.mint)).toEqual([{ type: 3, value: new Uint8Array() }]);
  });

  it('tell a mint from an account, and both from a multisignature wallet', () => {
    const data = new Uint8Array(200);
    data[165] = ACCOUNT_TYPE.account;
    expect(readExtensions(data, ACCOUNT_TYPE.mint)).toBeNull();
    expect(readExtensions(data, ACCOUNT_TYPE.account)).toEqual([]);
    expect(readExtensions(new Uint8Array(355), ACCOUNT_TYPE.account)).toBeNull();
    expect(readExtensions(new Uint8Array(165), ACCOUNT_TYPE.mint)).toBeNull();
    expect(readExtensions(new Uint8Array(0), ACCOUNT_TYPE.account)).toBeNull();
  });
});
