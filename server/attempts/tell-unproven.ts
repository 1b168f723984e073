import { type AttemptRow, UNPROVEN_SECONDS } from './queries.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';

/** The attempts that this process has already reported. */
const told = new WeakMap<Chain, Set<string>>();

/**
 * Logs once for each attempt that is unresolved for over an hour that a person may have to settle it, and
 * how. Returns these attempts.
 */
export function tellUnproven(
  { clock, log }: Pick<Deployment, 'clock' | 'log'>,
  chain: Chain,
  attempts: readonly AttemptRow[],
): AttemptRow[] {
  const signedBefore = clock.seconds() - UNPROVEN_SECONDS;
  const unproven = attempts.filter(({ state, signedAt }) => state === 'signed' && signedAt < signedBefore);
  const known = told.get(chain) ?? new Set();
  told.set(chain, known);
  for (const { id, signature, chargeId, refundId } of unproven) {
    if (known.has(id)) continue;
    known.add(id);
    log.warn(
      {
        attemptId: id,
        signature,
        chargeId,
        refundId,
        command: `npm start -- settle-attempt ${id} --landed <signature>|--expired`,
      },
      'the outcome of a transaction has been unknown for over an hour: if it stays unknown for a day, find out and run the command',
    );
  }
  return unproven;
}
