import type { Deployment } from '../../deployment.ts';
import type { Pages } from '../document.ts';

/** The merchant's dashboard: one page, whose script does the rest over the public API. */
export function dashboardPages(_deployment: Deployment): Pages {
  return {};
}
