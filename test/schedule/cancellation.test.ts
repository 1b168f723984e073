import { getRevokeInstruction } from '@solana-program/token';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { TestService } from '../support/service.ts';
import {
  accountOf,
  advance,
  approve,
  DAY,
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

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/**
 * Two looks this far apart tell a cancellation from one lying response: 2 s on the localnet, counted in whole
 * seconds.
 */
const APART_MS = 3_000;

async function lookTwice(): Promise<void> {
  await look(service, 'accounts:watch');
  await setTimeout(APART_MS);
  await look(service, 'accounts:watch');
}

const CANCELLED = ['charge.abandoned', 'mandate.revoked'];

describe.concurrent('a cancellation on chain', () => {
  test.each(['token', 'token-2022'] as const)(
    'that a charge meets abandons it and revokes the mandate, without a failed attempt (%s)',
    async (program) => {
      const merchant = await service.merchant();
      const mint = await listMint(service, merchant, { program });
      const { id, payer, payee } = await subscribe(service, merchant, { mint });
      const { account: source, tokenProgram } = await accountOf(service, payer.address, mint);
      await signAndLand(service, payer, (owner) => [
        getRevokeInstruction({ source, owner }, { programAddress: tokenProgram }),
      ]);
      await advance(merchant, MONTH);
      await reaches(merchant, id, 'revoked');
      expect((await trail(merchant, id)).slice(3)).toEqual(['charge.scheduled', ...CANCELLED]);
      expect(await newestCharge(merchant, id)).toMatchObject({
        status: 'abandoned',
        failure: { code: 'allowance_gone' },
        attempts: 0,
      });
      expect(await merchant.api.mandates.get(id)).toMatchObject({ endedBy: 'payer' });
      // It was never tried: the payer left, and no payment failed.
      expect((await merchant.api.metrics.get()).lost.payments).toBe(0);
      expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
    },
  );

  test("by another application's approval ends all mandates of that payer and token, and no other", async () => {
    const [merchant, other] = await Promise.all([service.merchant(), service.merchant('Tea Club')]);
    const first = await subscribe(service, merchant);
    const second = await subscribe(service, other, { payer: first.payer });
    const mint = await listMint(service, merchant, { program: 'token-2022' });
    await service.rpc('autopay_mintTo', [{ mint, owner: first.payer.address, amount: '5000000' }]);
    await finalize(service);
    const otherToken = await subscribe(service, merchant, { mint, payer: first.payer });

    await approve(service, first, randomAddress(), 1_000n * PRICE);
    await lookTwice();
    await Promise.all([reaches(merchant, first.id, 'revoked'), reaches(other, second.id, 'revoked')]);
    expect((await trail(merchant, first.id)).slice(-2)).toEqual(CANCELLED);
    expect((await trail(other, second.id)).slice(-2)).toEqual(CANCELLED);
    await advance(merchant, MONTH);
    await succeeded(merchant, otherToken.id, 2);
  });

  test.each(['token', 'token-2022'] as const)(
    'is not what the last permitted pull looks like: the mandate completes (%s)',
    async (program) => {
      const merchant = await service.merchant();
      const mint = await listMint(service, merchant, { program });
      const { id } = await subscribe(service, merchant, { mint, terms: { maxPeriods: 2 } });
      await advance(merchant, MONTH);
      await reaches(merchant, id, 'completed');
      await finalize(service);
      await lookTwice();
      await advance(merchant, MONTH);
      expect((await trail(merchant, id)).slice(3)).toEqual([
        'charge.scheduled',
        'charge.succeeded',
        'mandate.completed',
      ]);
    },
  );

  test('of a mandate in its trial revokes it before anything was ever charged', async () => {
    const merchant = await service.merchant();
    const subscribed = await subscribe(service, merchant, { terms: { trialSeconds: 7 * DAY } });
    await approve(service, subscribed, null);
    await lookTwice();
    await reaches(merchant, subscribed.id, 'revoked');
    expect((await trail(merchant, subscribed.id)).slice(2)).toEqual(['charge.scheduled', ...CANCELLED]);
    expect(await balanceOnChain(service, subscribed.payee.address, subscribed.mint)).toBe(1n);
  });
});

// Not beside others, whose looks see every account: theirs may come seconds before and after one of these on a slow machine.
describe('a cancellation on chain that is looked at', () => {
  test('is noticed before any charge is due, and only when it was seen twice', async () => {
    const merchant = await service.merchant();
    const subscribed = await subscribe(service, merchant);
    await approve(service, subscribed, null);
    await look(service, 'accounts:watch');
    expect((await merchant.api.mandates.get(subscribed.id)).status).toBe('active');
    await setTimeout(APART_MS);
    await look(service, 'accounts:watch');
    await reaches(merchant, subscribed.id, 'revoked');
    expect((await trail(merchant, subscribed.id)).slice(3)).toEqual(['charge.scheduled', ...CANCELLED]);
  });

  test('that was taken back between two looks was none', async () => {
    const merchant = await service.merchant();
    const subscribed = await subscribe(service, merchant);
    await approve(service, subscribed, null);
    await look(service, 'accounts:watch');
    await approve(service, subscribed, subscribed.delegate, 12n * PRICE);
    await advance(merchant, MONTH);
    await succeeded(merchant, subscribed.id, 2);
    await lookTwice();
    expect((await merchant.api.mandates.get(subscribed.id)).status).toBe('active');
    // The first sight is forgotten: the next one is a first again.
    await approve(service, subscribed, null);
    await look(service, 'accounts:watch');
    expect((await merchant.api.mandates.get(subscribed.id)).status).toBe('active');
  });
});
