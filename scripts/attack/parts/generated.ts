import { randomBytes, randomInt } from 'node:crypto';
import type { Generated } from '../attackers/generated.ts';
import { attackOn } from '../part.ts';
import { inThread } from '../thread.ts';

const REQUESTS = 50_000;
const WITHIN_MS = 10 * 60_000;
/** What the limits would refuse is not what is looked for. */
const NO_LIMIT = '1000000';
const ownerKey = randomBytes(24).toString('hex');

/** `AUTOPAY_FUZZ_SEED` repeats a run. */
const seed = Number(process.env['AUTOPAY_FUZZ_SEED'] ?? randomInt(2 ** 31));

/** Generated requests with every credential. */
export const generated = attackOn(
  'generated requests',
  {
    AUTOPAY_OWNER_KEY: ownerKey,
    AUTOPAY_RATE_KEY_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_ADDRESS_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_SIGN_IN_PER_MINUTE: NO_LIMIT,
    AUTOPAY_RATE_CHECKOUT_PER_MINUTE: NO_LIMIT,
  },
  async ({ url, machine }, findings) => {
    const target: Generated = {
      url,
      rpcUrl: machine.rpcUrl,
      ownerKey,
      seed,
      count: REQUESTS,
      withinMs: WITHIN_MS,
    };
    const attack = await inThread(new URL('../attackers/generated.ts', import.meta.url), target);
    for (const finding of attack.findings) findings.add(finding);
    return attack.attempts;
  },
);
