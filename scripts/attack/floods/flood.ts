import type { Findings } from '../../chaos/findings.ts';
import type { Ask, Flood } from '../attackers/requests.ts';
import { inThread } from '../thread.ts';

/** As many as a client of many connections has under way. */
const LANES = 16;

/**
 * Sends all of `asks` from a thread of its own. Returns how often each status was the response; what failed
 * is a finding.
 */
export async function flood(
  url: string,
  asks: readonly Ask[],
  findings: Findings,
): Promise<Record<string, number>> {
  const target: Flood = { url, lanes: LANES, asks };
  const attack = await inThread(new URL('../attackers/requests.ts', import.meta.url), target);
  for (const finding of attack.findings) findings.add(finding);
  console.log(`  ${asks.length} requests: ${JSON.stringify(attack.statuses)}`);
  return attack.statuses!;
}
