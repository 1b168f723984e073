import type { Deployment } from '../../deployment.ts';
import type { Pages } from '../document.ts';

/** The hosted checkout: payment links, products, and mandates that a merchant's server made. */
export function checkoutPages(_deployment: Deployment): Pages {
  return {};
}
