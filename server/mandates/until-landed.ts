import type { Publication } from '../chain/publications.ts';
import { ask, type Chain } from '../chain/rpc.ts';

/**
 * How long one round waits for its transactions: confirmation takes a second, and the next round looks again
 * anyway.
 */
const CONFIRM_MS = 10_000;
const POLL_MS = 250;

/** Whether a transaction succeeded, in a block that cannot vanish. */
export function hasLanded(
  status: { err: unknown; confirmationStatus: string | null } | null | undefined,
): boolean {
  return status?.err === null && status.confirmationStatus !== 'processed';
}

/**
 * Records each of these transactions once it landed, waiting at most 10 s for them. Throws
 * ChainUnavailableError.
 */
export async function untilLanded(
  chain: Chain,
  publications: readonly Publication[],
  record: (landed: Publication) => Promise<void>,
): Promise<void> {
  const { clock } = chain;
  const deadline = clock.milliseconds() + CONFIRM_MS;
  let open = [...publications];
  while (open.length > 0 && clock.milliseconds() < deadline) {
    const signatures = open.map(({ transaction }) => transaction.signature);
    const { value } = await ask(chain, (rpc) => rpc.getSignatureStatuses(signatures));
    const landed = open.filter((_, at) => hasLanded(value[at]));
    for (const one of landed) await record(one);
    open = open.filter((one) => !landed.includes(one));
    if (open.length > 0) await clock.sleep(POLL_MS);
  }
}
