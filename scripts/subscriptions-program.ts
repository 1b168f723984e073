import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SUBSCRIPTIONS_PROGRAM } from '../server/chain/subscriptions/address.ts';
import { parseProgramFile, type ProgramFile } from '../server/lib/program-file.ts';

/** Where a build lies beside the checkout: the repository ships no binary. */
const BESIDE = new URL('../../shared/subscriptions/subscriptions-head.so', import.meta.url);

/** The Subscriptions program for chains that scripts start: that of AUTOPAY_LOCALNET_PROGRAMS, or the build beside the checkout; null without either. */
export function findSubscriptionsProgram(): ProgramFile | null {
  const listed = (process.env['AUTOPAY_LOCALNET_PROGRAMS'] ?? '')
    .split(',')
    .map((text) => parseProgramFile(text.trim()));
  const own = listed.find((file) => file?.address === SUBSCRIPTIONS_PROGRAM);
  if (own) return own;
  const path = fileURLToPath(BESIDE);
  return existsSync(path) ? { address: SUBSCRIPTIONS_PROGRAM, path } : null;
}

/** As `findSubscriptionsProgram`; throws where there is none. */
export function requireSubscriptionsProgram(): ProgramFile {
  const found = findSubscriptionsProgram();
  if (found === null)
    throw new Error(
      `There is no build of the Subscriptions program: list one in AUTOPAY_LOCALNET_PROGRAMS=${SUBSCRIPTIONS_PROGRAM}=<file>.`,
    );
  return found;
}
