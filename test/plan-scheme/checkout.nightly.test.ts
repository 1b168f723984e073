import type { MandateWithSecret } from '@autopay/sdk';
import { type Address, createNoopSigner, generateKeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorityOf } from '../../server/chain/subscriptions/addresses.ts';
import { cancelSubscription } from '../../server/chain/subscriptions/instructions.ts';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAccounts,
} from '../support/wallet-signing.ts';

const TRIAL = { trialSeconds: 3600 };
const CONFIRMED = { encoding: 'base64', commitment: 'confirmed' };

describeUnless(missingBuilds(), 'the checkout of a mandate of the plan scheme', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    const opensAtOnce = build === 'subscriptions-head.so';
    let service: TestService;
    let merchant: TestMerchant;
    let payee: TestWallet;
    let payer: TestWallet;
    let mint: string;
    beforeAll(async () => {
      service = await startPlanService(build);
      merchant = await service.merchant();
      payee = await service.wallet(merchant);
      mint = await service.mint(merchant);
    });
    beforeEach(async () => {
      payer = await service.wallet(merchant, { amount: '100000000' });
    });
    afterAll(() => service.stop());

    const create = (terms: Record<string, unknown> = {}) =>
      createPlanMandate(service, merchant, payer, payee, { ...TRIAL, ...terms });
    const view = async (mandate: MandateWithSecret) => (await checkout(service, mandate, '')).body;
    const issue = (mandate: MandateWithSecret) => checkout(service, mandate, 'instruction');
    const submit = (mandate: MandateWithSecret, signedTransaction: string) =>
      checkout(service, mandate, 'submit', { signedTransaction });
    const statusOf = async ({ id }: { id: string }) => (await merchant.api.mandates.get(id)).status;
    /** Past the service, as a wallet does that scanned a code. */
    async function signAlone(mandate: MandateWithSecret): Promise<void> {
      for (let remaining = 1; remaining > 0;) {
        const { body } = await issue(mandate);
        await broadcast(service, await signIssued(payer, body.transaction));
        remaining = body.remaining;
      }
    }
    /** Another application's delegate takes the payer's account. Returns it once the node shows it. */
    async function displace(): Promise<string> {
      const delegate = randomAddress();
      const { slot } = await service.rpc('autopay_approve', [
        { mint, owner: payer.address, delegate, amount: '5' },
      ]);
      await eventually(async () => (await service.rpc('getSlot', [{ commitment: 'confirmed' }])) >= slot);
      return delegate;
    }

    test('takes a first-time payer as many signatures as the program needs, and none of a sum', async () => {
      const mandate = await create();
      expect(mandate).toMatchObject({ scheme: 'plan', subscription: null, authorizedUntil: null });
      expect(await view(mandate)).toMatchObject({
        scheme: 'plan',
        approveAmount: null,
        approveParts: [],
        replacesDelegate: null,
      });
      const { answer, signed } = await subscribe(service, mandate, payer);
      expect(signed).toBe(opensAtOnce ? 1 : 2);
      expect(answer.body).toMatchObject({ status: 'active', authorizedUntil: null });
      const { account, plan, planOwner } = answer.body.subscription;
      const chain = service.running.deployment.chains.test!;
      expect(planOwner).toBe(chain.planOwner.address);
      const [planAt, subscriptionAt] = (
        await service.rpc('getMultipleAccounts', [[plan, account], CONFIRMED])
      ).value;
      expect([planAt.data[0].length > 0, subscriptionAt.data[0].length > 0]).toEqual([true, true]);
      expect(refusal(await issue(mandate))).toBe('409 mandate_not_pending');
    });

    test("starts the schedule in the second from which the program counts, on the merchant's clock", async () => {
      const club = await service.merchant('Tea Club');
      const member = await service.wallet(club);
      await club.api.test.advanceClock({ seconds: 86_400 * 40 });
      const mandate = await createPlanMandate(service, club, member, payee, { ...TRIAL, maxPeriods: 3 });
      await subscribe(service, mandate, member);
      const [row] = await service.db`select * from mandates where id = ${mandate.id}`;
      const { subscribedAt, anchorAt, expiresAt, startAt, periodSeconds } = row as Record<string, number>;
      expect(anchorAt).toBe(Math.min(subscribedAt!, startAt!) + 3600);
      expect(expiresAt).toBe(anchorAt! + 3 * periodSeconds!);
      expect(Math.abs(subscribedAt! - startAt!)).toBeLessThan(30);
      expect(subscribedAt! - Math.floor(Date.now() / 1000)).toBeGreaterThan(86_400 * 39);
    });

    test('takes one signature of a payer who is on another plan, and both are active on plans of their own', async () => {
      const [first, second] = [await create(), await create()];
      await subscribe(service, first, payer);
      const { answer, signed } = await subscribe(service, second, payer);
      expect([signed, answer.body.status]).toEqual([1, 'active']);
      const [one, two] = await Promise.all([first, second].map(({ id }) => merchant.api.mandates.get(id)));
      expect(one!.subscription!.plan).not.toBe(two!.subscription!.plan);
    });

    test("says which application's delegate it displaces, and takes the account back", async () => {
      const first = await create();
      await subscribe(service, first, payer);
      const stranger = await displace();
      const second = await create();
      expect((await view(second)).replacesDelegate).toBe(stranger);
      const { answer, signed } = await subscribe(service, second, payer);
      expect([signed, answer.body.status]).toEqual([1, 'active']);
      expect((await view(await create())).replacesDelegate).toBeNull();
    });

    test('is found by the watch where the tab was closed', async () => {
      const mandate = await create();
      await signAlone(mandate);
      await eventually(async () => (await statusOf(mandate)) === 'active');
    });

    test('goes on where another delegate came after the payer had subscribed', async () => {
      payer = await service.wallet(merchant, { amount: '1' });
      const mandate = await create({ trialSeconds: 0 });
      const short = await subscribe(service, mandate, payer);
      expect(refusal(short.answer)).toBe('402 verification_failed');
      expect(refusal(await issue(mandate))).toBe('402 verification_failed');
      await displace();
      const issued = await issue(mandate);
      expect(issued.body.remaining).toBe(0);
      const signedTransaction = await signIssued(payer, issued.body.transaction);
      expect(refusal(await submit(mandate, signedTransaction))).toBe('402 verification_failed');
      // The same bytes once more, as a page does whose wallet was topped up.
      await merchant.api.test.fund({ address: payer.address, amount: '5000000' });
      const { body } = await submit(mandate, signedTransaction);
      expect(body.status).toBe('active');
    });

    test("is not signed before the payer's other mandates are revoked, where the payer took the account back: it would let them be pulled again", async () => {
      const first = await create();
      await subscribe(service, first, payer);
      const { slot } = await service.rpc('autopay_approve', [{ mint, owner: payer.address, delegate: null }]);
      await eventually(async () => (await service.rpc('getSlot', [{ commitment: 'confirmed' }])) >= slot);
      const second = await create();
      const issued = await issue(second);
      expect(issued.status).toBe(200);
      expect(await statusOf(first)).toBe('revoked');
      expect((await subscribe(service, second, payer)).answer.body.status).toBe('active');
      expect(await statusOf(first)).toBe('revoked');
    });

    test('is activated and charged once by ten looks at once', async () => {
      const mandate = await create({ trialSeconds: 0 });
      await signAlone(mandate);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => checkout(service, mandate, 'refresh')),
      );
      for (const answer of answers) expect([200, 409]).toContain(answer.status);
      await eventually(async () => (await balanceOnChain(service, payer.address, mint)) === 99_000_000n);
      await eventually(async () => (await eventTypes(merchant, mandate.id)).includes('charge.scheduled'));
      expect(await eventTypes(merchant, mandate.id)).toEqual([
        'mandate.created',
        'mandate.activated',
        'charge.succeeded',
        'charge.scheduled',
      ]);
    });

    test('is not issued to a payee whose account requires a memo, which the program does not send', async () => {
      const token = await service.mint(merchant, 'token-2022');
      const other = await service.wallet(merchant, { mint: token });
      const member = await service.wallet(merchant, { mint: token });
      const mandate = await createPlanMandate(service, merchant, member, other, { ...TRIAL, mint: token });
      expect((await issue(mandate)).status).toBe(200);
      await service.rpc('autopay_createTokenAccount', [
        { mint: token, owner: other.address, memoTransfer: true },
      ]);
      await eventually(async () => refusal(await issue(mandate)) === '400 parameter_invalid');
      const body = { payer: member.address, payee: other.address, mint: token, amountPerPeriod: '5' };
      const refused = await service.call('POST', '/v1/mandates', {
        key: merchant.testKey,
        body: { ...body, periodSeconds: 3600, scheme: 'plan' },
      });
      expect(refusal(refused)).toBe('400 parameter_invalid scheme');
    });

    test('is revoked where the payer subscribed and cancelled before it was active', async () => {
      payer = await service.wallet(merchant, { amount: '1' });
      const mandate = await create({ trialSeconds: 0 });
      await subscribe(service, mandate, payer);
      const { subscription } = await merchant.api.mandates.get(mandate.id);
      const cancelled = await cancelSubscription({
        payer: payer.address as Address,
        plan: subscription!.plan as Address,
      });
      await broadcast(service, await signOwn(service, payer, cancelled));
      await eventually(async () => {
        await checkout(service, mandate, 'refresh');
        return (await statusOf(mandate)) === 'revoked';
      });
      expect((await eventTypes(merchant, mandate.id)).at(-1)).toBe('mandate.revoked');
    });

    describe('a merchant who holds the client_secret cannot activate it', () => {
      const expectPending = async (mandate: MandateWithSecret, signature?: string) => {
        const answer = await checkout(
          service,
          mandate,
          'refresh',
          signature === undefined ? {} : { signature },
        );
        expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } });
      };

      test('by what it signs itself', async () => {
        const mandate = await create();
        await subscribe(service, await create(), payer);
        const step = issuedInstruction(await issue(mandate));
        const forged = await signOwn(
          service,
          payee,
          withAccountAt(withAccountAt(step, 0, payee.address), 8, payee.address),
        );
        expect(refusal(await submit(mandate, forged))).toBe('400 transaction_not_issued signedTransaction');
        await expectPending(mandate);
      });

      test('by its own subscription to its own mandate under this reference', async () => {
        const mandate = await create();
        await issue(mandate);
        const own = await createPlanMandate(service, merchant, payee, payer, TRIAL);
        for (let remaining = 1; remaining > 0;) {
          const issued = await issue(own);
          remaining = issued.body.remaining;
          if (remaining > 0) await broadcast(service, await signIssued(payee, issued.body.transaction));
          else {
            const step = issuedInstruction(issued);
            const last = withAccountAt(step, step.accounts!.length - 1, mandate.reference);
            // Where the authority was opened by the first signature, or by an earlier test, this is all that is signed.
            const wire = await signOwn(service, payee, last);
            if (!opensAtOnce) await expectPending(mandate, await broadcast(service, wire));
          }
        }
        await expectPending(mandate);
      });

      test("by the payer's subscription to another plan or to this one under another's reference", async () => {
        await subscribe(service, await create(), payer);
        const [mandate, other] = [await create(), await create({ amountPerPeriod: '20' })];
        const [step, otherStep] = [
          issuedInstruction(await issue(mandate)),
          issuedInstruction(await issue(other)),
        ];
        const last = step.accounts!.length - 1;
        const swapped = withAccountAt(otherStep, last, mandate.reference);
        await expectPending(mandate, await broadcast(service, await signOwn(service, payer, swapped)));
        const crossed = withAccountAt(step, last, other.reference);
        await expectPending(mandate, await broadcast(service, await signOwn(service, payer, crossed)));
        await expectPending(other);
      });

      test('by two subscriptions in one transaction', async () => {
        await subscribe(service, await create(), payer);
        const [mandate, other] = [await create(), await create({ amountPerPeriod: '20' })];
        const steps = [issuedInstruction(await issue(mandate)), issuedInstruction(await issue(other))];
        const landed = await broadcast(service, await signOwn(service, payer, ...steps));
        await expectPending(mandate, landed);
        await expectPending(other, landed);
      });
    });

    test('refuses whatever is not what was issued, and sends none of it', async () => {
      await subscribe(service, await create(), payer);
      const [mandate, other] = [await create(), await create({ amountPerPeriod: '20' })];
      const issued = await issue(mandate);
      const [step, otherStep] = [issuedInstruction(issued), issuedInstruction(await issue(other))];
      const last = step.accounts!.length - 1;
      const stranger = randomAddress();
      const altered = {
        unsigned: issued.body.transaction,
        'to another plan': await signOwn(service, payer, otherStep),
        'with another reference': await signOwn(service, payer, withAccountAt(step, last, stranger)),
        'with a further account': await signOwn(service, payer, withAccounts(step, stranger)),
        'without the reference': await signOwn(service, payer, {
          ...step,
          accounts: step.accounts!.slice(0, last),
        }),
        'with another beside it': await signOwn(service, payer, step, otherStep),
      };
      for (const [how, signedTransaction] of Object.entries(altered)) {
        expect([how, refusal(await submit(mandate, signedTransaction))]).toEqual([
          how,
          '400 transaction_not_issued signedTransaction',
        ]);
      }
      expect(await statusOf(mandate)).toBe('pending');
      expect((await subscribe(service, mandate, payer)).answer.body.status).toBe('active');
    });

    test("takes the scheme of the payer's active mandates, also where those came after it", async () => {
      const [early, late] = [await create(), await create()];
      const approved = await createMandate(service, merchant, payer, payee, TRIAL);
      const signedEarly = await signIssued(payer, (await issue(early)).body.transaction);
      expect(await view(early)).toMatchObject({ scheme: 'plan', approveAmount: null });
      await authorizeMandate(service, approved, payer);
      expect((await create()).scheme).toBe('approval');
      // What is shown is what will be signed, before anybody asked for anything to sign.
      const shown = await view(late);
      expect(shown).toMatchObject({ scheme: 'approval', subscription: null });
      expect(BigInt(shown.approveAmount)).toBeGreaterThan(BigInt(shown.amountPerPeriod));
      const [stored] = await service.db`select scheme from mandates where id = ${late.id}`;
      expect(stored!['scheme']).toBe('plan');
      expect(refusal(await submit(early, signedEarly))).toBe('400 transaction_not_issued signedTransaction');
      const refreshed = await checkout(service, late, 'refresh');
      expect(refreshed.body).toMatchObject({ scheme: 'approval', subscription: null });
      expect(refreshed.body.approveAmount).not.toBeNull();
      for (const mandate of [early, late]) {
        await checkout(service, mandate, 'refresh');
        expect(await authorizeMandate(service, mandate, payer)).toMatchObject({
          status: 'active',
          scheme: 'approval',
        });
      }
    });

    test('is what an approval becomes whose payer came to be on plans, and the approval counts no more', async () => {
      const approved = await createMandate(service, merchant, payer, payee, TRIAL);
      const hourly = await createMandate(service, merchant, payer, payee, { ...TRIAL, periodSeconds: 60 });
      const signed = await signIssued(payer, (await issue(approved)).body.transaction);
      const landing = await signIssued(payer, (await issue(approved)).body.transaction);
      await subscribe(service, await create(), payer);
      expect(refusal(await submit(approved, signed))).toBe('400 transaction_not_issued signedTransaction');
      // Sent past the service, it displaces the plans; it activates nothing, and the next signature restores them.
      await broadcast(service, landing);
      expect((await checkout(service, approved, 'refresh')).body).toMatchObject({
        status: 'pending',
        scheme: 'plan',
      });
      const { answer } = await subscribe(service, approved, payer);
      expect(answer.body).toMatchObject({ status: 'active', scheme: 'plan' });
      expect(refusal(await issue(hourly))).toBe('400 parameter_invalid periodSeconds');
      const body = {
        payer: payer.address,
        payee: payee.address,
        mint,
        amountPerPeriod: '5',
        periodSeconds: 60,
      };
      const refused = await service.call('POST', '/v1/mandates', { key: merchant.testKey, body });
      expect(refusal(refused)).toBe('400 parameter_invalid periodSeconds');
    });

    test('is signed by a wallet that scans the code, once more for each signature that remains', async () => {
      const mandate = await create();
      const path = `/v1/checkout/mandates/${mandate.id}/solana_pay?client_secret=${mandate.client_secret}`;
      for (let scans = 0; scans < (opensAtOnce ? 1 : 2); scans += 1) {
        const { body } = await service.call('POST', path, { body: { account: payer.address } });
        const isFirst = !opensAtOnce && scans === 0;
        expect(body.message).toMatch(
          isFirst ? /^The first of two.* Let Coffee Club take/ : /^Let Coffee Club/,
        );
        await broadcast(service, await signIssued(payer, body.transaction));
      }
      await eventually(async () => (await statusOf(mandate)) === 'active');
    });

    test('is charged by its plan as soon as it is active, and once in every period', async () => {
      const club = await service.merchant('Tea Club');
      const member = await service.wallet(club, { amount: '100000000' });
      const mandate = await createPlanMandate(service, club, member, payee, { periodSeconds: 86_400 });
      const { answer } = await subscribe(service, mandate, member);
      expect(answer.body).toMatchObject({ status: 'active', firstCharge: { status: 'succeeded' } });
      await club.api.test.advanceClock({ seconds: 3 * 86_400 });
      expect((await club.api.mandates.get(mandate.id)).periodsCharged).toBe(4);
      expect(await balanceOnChain(service, member.address, mint)).toBe(96_000_000n);
    });

    test('says that the wallet lacks SOL for what it opens, before anything is sent', async () => {
      // All of its SOL but a fifth of what is needed.
      const away = getTransferSolInstruction({
        source: createNoopSigner(payer.address as Address),
        destination: payee.address as Address,
        amount: 1_000_000_000 - 1_000_000 - 5_000,
      });
      const accounts = away.accounts.map(({ address, role }) => ({ address, role }));
      await broadcast(service, await signOwn(service, payer, { ...away, accounts }));
      const mandate = await create();
      const issued = await issue(mandate);
      const answer = await submit(mandate, await signIssued(payer, issued.body.transaction));
      expect(refusal(answer)).toBe('402 verification_failed');
      expect(answer.body.error.message).toMatch(/too little SOL .* 0\.004 SOL/);
    });

    test('may be skipped in test mode: the program itself makes the accounts', async () => {
      const { address: fresh } = await generateKeyPairSigner();
      const terms = { ...TRIAL, autoAuthorize: true };
      for (const maxPeriods of [null, 3]) {
        const mandate = await createPlanMandate(
          service,
          merchant,
          { address: fresh, secretKey: new Uint8Array() },
          payee,
          { ...terms, maxPeriods },
        );
        expect(mandate).toMatchObject({ status: 'active', scheme: 'plan', fundsSufficientAtSignup: true });
        const authority = await authorityOf(fresh, mint as Address);
        const accounts = [mandate.subscription!.account, authority];
        const { value } = await service.rpc('getMultipleAccounts', [accounts, CONFIRMED]);
        expect(value.map((account: { owner: string }) => account.owner)).toEqual(
          accounts.map(() => 'De1egAFMkMWZSN5rYXRj9CAdheBamobVNubTsi9avR44'),
        );
        expect((await eventTypes(merchant, mandate.id)).slice(0, 2)).toEqual([
          'mandate.created',
          'mandate.activated',
        ]);
      }
    });
  });
});
