import { join } from 'node:path';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { readConfig } from '../../server/config/config.ts';
import { StartError } from '../../server/lib/start-error.ts';
import { PROGRAMS_DIRECTORY, readKeptPrograms, readPrograms } from '../../server/localnet/programs.ts';

/**
 * The service's data directory, with whose chain the Subscriptions program will run. Throws StartError, which says how to get it, if it is neither
 * listed nor fetched. `env` is the service's.
 */
export function requireProgram(env: Record<string, string | undefined>): string {
  const { dataDir, test } = readConfig(env, []);
  const listed = test.kind === 'localnet' ? readPrograms(test.programs) : [];
  const kept = readKeptPrograms(join(dataDir, PROGRAMS_DIRECTORY));
  if ([...listed, ...kept].some(({ address }) => address === SUBSCRIPTIONS_PROGRAM)) return dataDir;
  throw new StartError(`AUTOPAY_SCHEME=plan needs the Subscriptions program, which is neither fetched nor listed. Nothing was started. Either
  fetch what a cluster runs:   npm run localnet:program -- --from https://api.mainnet-beta.solana.com
  or list a build of your own: AUTOPAY_LOCALNET_PROGRAMS=${SUBSCRIPTIONS_PROGRAM}=<file>
Without AUTOPAY_SCHEME, npm run demo plays a subscription that needs no program.`);
}
