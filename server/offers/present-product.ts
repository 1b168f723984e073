import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { displayName } from '../../rules/display-name.ts';
import { presentSeller, presentTerms } from './present.ts';
import type { OfferRow } from './queries.ts';

/** A product as the API shows it to its merchant. */
export function presentProduct(row: OfferRow): components['schemas']['Product'] {
  const { contentTitle, contentBody, active } = row;
  return { object: 'product', ...presentTerms(row), url: urlOf(row), active, contentTitle, contentBody };
}

/** A product as anyone may see it: its name, not its content. */
export async function presentCheckoutProduct(
  deployment: Deployment,
  row: OfferRow,
): Promise<components['schemas']['CheckoutProduct']> {
  const shown = { ...presentTerms(row), ...(await presentSeller(deployment, row)) };
  const contentTitle = row.contentTitle === null ? null : displayName(row.contentTitle);
  return { object: 'checkout_product', ...shown, url: urlOf(row), contentTitle };
}

function urlOf({ id }: OfferRow): string {
  return `/p/${id}`;
}
