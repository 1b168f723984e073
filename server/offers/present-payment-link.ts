import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { presentSeller, presentTerms } from './present.ts';
import type { OfferRow } from './queries.ts';

/** A payment link as the API shows it to its merchant. */
export function presentPaymentLink(row: OfferRow): components['schemas']['PaymentLink'] {
  return { object: 'payment_link', ...presentTerms(row), url: urlOf(row), active: row.active };
}

/** A payment link as anyone may see it. */
export async function presentCheckoutPaymentLink(
  deployment: Deployment,
  row: OfferRow,
): Promise<components['schemas']['CheckoutPaymentLink']> {
  const seller = await presentSeller(deployment, row);
  return { object: 'checkout_payment_link', ...presentTerms(row), url: urlOf(row), ...seller };
}

function urlOf({ id }: OfferRow): string {
  return `/pay/${id}`;
}
