import { authorize, type Signer } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlanMandate, startPlanService } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast } from '../support/wallet-signing.ts';

describeUnless(missingBuilds(), "authorize() of the browser's package, on a plan", () => {
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

    async function start() {
      const payer = await service.wallet(merchant);
      const mandate = await createPlanMandate(service, merchant, payer, payee, { trialSeconds: 3600 });
      const inner = await signerFromKeyPair(payer.secretKey);
      return { mandate, inner };
    }
    const run = ({ id, client_secret: clientSecret }: MandateWithSecret, signer: Signer) =>
      authorize({ apiBase: service.url, mandateId: id, clientSecret, signer });

    test('asks a wallet that signs as often as the program needs', async () => {
      const { mandate, inner } = await start();
      let asked = 0;
      const signer: Signer = {
        address: inner.address,
        signTransaction: (transaction) => {
          asked += 1;
          return inner.signTransaction!(transaction);
        },
      };
      expect((await run(mandate, signer)).status).toBe('active');
      expect(asked).toBe(signatures);
    });

    test('waits for what a wallet sends by itself before it asks again', async () => {
      const { mandate, inner } = await start();
      let asked = 0;
      const signer: Signer = {
        address: inner.address,
        signAndSendTransaction: async (transaction) => {
          asked += 1;
          const signed = await inner.signTransaction!(transaction);
          return broadcast(service, Buffer.from(signed).toString('base64'));
        },
      };
      expect((await run(mandate, signer)).status).toBe('active');
      expect(asked).toBe(signatures);
    });

    test('goes on with the second signature where the first was given before', async () => {
      const { mandate, inner } = await start();
      let refusals = signatures - 1;
      const signer: Signer = {
        address: inner.address,
        signTransaction: (transaction) => {
          if (asked++ > 0 && refusals-- > 0) throw Object.assign(new Error('no'), { code: 4001 });
          return inner.signTransaction!(transaction);
        },
      };
      let asked = 0;
      if (signatures === 2)
        await expect(run(mandate, signer)).rejects.toMatchObject({ name: 'CheckoutError' });
      expect((await run(mandate, signer)).status).toBe('active');
      expect(asked).toBe(signatures === 2 ? 3 : 1);
    });
  });
});
