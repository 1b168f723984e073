import type { Address } from '@solana/kit';
import type { Charge, MandateWithSecret, Refund } from '@autopay/sdk';
import { refundApprovalReference } from '../../server/chain/references.ts';
import { authorizeMandate, checkout, createMandate } from '../support/checkout.ts';
import {
  broadcast,
  issuedInstruction,
  signOwn,
  withAccountAt,
  withAmount,
} from '../support/wallet-signing.ts';
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

/** Payer and payee are new wallets, which held 10,000,000 and 5,000,000 before. */
export async function makeSale(
  service: TestService,
  options: { program?: 'token' | 'token-2022'; merchant?: TestMerchant; payee?: TestWallet } = {},
): Promise<Sale> {
  const { program = 'token', merchant = await service.merchant() } = options;
  const mint = await service.mint(merchant, program);
  const [payer, payee] = await Promise.all([
    service.wallet(merchant, { mint, amount: '10000000' }),
    options.payee ?? service.wallet(merchant, { mint, amount: '5000000' }),
  ]);
  const mandate = await createMandate(service, merchant, payer, payee, { mint });
  await authorizeMandate(service, mandate, payer);
  const { data } = await merchant.api.mandates.listCharges(mandate.id);
  const charge = data.find(({ status }) => status === 'succeeded')!;
  return { merchant, payer, payee, mint, mandate, charge };
}

/** Asks for a refund of the sale's charge, whatever the response is. */
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
  const { data } = await merchant.api.mandates.listCharges(mandate.id);
  return data.find(({ id }) => id === charge.id)!.refundedAmount;
}

/** What the payee's approval lists. */
export async function approvalReference(
  service: TestService,
  { payee, mint, mandate }: Sale,
): Promise<Address> {
  return refundApprovalReference(await service.rpc('getGenesisHash'), {
    payee: payee.address as Address,
    mint: mint as Address,
    delegate: mandate.delegate as Address,
  });
}

/** The payee lets the delegate sign refunds of up to `amount`, by an approval that says so with its reference. */
export async function delegateRefunds(service: TestService, sale: Sale, amount: bigint): Promise<void> {
  const { merchant, payer, payee, mint } = sale;
  const reference = await approvalReference(service, sale);
  const other = await createMandate(service, merchant, payee, payer, { mint });
  const approval = issuedInstruction(await checkout(service, other, 'instruction'));
  const wire = await signOwn(service, payee, withAmount(withAccountAt(approval, 4, reference), amount));
  await broadcast(service, wire);
}
