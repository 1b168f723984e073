import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { systemClock } from '../lib/clock.ts';
import { examine, examineProblems } from './examine.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';
import { isWell, reportJson, reportText } from './report.ts';

/** The command `doctor`: prints what it found, and returns the code to exit with: 1 if something is wrong. */
export async function runDoctor(
  read: { config: Config } | { problems: readonly string[] },
  { json, print }: { json: boolean; print: (text: string) => void },
): Promise<0 | 1> {
  const findings = 'problems' in read ? examineProblems(read.problems) : await examineDeployment(read.config);
  print(json ? reportJson(findings) : reportText(findings));
  return isWell(findings) ? 0 : 1;
}

async function examineDeployment(config: Config): Promise<Finding[]> {
  const clock = systemClock;
  if (config.databaseUrl !== null) return examine(config, { clock, databaseUrl: config.databaseUrl });
  const { warn } = findingsOf('database');
  const dataDir = join(config.dataDir, 'postgres');
  const without = (found: string, cure: string) =>
    examine(config, { clock, databaseUrl: null, withoutDatabase: warn('an answer', found, cure) });
  if (!existsSync(dataDir))
    return without('the embedded one is not made yet', 'Start the service: npm start.');
  let embedded;
  try {
    embedded = await startEmbeddedPostgres({ dataDir });
  } catch (error) {
    const cure = 'While the service runs on it, ask /readyz; or stop the service and run the doctor again.';
    return without(`the embedded one is in use, or does not start: ${reasonOf(error)}`, cure);
  }
  try {
    return await examine(config, { clock, databaseUrl: embedded.url });
  } finally {
    await embedded.stop();
  }
}
