import { type Address, createNoopSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../../server/deployment.ts';
import type { Sample } from '../../server/fee-payers/queries.ts';
import { unexplainedLamports } from '../../server/fee-payers/unexplained.ts';
import { alarmingLoss, watchFeePayer } from '../../server/fee-payers/watch-fee-payer.ts';
import { notePublishingFees } from '../../server/mandates/publish-queries.ts';
import { createLogger } from '../../server/log.ts';
import { eventually } from '../support/eventually.ts';
import { randomAddress } from '../support/deployment.ts';
import { TestService } from '../support/service.ts';
import { broadcast, signOwn } from '../support/wallet-signing.ts';

const MILLION = 1_000_000n;

describe('what a fee payer lost', () => {
  const NOW = 1_800_000_000;
  /** One a minute, the last one now. */
  const samples = (...rows: { lamports: bigint; settling?: bigint; published?: bigint }[]): Sample[] =>
    rows.map(({ lamports: held, settling = 0n, published = 0n }, at) => ({
      livemode: true,
      minute: at,
      feePayer: 'fees',
      lamports: held,
      settling,
      published,
      sampledAt: NOW - (rows.length - 1 - at) * 60,
    }));
  const unexplained = (...rows: Parameters<typeof samples>) => unexplainedLamports(samples(...rows), NOW);

  it('is explained by what was signed', () => {
    expect(unexplained()).toBe(0n);
    expect(unexplained({ lamports: 90n * MILLION })).toBe(0n);
    expect(
      unexplained({ lamports: 90n * MILLION }, { lamports: 60n * MILLION, settling: 30n * MILLION }),
    ).toBe(0n);
    expect(
      unexplained({ lamports: 90n * MILLION }, { lamports: 60n * MILLION, settling: 3n * MILLION }),
    ).toBe(27n * MILLION);
  });

  it('is not hidden by a deposit later', () => {
    const rows = [{ lamports: 90n * MILLION }, { lamports: 20n * MILLION }, { lamports: 200n * MILLION }];
    expect(unexplained(...rows)).toBe(70n * MILLION);
  });

  it('is explained by publishing as far as charges go along with it', () => {
    const fell = (settling: bigint) =>
      unexplained(
        { lamports: 90n * MILLION, published: 5n * MILLION },
        { lamports: 50n * MILLION - settling, published: 45n * MILLION, settling },
      );
    // Of 0.04 SOL 0.01 is free.
    expect(fell(0n)).toBe(30n * MILLION);
    expect(fell(10n * MILLION)).toBe(20n * MILLION);
    expect(fell(30n * MILLION)).toBe(0n);
  });
});

describe('the watch over a fee payer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('raises an alarm in the log and at /readyz when SOL leaves that the service did not spend', async () => {
    const merchant = await service.merchant();
    const wallet = await service.wallet(merchant);
    const { deployment } = service.running;
    const chain = { ...deployment.chains.test! };
    chain.feePayer = { ...chain.feePayer, address: wallet.address as Address };
    const lines: string[] = [];
    let ahead = 0;
    const clock = { ...deployment.clock, seconds: () => deployment.clock.seconds() + ahead };
    const watched: Deployment = {
      ...deployment,
      clock,
      chains: { test: chain, live: null },
      log: createLogger('info', { write: (line) => void lines.push(line) }),
    };
    const lost = () => alarmingLoss(service.db, chain, clock.seconds());
    const watch = async () => {
      await watchFeePayer(watched, false);
      ahead += 60;
    };
    await watch();
    await watch();
    expect([await lost(), lines]).toEqual([null, []]);

    const own = createNoopSigner(wallet.address as Address);
    const transfer = getTransferSolInstruction({
      source: own,
      destination: randomAddress(),
      amount: lamports(300n * MILLION),
    });
    const unsigned = {
      ...transfer,
      accounts: transfer.accounts.map(({ address, role }) => ({ address, role })),
    };
    await broadcast(service, await signOwn(service, wallet, unsigned));
    await eventually(
      async () =>
        (await service.rpc('getBalance', [wallet.address, { commitment: 'confirmed' }])).value < 800_000_000,
    );
    await watch();
    expect(await lost()).toBeGreaterThanOrEqual(300n * MILLION);
    expect(lines.join('')).toContain('that charges do not explain');

    // Publishing does not explain it without charges.
    await notePublishingFees(service.db, false, [{ feeLamports: 500n * MILLION }]);
    await watch();
    expect(await lost()).toBeGreaterThanOrEqual(290n * MILLION);
    ahead += 3_700;
    await watch();
    expect(await lost()).toBeNull();
  });
});
