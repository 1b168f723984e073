import type { Charge, MandateWithSecret, Refund } from '@autopay/sdk';
import { authorizeMandate, createMandate } from '../support/checkout.ts';
import type { Answer, TestMerchant, TestService, TestWallet } from '../support/service.ts';

/** A mandate that was charged once, 1,000,000 atomic units, by a payer's real signature. */
export interface Sale {
  merchant: TestMerchant;
  payer: TestWallet;
  payee: TestWallet;
  mint: string;
  mandate: MandateWithSecret;
  charge: Charge;
}

/** `payee` is new, with 5,000,000 of its own, unless one is given. */
export async function makeSale(
  service: TestService,
  { program = 'token', payee }: { program?: 'token' | 'token-2022'; payee?: TestWallet } = {},
): Promise<Sale> {
  const merchant = await service.merchant();
  const mint = await service.mint(merchant, program);
  const payer = await service.wallet(merchant, { mint, amount: '10000000' });
  const paid = payee ?? (await service.wallet(merchant, { mint, amount: '5000000' }));
  const mandate = await createMandate(service, merchant, payer, paid, { mint });
  await authorizeMandate(service, mandate, payer);
  const { data } = await merchant.api.mandates.charges(mandate.id);
  const charge = data.find(({ status }) => status === 'succeeded')!;
  return { merchant, payer, payee: paid, mint, mandate, charge };
}

/** Asks for a refund of the sale's charge, whatever the answer is. */
export function askRefund(
  service: TestService,
  { merchant, charge }: Sale,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call('POST', `/v1/charges/${charge.id}/refund`, { key: merchant.testKey, body, headers });
}

/** Hands the service a signed refund. */
export function submitRefund(
  service: TestService,
  { merchant }: Sale,
  refund: Pick<Refund, 'id'>,
  signedTransaction: unknown,
): Promise<Answer> {
  return service.call('POST', `/v1/refunds/${refund.id}/submit`, {
    key: merchant.testKey,
    body: { signedTransaction },
  });
}

/** The refunded amount that the charge shows now. */
export async function refundedOf({ merchant, mandate, charge }: Sale): Promise<string> {
  const { data } = await merchant.api.mandates.charges(mandate.id);
  return data.find(({ id }) => id === charge.id)!.refundedAmount;
}
