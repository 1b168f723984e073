import type { Deployment } from '../../deployment.ts';
import type { Pages } from '../document.ts';

/** The payer's portal, where a wallet sees and stops what may be pulled from it. */
export function portalPages(_deployment: Deployment): Pages {
  return {};
}
