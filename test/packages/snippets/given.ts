import { Autopay } from '@autopay/sdk';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';

/**
 * What the pages leave to their reader, with real values from the service at AUTOPAY_URL: a funded wallet, a mandate of it that waits for
 * its authorization, and the merchant's own functions. Made anew for each program.
 */
export async function given() {
  const autopay = new Autopay(process.env['AUTOPAY_SECRET_KEY']!, { baseUrl: process.env['AUTOPAY_URL']! });
  const { data: tokens } = await autopay.tokens.list();
  const mint = tokens[0]!.mint;
  const payer = await autopay.test.createWallet({ mint });
  const payee = await autopay.test.createWallet({ mint });
  const mandate = await autopay.mandates.create({
    payer: payer.address,
    payee: payee.address,
    mint,
    amountPerPeriod: '2500000',
    periodSeconds: 86_400,
    maxPeriods: 3,
  });
  return {
    payerAddress: payer.address,
    payeeAddress: payee.address,
    payee: payee.address,
    mint,
    mandateId: mandate.id,
    clientSecret: mandate.client_secret!,
    delegate: payee.address,
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    wallet: await signerFromKeyPair(Buffer.from(payer.secretKey, 'base64')),
    env: { AUTOPAY_WEBHOOK_SECRET: process.env['AUTOPAY_WEBHOOK_SECRET']! },
    async deliver(id: string, object: unknown): Promise<void> {
      console.log('delivered', id, typeof object);
    },
  };
}

/** The names above. */
export const GIVEN: ReadonlySet<keyof Awaited<ReturnType<typeof given>>> = new Set([
  'payerAddress',
  'payeeAddress',
  'payee',
  'mint',
  'mandateId',
  'clientSecret',
  'delegate',
  'genesisHash',
  'wallet',
  'env',
  'deliver',
]);
