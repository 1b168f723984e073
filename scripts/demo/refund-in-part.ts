import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { bytesOf, type Shop } from './open-shop.ts';
import { formatAmount, say } from './trail.ts';

/** The payee signs a refund of `amountAtomic` of a charge and submits it. Throws if it does not succeed. */
export async function refundInPart(
  { autopay, payee, token }: Shop,
  chargeId: string,
  amountAtomic: bigint,
): Promise<void> {
  const refund = await autopay.charges.refund(chargeId, {
    amount: String(amountAtomic),
    reason: 'Spilled',
  });
  const signer = await signerFromKeyPair(bytesOf(payee.secretKey));
  const signed = await signer.signTransaction(bytesOf(refund.transaction!));
  const { status, txSignature } = await autopay.refunds.submit(refund.id, {
    signedTransaction: Buffer.from(signed).toString('base64'),
  });
  if (status !== 'succeeded') throw new Error(`The refund is ${status}.`);
  const amount = formatAmount(amountAtomic, token);
  say('refund', `of period 1, signed by the payee: ${status}, ${amount}, ${txSignature}`);
}
