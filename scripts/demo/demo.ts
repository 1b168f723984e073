/**
 * `npm run demo` starts the service on its embedded defaults, plays a subscription on it, and leaves it running until Ctrl-C.
 * `npm run demo -- --once` ends after the subscription; it exits 1 where something did not happen as it should. `AUTOPAY_SCHEME=plan npm run demo`
 * plays it under the plan scheme, which needs the Subscriptions program on the local chain.
 */
import { parseArgs } from 'node:util';
import type { Played } from './open-shop.ts';
import { playMainJob } from './play-main-job.ts';
import { playPlanJob } from './play-plan-job.ts';
import { receiveWebhooks } from './receive-webhooks.ts';
import { requireProgram } from './require-program.ts';
import { OWN, startAutopay } from './start-autopay.ts';
import { say } from './trail.ts';

/** Three periods of 5 s, plus time for slow machines. */
const DEADLINE_MS = 120_000;

const HELP = `Usage: npm run demo -- [options]

Starts the service on its embedded defaults, plays a subscription on it, and leaves it running until Ctrl-C.

  --once   End after the subscription; 1 if something did not happen as it should.
  --help   Show this.

AUTOPAY_SCHEME=plan plays it under the plan scheme, AUTOPAY_PORT says where to listen, AUTOPAY_DATA_DIR where the data is (default .data).`;

const { once, help } = readOptions();
if (help) {
  console.log(HELP);
  process.exit();
}
const interrupted = new Promise<void>((resolve) => {
  // The terminal sends the signal too, so npm's copy may arrive a second time.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});

const isPlan = process.env['AUTOPAY_SCHEME'] === 'plan';
const dataDir = isPlan ? dataDirWithProgram() : null;
const receiver = await receiveWebhooks();
const autopay = await startAutopay({ withChain: isPlan }).catch(fail);
try {
  say('ready', autopay.url);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Error(`It took more than ${DEADLINE_MS / 1000} s.`)));
  });
  const played = await Promise.race([play(), autopay.broken, late, interrupted.then(() => null)]);
  if (played !== null && !once) {
    console.log(`
The service is running at ${autopay.url} (health: ${autopay.url}/readyz).
  Pay something yourself, with the test wallet in the page: ${played.linkUrl}
  Sign up as a merchant:                                    ${autopay.url}/dashboard/sign-up
  See and stop what a wallet pays:                          ${autopay.url}/wallet
  Read the API:                                             ${autopay.url}/docs
Look at what happened:
  curl -H 'Authorization: Bearer ${played.secretKey}' ${autopay.url}/v1/mandates/${played.mandateId}/charges
Ctrl-C stops it. Its data stays in ${process.env['AUTOPAY_DATA_DIR'] || '.data'}/ and is there again at the next start.`);
    await Promise.race([interrupted, autopay.broken]);
  }
} catch (error) {
  console.error(`The demo failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  receiver.close();
  await autopay.stop();
}
process.exit();

/** Ends the process with 2 for an option that there is not: a misspelled one must not start anything. */
function readOptions(): { once: boolean; help: boolean } {
  try {
    const options = { once: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { once = false, help = false } = parseArgs({ options }).values;
    return { once, help };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(2);
  }
}

/** Before anything starts, so that nothing is left behind where the program is missing. */
function dataDirWithProgram(): string {
  try {
    return requireProgram({ ...process.env, ...OWN });
  } catch (error) {
    return fail(error as Error);
  }
}

function play(): Promise<Played> {
  const { url, chainUrl } = autopay;
  if (dataDir === null) return playMainJob(url, receiver);
  if (chainUrl === null) throw new Error('The service did not say where its chain is.');
  return playPlanJob({ url, chainUrl, dataDir }, receiver);
}

function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
