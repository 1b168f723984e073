import type { Address } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { authorize } from '@autopay/checkout-js';
import { inspectAuthorization } from '@autopay/checkout-js/inspect';
import { makePayer, pendingViewOf, startCheckoutService } from '../checkout-js/checkout-service.ts';
import { approval, bincode, meaningOf, viewOf, WALLETS, wire } from '../checkout-js/issued.ts';
import { json } from '../sdk/scripted-server.ts';

const sponsor = WALLETS.other;
const mismatch = expect.objectContaining({ name: 'CheckoutError', code: 'transaction_mismatch' });

async function authorization(feePayer: Address) {
  const view = await viewOf();
  const main = await approval(meaningOf(view));
  return { view, instruction: bincode(main), transaction: wire([main], feePayer) };
}

describe('a transaction whose fee the service pays', () => {
  test('passes when the instruction names that fee payer', async () => {
    await inspectAuthorization({ ...(await authorization(sponsor)), feePayer: sponsor });
  });

  test('is refused where the instruction names the payer, no one, or somebody else', async () => {
    const bytes = await authorization(sponsor);
    await expect(inspectAuthorization(bytes)).rejects.toEqual(mismatch);
    for (const feePayer of [WALLETS.payer, WALLETS.payee]) {
      await expect(inspectAuthorization({ ...bytes, feePayer })).rejects.toEqual(mismatch);
    }
  });

  test('is refused when the payer would pay after all', async () => {
    const bytes = await authorization(WALLETS.payer);
    await expect(inspectAuthorization({ ...bytes, feePayer: sponsor })).rejects.toEqual(mismatch);
  });

  test('is handed back for the service to sign, also by a wallet that prefers to send', async () => {
    const payer = await makePayer();
    await using service = await sponsoringService(payer.address);
    const refuse = () => Promise.reject(new Error('Bug: it was told to send'));
    const signer = { ...payer.signer, signAndSendTransaction: refuse };
    expect((await authorize({ ...service.access, signer })).status).toBe('active');
    expect(service.given['POST /submit']).toBe(1);
  });

  test('is not asked for with a wallet that only sends', async () => {
    const payer = await makePayer();
    await using service = await sponsoringService(payer.address);
    const { address } = payer.signer;
    const signer = { address, signAndSendTransaction: () => Promise.resolve('sig') };
    // This service offers it regardless, and that is refused before the wallet is asked.
    await expect(authorize({ ...service.access, signer })).rejects.toEqual(mismatch);
    const asked = service.received.find(({ url }) => url.includes('/instruction'));
    expect(JSON.parse(asked!.body)).toEqual({ payerPaysFee: true });
  });
});

async function sponsoringService(payer: Address) {
  const view = await pendingViewOf(payer);
  const main = await approval(meaningOf(view));
  const issued = { object: 'checkout_instruction', livemode: false, createdAt: 1, lastValidBlockHeight: 150 };
  const bytes = { instruction: bincode(main), transaction: wire([main], sponsor), feePayer: sponsor };
  return startCheckoutService(view, { 'POST /instruction': [json(200, { ...issued, ...bytes })] });
}
