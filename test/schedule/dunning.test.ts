import { getBurnInstruction, getCloseAccountInstruction } from '@solana-program/token';
import { address } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import {
  accountOf,
  advance,
  approve,
  DAY,
  eventsOf,
  finalize,
  listMint,
  look,
  MONTH,
  newestCharge,
  PRICE,
  reaches,
  signAndLand,
  subscribe,
  succeeded,
  trail,
} from './support.ts';
import { ofApprovals } from '../support/scheme-under-test.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Every failed attempt of the mandate: why, how many so far, and after how many seconds it is tried again. */
async function failures(merchant: TestMerchant, id: string) {
  const failed = (await eventsOf(merchant, id)).filter(({ type }) => type === 'charge.failed');
  return failed.map(({ object, createdAt }) => [
    object.failure.code,
    object.attempts,
    object.nextAttemptAt - createdAt,
  ]);
}

const MONTHLY_DUNNING = (code: string) => [
  [code, 1, 900],
  [code, 2, 3600],
  [code, 3, 21_600],
  [code, 4, 86_400],
];

/** Longer than all retries of a monthly charge. */
const ALL_RETRIES = 2 * DAY;

describe.concurrent('dunning', () => {
  test('a wallet that stays empty is tried after 15 min, 1 h, 6 h and 24 h, then the mandate is revoked', async () => {
    const merchant = await service.merchant();
    const { id, payee, mint } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + ALL_RETRIES);
    await reaches(merchant, id, 'revoked');
    expect(await failures(merchant, id)).toEqual(MONTHLY_DUNNING('insufficient_funds'));
    expect((await trail(merchant, id)).slice(3)).toEqual([
      'charge.scheduled',
      ...Array<string>(4).fill('charge.failed'),
      'charge.abandoned',
      'mandate.revoked',
    ]);
    expect(await newestCharge(merchant, id)).toMatchObject({
      status: 'abandoned',
      attempts: 5,
      txSignature: null,
      nextAttemptAt: null,
      failure: { code: 'insufficient_funds' },
    });
    await advance(merchant, 3 * MONTH);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
  });

  test('a short period is retried after a fifth of it, and never in the next window', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt } = await subscribe(service, merchant, {
      periods: 1n,
      terms: { periodSeconds: 3600 },
    });
    await advance(merchant, 2 * 3600);
    await reaches(merchant, id, 'revoked');
    const failed = await failures(merchant, id);
    expect(failed.map(([, , delay]) => delay)).toEqual(Array(failed.length).fill(720));
    for (const { object, type } of await eventsOf(merchant, id))
      if (type === 'charge.failed') expect(object.nextAttemptAt).toBeLessThan(anchorAt + 2 * 3600);
    expect((await trail(merchant, id)).at(-2)).toBe('charge.abandoned');
  });

  test('a wallet that is topped up pays at the next retry, and the next charge keeps its day', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt, payer, payee, mint } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + 10);
    expect(await newestCharge(merchant, id)).toMatchObject({ status: 'retrying', attempts: 1 });
    await merchant.api.test.fund({ address: payer.address, mint, amount: PRICE.toString() });
    await advance(merchant, 900);
    await succeeded(merchant, id, 2);
    expect((await trail(merchant, id)).slice(3)).toEqual([
      'charge.scheduled',
      'charge.failed',
      'charge.succeeded',
      'charge.scheduled',
    ]);
    expect((await newestCharge(merchant, id)).dueAt).toBe(anchorAt + 2 * MONTH);
    const paid = (await merchant.api.mandates.listCharges(id)).data[1];
    // The one that failed, and the one that was paid.
    expect(paid).toMatchObject({ status: 'succeeded', attempts: 2, failure: null });
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
  });

  ofApprovals('an allowance that was lowered fails the attempt, and approving again heals it', async () => {
    const merchant = await service.merchant();
    const subscribed = await subscribe(service, merchant);
    await approve(service, subscribed, subscribed.delegate, PRICE - 1n);
    await advance(merchant, MONTH + 10);
    expect(await failures(merchant, subscribed.id)).toEqual([['allowance_short', 1, 900]]);
    await approve(service, subscribed, subscribed.delegate, 11n * PRICE);
    await advance(merchant, 900);
    await succeeded(merchant, subscribed.id, 2);
  });

  test.each(['payer', 'payee'] as const)(
    'a frozen account of the %s fails the attempt until it is thawed',
    async (side) => {
      const merchant = await service.merchant();
      const mint = await listMint(service, merchant, { freezeAuthority: true });
      const subscribed = await subscribe(service, merchant, { mint });
      const { account } = await accountOf(service, subscribed[side].address, mint);
      await service.rpc('autopay_freezeAccount', [{ tokenAccount: account }]);
      await finalize(service);
      await advance(merchant, MONTH + 10);
      expect(await failures(merchant, subscribed.id)).toEqual([[`${side}_account_frozen`, 1, 900]]);
      await service.rpc('autopay_thawAccount', [{ tokenAccount: account }]);
      await finalize(service);
      await advance(merchant, 900);
      await succeeded(merchant, subscribed.id, 2);
    },
  );

  test('a paused token fails the attempt until its issuer resumes it', async () => {
    const merchant = await service.merchant();
    const mint = await listMint(service, merchant, { program: 'token-2022', extensions: { pausable: true } });
    const { id } = await subscribe(service, merchant, { mint });
    await service.rpc('autopay_pauseMint', [{ mint }]);
    await finalize(service);
    await advance(merchant, MONTH + 10);
    expect(await failures(merchant, id)).toEqual([['mint_paused', 1, 900]]);
    await service.rpc('autopay_resumeMint', [{ mint }]);
    await finalize(service);
    await advance(merchant, 900);
    await succeeded(merchant, id, 2);
  });

  test('a token whose issuer switches a fee on is not charged in again: the payee would get less than agreed', async () => {
    const merchant = await service.merchant();
    const extensions = { transferFee: { basisPoints: 0, maxFee: '0' } };
    const mint = await listMint(service, merchant, { program: 'token-2022', extensions });
    const { id, payer, payee } = await subscribe(service, merchant, { mint });
    await service.rpc('autopay_setTransferFee', [{ mint, basisPoints: 100, maxFee: '1000000' }]);
    await finalize(service);
    await advance(merchant, MONTH + ALL_RETRIES);
    await reaches(merchant, id, 'revoked');
    expect(await failures(merchant, id)).toEqual(MONTHLY_DUNNING('mint_refused'));
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(999n * PRICE);
  });

  test.each(['payer', 'payee'] as const)('an account that the %s closed fails the attempts', async (side) => {
    const merchant = await service.merchant();
    const { id, mint, ...wallets } = await subscribe(service, merchant);
    const wallet = wallets[side];
    const { account, tokenProgram } = await accountOf(service, wallet.address, mint);
    const amount = await balanceOnChain(service, wallet.address, mint);
    const config = { programAddress: tokenProgram };
    await signAndLand(service, wallet, (owner) => [
      getBurnInstruction({ account, mint: address(mint), authority: owner, amount }, config),
      getCloseAccountInstruction({ account, destination: owner.address, owner }, config),
    ]);
    await advance(merchant, MONTH + 10);
    expect(await failures(merchant, id)).toEqual([[`${side}_account_missing`, 1, 900]]);
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
  });

  ofApprovals.each(['token', 'token-2022'] as const)(
    'an unlimited mandate whose approved budget is spent is asked for more, not taken for cancelled (%s)',
    async (program) => {
      const merchant = await service.merchant();
      const mint = await listMint(service, merchant, { program });
      const { id, payee, payer } = await subscribe(service, merchant, { mint });
      // The last pull that the approval permits: the token program clears the delegate by itself.
      await advance(merchant, 11 * MONTH);
      await succeeded(merchant, id, 12);
      await finalize(service);
      const { account } = await accountOf(service, payer.address, mint);
      const { value } = await service.rpc('getAccountInfo', [account, { encoding: 'jsonParsed' }]);
      expect(value.data.parsed.info.delegate).toBeUndefined();
      await look(service, 'accounts:watch');
      expect((await merchant.api.mandates.get(id)).status).toBe('active');

      await advance(merchant, MONTH + ALL_RETRIES);
      await reaches(merchant, id, 'revoked');
      expect(await failures(merchant, id)).toEqual(MONTHLY_DUNNING('allowance_short'));
      expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 12n * PRICE);
    },
  );
});
