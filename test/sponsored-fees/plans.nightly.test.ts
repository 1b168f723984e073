import type { MandateWithSecret } from '@autopay/sdk';
import { authorize } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromBase64, readTransaction } from '../../server/chain/read-transaction.ts';
import { authorityOf } from '../../server/chain/subscriptions/addresses.ts';
import { compile, toBase64, wireBytes } from '../../server/chain/transaction.ts';
import { sumSponsoredRent } from '../../server/sponsored-rent/queries.ts';
import { RENT } from '../chain/subscriptions/support.ts';
import { authorizeMandate, checkout } from '../support/checkout.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast, issuedInstruction, signIssued, withAccountAt } from '../support/wallet-signing.ts';
import { feePayerOf, lamportsOf, walletWithoutSol } from './support.ts';

const FIRST = RENT.authority + RENT.subscription;
const TRIAL = { trialSeconds: 3600 };
/** The lamports of a new test wallet. */
const START = 1_000_000_000;

describeUnless(missingBuilds(), 'a subscription to a plan where the service sponsors fees', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    const opensAtOnce = build === 'subscriptions-head.so';
    let service: TestService;
    let merchant: TestMerchant;
    let payee: TestWallet;
    let mint: string;
    beforeAll(async () => {
      service = await startPlanService(build, {
        AUTOPAY_SPONSOR_FEES: 'on',
        // Two first subscriptions and one more of a payer; of a merchant's payers, three first ones.
        AUTOPAY_SPONSOR_PAYER_LAMPORTS_PER_DAY: String(FIRST + RENT.subscription),
        AUTOPAY_SPONSOR_MERCHANT_LAMPORTS_PER_DAY: String(3n * FIRST),
      });
      merchant = await service.merchant();
      payee = await service.wallet(merchant);
      mint = await service.mint(merchant);
    });
    beforeEach(async () => {
      merchant = await service.merchant();
    });
    afterAll(() => service.stop());

    const create = (payer: TestWallet, terms: Record<string, unknown> = {}) =>
      createPlanMandate(service, merchant, payer, payee, { ...TRIAL, mint, ...terms });
    const poor = () => walletWithoutSol(service, merchant, { mint });
    const issue = (mandate: MandateWithSecret, body?: unknown) =>
      checkout(service, mandate, 'instruction', body);
    const submit = (mandate: MandateWithSecret, signedTransaction: string) =>
      checkout(service, mandate, 'submit', { signedTransaction });
    const feePayer = () => feePayerOf(service);
    /** Until nothing is left to sign, through the public package. */
    const pay = (mandate: MandateWithSecret, payer: TestWallet) => authorizeMandate(service, mandate, payer);
    const accountsOf = (payer: TestWallet) =>
      service.db<{ kind: string; rent: bigint; status: string; rentPayer: string }[]>`
        select kind, rent, status, rent_payer from sponsored_accounts where payer = ${payer.address} order by kind`;
    const signedFor = (mandate: MandateWithSecret) =>
      service.db<{ rent: bigint }[]>`
        select rent from sponsored_transactions where mandate_id = ${mandate.id} and status = 'signed' order by signed_at, rent`;

    test('costs a payer without any SOL nothing, and the rent is counted before it is signed for', async () => {
      const payer = await poor();
      const mandate = await create(payer, { trialSeconds: 0 });
      const before = (await sumSponsoredRent(service.db, false)).held;
      expect((await checkout(service, mandate, '')).body.signingCosts).toEqual({
        paidBy: 'service',
        depositLamports: String(FIRST),
        limitReached: false,
      });
      expect((await issue(mandate)).body.feePayer).toBe(feePayer());
      const view = await pay(mandate, payer);
      expect(view.signingCosts).toBeNull();
      expect(view).toMatchObject({ status: 'active', firstCharge: { status: 'succeeded' } });
      expect(await lamportsOf(service, payer.address)).toBe(0);
      expect(await accountsOf(payer)).toMatchObject([
        { kind: 'authority', rent: RENT.authority, rentPayer: feePayer() },
        { kind: 'subscription', rent: RENT.subscription, rentPayer: feePayer() },
      ]);
      const signed = await signedFor(mandate);
      expect(signed.map(({ rent }) => rent)).toEqual(
        opensAtOnce ? [FIRST] : [RENT.authority, RENT.subscription],
      );
      expect((await sumSponsoredRent(service.db, false)).held - before).toBe(FIRST);
      const { body } = await service.call('GET', '/readyz');
      expect(body.checks.chains.test).toMatchObject({
        sponsoredAccounts: expect.any(Number),
        sponsoredRentLamports: expect.stringMatching(/^[1-9]/),
      });
    });

    test('is at the expense of a payer who is past their quota, and works all the same', async () => {
      const payer = await service.wallet(merchant, { mint, amount: '100000000' });
      for (const mandate of [await create(payer), await create(payer)]) {
        expect((await pay(mandate, payer)).status).toBe('active');
        expect(await lamportsOf(service, payer.address)).toBe(START);
      }
      const third = await create(payer);
      expect((await checkout(service, third, '')).body.signingCosts).toEqual({
        paidBy: 'payer',
        depositLamports: String(RENT.subscription),
        limitReached: true,
      });
      const issued = await issue(third);
      expect(issued.body.feePayer).toBe(payer.address);
      expect((await pay(third, payer)).status).toBe('active');
      expect(START - (await lamportsOf(service, payer.address))).toBe(Number(RENT.subscription) + 5_000);
    });

    test('is sponsored for no more wallets of an attacker than the quota allows, though all were offered it at once', async () => {
      const wallets = await Promise.all(Array.from({ length: 8 }, poor));
      const tries = await Promise.all(
        wallets.map(async (wallet) => {
          const mandate = await create(wallet);
          const { body } = await issue(mandate);
          expect(body.feePayer).toBe(feePayer());
          return { mandate, signed: await signIssued(wallet, body.transaction) };
        }),
      );
      const answers = await Promise.all(tries.map(({ mandate, signed }) => submit(mandate, signed)));
      const most = opensAtOnce ? 3 : 6;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(new Set(refused.map(refusal))).toEqual(
        new Set(['400 transaction_not_issued signedTransaction']),
      );
      const [{ rent }] = await service.db<[{ rent: bigint }]>`
        select sum(rent) as rent from sponsored_transactions where merchant_id = ${merchant.id} and status = 'signed'`;
      expect(rent <= 3n * FIRST).toBe(true);
    });

    test('is signed once: the same bytes again give the same transaction', async () => {
      const payer = await poor();
      const mandate = await create(payer);
      const { body } = await issue(mandate);
      const bytes = await signIssued(payer, body.transaction);
      const before = await lamportsOf(service, feePayer());
      const answers = await Promise.all([1, 2, 3].map(() => submit(mandate, bytes)));
      answers.push(await submit(mandate, bytes));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(await signedFor(mandate)).toHaveLength(1);
      // Once the rent and the fee, and the plan of this merchant was made before.
      const rent = opensAtOnce ? FIRST : RENT.authority;
      expect(before - (await lamportsOf(service, feePayer()))).toBe(Number(rent) + 10_000);
    });

    // Where the first step only opens an account, nothing of the mandate is recorded.
    if (opensAtOnce)
      test('is accepted when it is submitted again while the first is recorded, and is on chain already', async () => {
        const payer = await poor();
        const mandate = await create(payer);
        const bytes = await signIssued(payer, (await issue(mandate)).body.transaction);
        const { db } = service;
        const waiting = async () => {
          const [row] = await db<[{ count: number }]>`
            select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return row.count;
        };
        const answers: Promise<{ status: number }>[] = [];
        await db.begin(async (tx) => {
          // What refers to the mandate is written meanwhile, what changes it waits.
          await tx`select from mandates where id = ${mandate.id} for no key update`;
          answers.push(submit(mandate, bytes));
          await eventually(async () => (await waiting()) === 1);
          let settled = false;
          answers.push(submit(mandate, bytes).finally(() => (settled = true)));
          await eventually(async () => settled || (await waiting()) === 2);
        });
        for (const { status } of await Promise.all(answers)) expect([200, 409]).toContain(status);
        expect(await signedFor(mandate)).toHaveLength(1);
      });

    describe('is not signed by the service', () => {
      const expectUnsigned = async (mandate: MandateWithSecret, signedTransaction: string) => {
        expect(refusal(await submit(mandate, signedTransaction))).toBe(
          '400 transaction_not_issued signedTransaction',
        );
        expect(await signedFor(mandate)).toEqual([]);
      };

      /** What the payer's wallet makes of the service's instructions, with whoever it likes as fee payer. */
      async function forged(payer: TestWallet, pays: string, ...instructions: Instruction[]) {
        const { value } = await service.rpc('getLatestBlockhash', [{ commitment: 'confirmed' }]);
        const parts = { feePayer: pays as Address, instructions, lifetime: value };
        return signIssued(payer, toBase64(wireBytes(compile(parts))));
      }

      test('with a payment of its SOL beside it', async () => {
        const payer = await service.wallet(merchant, { mint });
        const mandate = await create(payer);
        const step = issuedInstruction(await issue(mandate));
        const taken = getTransferSolInstruction({
          source: createNoopSigner(feePayer() as Address),
          destination: payer.address as Address,
          amount: 1_000_000n,
        });
        for (const pays of [payer.address, feePayer()]) {
          await expectUnsigned(mandate, await forged(payer, pays, step, taken));
        }
      });

      test('where the wallet changed what was issued, and the payer pays from then on', async () => {
        const payer = await service.wallet(merchant, { mint });
        const mandate = await create(payer);
        const { body } = await issue(mandate);
        const changed = Buffer.from(body.transaction, 'base64');
        // SetComputeUnitLimit to 200,000.
        changed[changed.indexOf(Buffer.from([2, 0x40, 0x0d, 0x03, 0x00])) + 1]! += 1;
        await expectUnsigned(mandate, await signIssued(payer, changed.toString('base64')));
        expect((await issue(mandate)).body.feePayer).toBe(payer.address);
        expect((await pay(mandate, payer)).status).toBe('active');
      });

      test('where the payer pays the fee and names the service for the rent', async () => {
        const payer = await service.wallet(merchant, { mint });
        const mandate = await create(payer);
        const issued = await issue(mandate, { payerPaysFee: true });
        const step = issuedInstruction(issued);
        const at = step.accounts!.length - 2;
        expect(step.accounts![at]!.address).toBe(payer.address);
        const moved = withAccountAt(step, at, feePayer());
        for (const pays of [payer.address, feePayer()]) {
          await expectUnsigned(mandate, await forged(payer, pays, moved));
        }
      });

      test('where another wallet is named for the rent, or for the fee', async () => {
        const payer = await service.wallet(merchant, { mint });
        const mandate = await create(payer);
        const step = issuedInstruction(await issue(mandate));
        const at = step.accounts!.length - 2;
        await expectUnsigned(
          mandate,
          await forged(payer, feePayer(), withAccountAt(step, at, payer.address)),
        );
        await expectUnsigned(mandate, await forged(payer, payer.address, step));
      });

      test("for another mandate, nor without the payer's signature, nor once the payer can open nothing with it", async () => {
        const payer = await service.wallet(merchant, { mint, amount: '100000000' });
        const [mandate, other] = [await create(payer), await create(payer)];
        const { body } = await issue(mandate);
        await expectUnsigned(mandate, body.transaction);
        await expectUnsigned(other, await signIssued(payer, body.transaction));
        // Meanwhile the payer opened their authority and subscribed at their own expense.
        expect((await paidByPayer(mandate, payer)).status).toBe('active');
        const late = await submit(mandate, await signIssued(payer, body.transaction));
        expect(refusal(late)).toBe('409 mandate_not_pending');
        expect(await signedFor(mandate)).toEqual([]);
      });

      test('for a wallet that holds less than the first payment, which costs an attacker nothing', async () => {
        const payer = await walletWithoutSol(service, merchant, { mint, amount: '1' });
        const mandate = await create(payer);
        expect((await issue(mandate)).body.feePayer).toBe(payer.address);
        expect((await checkout(service, mandate, '')).body.signingCosts).toMatchObject({
          paidBy: 'payer',
          limitReached: false,
        });
      });
    });

    /** As a wallet does that only sends. */
    async function paidByPayer(mandate: MandateWithSecret, payer: TestWallet) {
      const signer = await signerFromKeyPair(payer.secretKey);
      return authorize({
        apiBase: service.url,
        mandateId: mandate.id,
        clientSecret: mandate.client_secret,
        signer: {
          address: signer.address,
          signAndSendTransaction: async (bytes: Uint8Array) =>
            broadcast(service, Buffer.from(await signer.signTransaction!(bytes)).toString('base64')),
        },
      });
    }

    test('is paid by the payer with a wallet that only sends', async () => {
      const payer = await service.wallet(merchant, { mint });
      const mandate = await create(payer);
      expect((await paidByPayer(mandate, payer)).status).toBe('active');
      expect(await accountsOf(payer)).toEqual([]);
      expect(await lamportsOf(service, payer.address)).toBeLessThan(START - Number(FIRST));
    });

    test('is paid by the payer while the fee payer has too little for charges', async () => {
      const { chains } = service.running.deployment;
      const chain = chains.test!;
      const broke = await walletWithoutSol(service, merchant, { mint });
      const payer = await service.wallet(merchant, { mint });
      const mandate = await create(payer);
      expect((await issue(mandate)).body.feePayer).toBe(feePayer());
      const held = chain.feePayer;
      try {
        chain.feePayer = { ...held, address: broke.address as Address };
        expect((await issue(mandate)).body.feePayer).toBe(payer.address);
      } finally {
        chain.feePayer = held;
      }
    });

    test('names the service for the rent of all that it opens, and nobody else', async () => {
      const payer = await poor();
      const mandate = await create(payer);
      const { body } = await issue(mandate);
      const read = readTransaction(fromBase64(body.transaction))!;
      const ours = read.instructions.filter(({ accounts }) =>
        accounts.some(({ address }) => address === mandate.reference),
      );
      expect(ours).toHaveLength(opensAtOnce ? 2 : 1);
      for (const { accounts } of ours) expect(accounts.at(-2)!.address).toBe(feePayer());
      expect(await authorityOf(payer.address as Address, mint as Address)).toBe(
        ours[0]!.accounts[1]!.address,
      );
      await subscribe(service, mandate, payer);
    });
  });
});
