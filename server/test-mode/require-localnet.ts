import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../../rules/api-error.ts';

/**
 * The embedded test chain; throws test_mode_only in live mode, and if the test chain is another or missing.
 */
export function requireLocalnet({ chains }: Pick<Deployment, 'chains'>, livemode: boolean): Chain {
  if (livemode || chains.test === null || !chains.test.isLocalnet) throw new ApiError('test_mode_only');
  return chains.test;
}
