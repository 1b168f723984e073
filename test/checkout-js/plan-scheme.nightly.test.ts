import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize, type CheckoutOptions, type CheckoutState, createCheckout } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import type { Instruction } from '@solana/kit';
import { createPlanMandate, startPlanService } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast } from '../support/wallet-signing.ts';
import { makePayer } from './checkout-service.ts';
import { bincode, planStepsOf, planViewOf, wire } from './issued.ts';
import { scriptedWallet, type WalletScript } from './standard-wallet.ts';

const SIGNS = ['solana:signTransaction', 'solana:signAndSendTransaction'] as const;

describeUnless(missingBuilds(), 'checkout-js with a mandate of the plan scheme', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    const signatures = build === 'subscriptions-head.so' ? 1 : 2;
    let service: TestService;
    let merchant: TestMerchant;
    let payee: TestWallet;

    beforeAll(async () => {
      service = await startPlanService(build);
      merchant = await service.merchant();
      payee = await service.wallet(merchant);
    });
    afterAll(() => service.stop());

    /** A checkout of a fresh payer's mandate. */
    async function start(script: WalletScript = {}, options: Partial<CheckoutOptions> = {}) {
      const payer = await service.wallet(merchant);
      const mandate = await createPlanMandate(service, merchant, payer, payee);
      const send = (signed: Uint8Array) => broadcast(service, Buffer.from(signed).toString('base64'));
      const person = await scriptedWallet(payer, { send, ...script });
      const access = { apiBase: service.url, mandateId: mandate.id, clientSecret: mandate.client_secret };
      const items = new Map<string, string>();
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      };
      /** The page in one tab, up to the review. */
      async function open() {
        const checkout = createCheckout({ ...access, wallets: [person.wallet], storage, ...options });
        const seen: CheckoutState[] = [];
        checkout.subscribe(() => seen.push(checkout.getState()));
        expect((await checkout.recover()).status).toBe('choose_wallet');
        await checkout.connect('Test Wallet');
        return { checkout, seen };
      }
      return { payer, mandate, person, access, open, items };
    }

    /** The status and step of each change once the payer confirmed. */
    const course = (seen: CheckoutState[]) =>
      seen
        .slice(seen.findIndex(({ status }) => status === 'signing'))
        .map(({ status, step }) => `${status}${step ? ` ${step.number}/${step.of}` : ''}`)
        .filter((entry, index, all) => entry !== all[index - 1]);

    it.each(SIGNS)('is settled after as many signatures as the program needs, with %s', async (feature) => {
      const { open, person } = await start({ features: [feature] });
      const { checkout, seen } = await open();
      expect(checkout.getState().view).toMatchObject({ scheme: 'plan', approveAmount: null });
      const settled = await checkout.confirm();
      expect(settled).toMatchObject({
        status: 'settled',
        authorization: { kind: 'subscription', amount: settled.view!.amountPerPeriod, destination: null },
        view: { status: 'active', firstCharge: { status: 'succeeded' } },
      });
      expect(person.asked).toHaveLength(signatures);
      const last = [`signing ${signatures}/${signatures}`, `submitted ${signatures}/${signatures}`];
      const first = signatures === 2 ? ['signing 1/2', 'submitted 1/2'] : [];
      expect(course(seen)).toEqual(['signing', ...first, ...last, `settled ${signatures}/${signatures}`]);
      checkout.destroy();
    });

    it.each(SIGNS)('is authorized by one call, with a signer that has %s', async (feature) => {
      const { access, payer, person } = await start();
      const signer = await signerFromKeyPair(payer.secretKey);
      let asked = 0;
      const view = await authorize({
        ...access,
        signer: {
          address: signer.address,
          ...(feature === 'solana:signTransaction'
            ? { signTransaction: (bytes) => ((asked += 1), signer.signTransaction(bytes)) }
            : {
                async signAndSendTransaction(bytes) {
                  asked += 1;
                  const signed = await signer.signTransaction(bytes);
                  return broadcast(service, Buffer.from(signed).toString('base64'));
                },
              }),
        },
      });
      expect([view.status, asked, person.asked]).toEqual(['active', signatures, []]);
    });

    it('outlasts responses that are lost, and asks for no signature twice', async () => {
      let lost = 0;
      const fetch = (async (url: URL, init: RequestInit) => {
        const response = await globalThis.fetch(url, init);
        if (!url.pathname.endsWith('/submit')) return response;
        await response.text();
        lost += 1;
        throw new TypeError('connection reset');
      }) as typeof globalThis.fetch;
      const { open, person } = await start({}, { fetch });
      const { checkout } = await open();
      expect((await checkout.confirm()).status).toBe('settled');
      expect([lost, person.asked.length]).toEqual([signatures, signatures]);
      checkout.destroy();
    });

    if (signatures === 2) {
      it.each(SIGNS)(
        'goes on with the second signature where the tab was closed between the two, with %s',
        async (feature) => {
          const { open, person, items } = await start({
            features: [feature],
            answers: ['sign', new Error('User rejected the request.'), 'sign'],
          });
          const { checkout } = await open();
          const declined = await checkout.confirm();
          expect(declined).toMatchObject({
            status: 'failed',
            error: { code: 'user_rejected' },
            step: { number: 2, of: 2 },
          });
          // Nothing was sent that a page would have to wait for.
          expect(items.size).toBe(0);
          checkout.destroy();
          const again = await open();
          expect(await again.checkout.confirm()).toMatchObject({
            status: 'settled',
            step: { number: 1, of: 1 },
          });
          expect(person.asked).toHaveLength(3);
          again.checkout.destroy();
        },
      );

      it('tries again in the same tab, with the second signature alone', async () => {
        const { open, person } = await start({
          answers: ['sign', new Error('User rejected the request.'), 'sign'],
        });
        const { checkout } = await open();
        expect((await checkout.confirm()).error?.code).toBe('user_rejected');
        expect(await checkout.confirm()).toMatchObject({ status: 'settled', error: null });
        expect(person.asked).toHaveLength(3);
        checkout.destroy();
      });

      it('goes back to the terms where the wallet sends the first after everyone stopped waiting', async () => {
        const { open, person } = await start(
          { features: ['solana:signAndSendTransaction'], answers: ['hang', 'sign'] },
          { walletTimeoutMs: 300 },
        );
        const { checkout } = await open();
        expect((await checkout.confirm()).error?.code).toBe('wallet_timeout');
        const back = new Promise<void>((resolve) =>
          checkout.subscribe(() => checkout.getState().status === 'review' && resolve()),
        );
        person.approveNow();
        await back;
        expect(checkout.getState().error).toBeNull();
        expect(await checkout.confirm()).toMatchObject({ status: 'settled' });
        expect(person.asked).toHaveLength(2);
        checkout.destroy();
      });
    }
  });
});

describe('between two signatures', () => {
  it('waits until the service sees the first on chain, also while it is overloaded', async () => {
    const payer = await makePayer();
    const view = await planViewOf({ payer: payer.address });
    const { init, joined } = await planStepsOf(view);
    const issued = (instruction: Instruction, remaining: number) => ({
      object: 'checkout_instruction',
      feePayer: payer.address,
      instruction: bincode(instruction),
      transaction: wire([instruction], payer.address),
      remaining,
    });
    const busy = { error: { code: 'overloaded', message: 'Retry soon.' } };
    const replies: { [route: string]: object[] } = {
      'GET ': [view],
      'POST /instruction': [issued(init, 1), issued(init, 1), busy, issued(joined, 0)],
      'POST /submit': [view, { ...view, status: 'active' }],
    };
    const fetch = (async (url: URL, { method }: RequestInit) => {
      const route = `${method} ${url.pathname.replace(`/v1/checkout/mandates/${view.id}`, '')}`;
      const replied = replies[route]!;
      const body = replied.length > 1 ? replied.shift()! : replied[0]!;
      return Response.json(body, { status: body === busy ? 503 : 200 });
    }) as typeof globalThis.fetch;
    const asked: Uint8Array[] = [];
    const signer = {
      address: payer.address,
      signTransaction: (bytes: Uint8Array) => (asked.push(bytes), payer.signer.signTransaction(bytes)),
    };
    const access = { apiBase: 'https://pay.example.com', mandateId: view.id, clientSecret: 'cs_1', fetch };
    // What was shown names no plan yet: it is chosen when something is issued.
    const reached = await authorize({ ...access, signer, view: { ...view, subscription: null } });
    expect(reached.status).toBe('active');
    const signed = [init, joined].map((step) => wire([step], payer.address));
    expect(asked.map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(signed);
  });
});
