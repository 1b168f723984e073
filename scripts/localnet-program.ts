/**
 * Fetches a program that a cluster runs, for the local chain: `npm run localnet:program -- --from <rpc-url>`. It is kept in the data directory
 * with its hash, and loaded whenever the local chain starts there. Without `--program <address>` it is the Subscriptions program.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SUBSCRIPTIONS_PROGRAM } from '../server/chain/subscriptions/address.ts';
import { readConfig } from '../server/config/config.ts';
import { StartError } from '../server/lib/start-error.ts';
import { parseAddress } from '../server/lib/solana-address.ts';
import { fetchProgram } from '../server/localnet/fetch-program.ts';
import { keepProgram, PROGRAMS_DIRECTORY } from '../server/localnet/programs.ts';
import { explain } from '../server/start/explain.ts';

try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, program: { type: 'string', default: SUBSCRIPTIONS_PROGRAM } },
  });
  const address = parseAddress(values.program);
  if (values.from === undefined || !URL.canParse(values.from))
    throw new StartError(
      '--from: it wants the RPC URL of a cluster. Example: --from https://api.mainnet-beta.solana.com',
    );
  if (address === null)
    throw new StartError(`--program: it wants an address. Example: --program ${SUBSCRIPTIONS_PROGRAM}`);
  const { dataDir } = readConfig(process.env, []);
  const { from, ...program } = await fetchProgram(values.from, address);
  const { path, sha256 } = keepProgram(join(dataDir, PROGRAMS_DIRECTORY), program, from);
  process.stdout.write(`${path}
${program.elf.length} bytes, SHA-256 ${sha256}, as of slot ${from.slot} of the cluster with the genesis hash ${from.genesisHash}
The local chain loads it when it starts.
`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
