import type { Config } from '../config/config.ts';
import { connect } from '../db/connect.ts';
import type { Clock } from '../lib/clock.ts';
import { withinDeadline } from '../lib/deadline.ts';
import { examineChain } from './examine-chain.ts';
import { examineDatabase } from './examine-database.ts';
import { examineKeys } from './examine-keys.ts';
import { examineMail } from './examine-mail.ts';
import { examinePublicUrl } from './examine-public-url.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

/** What a configuration is examined with. */
export interface Surroundings {
  clock: Clock;
  /** Null: there is no database to look into, for the reason that is given. */
  databaseUrl: string | null;
  /** Why not. */
  withoutDatabase?: Finding;
}

/** A part that takes longer hangs somewhere: each of its own questions ends within 5 s. */
const PART_MS = 40_000;

/** Everything that a deployment stands on, looked at from outside: nothing is changed and nothing is sent. */
export async function examine(
  config: Config,
  { clock, databaseUrl, withoutDatabase }: Surroundings,
): Promise<Finding[]> {
  const db =
    databaseUrl === null ? null : connect(databaseUrl, { max: 3, applicationName: 'autopay-doctor' });
  const bounded = (part: string, look: Promise<Finding[]>) =>
    withinDeadline(clock, PART_MS, () => look).catch((error: unknown) => [
      findingsOf(part).wrong(
        'this part',
        `could not be looked at: ${reasonOf(error)}`,
        'Run the doctor again.',
      ),
    ]);
  try {
    const parts = [
      Promise.resolve([findingsOf('settings').ok('all of them', 'understood')]),
      bounded('public address', examinePublicUrl(config, clock)),
      db === null
        ? Promise.resolve(withoutDatabase === undefined ? [] : [withoutDatabase])
        : bounded('database', examineDatabase(db, config, clock)),
      bounded('keys', examineKeys(config)),
      bounded('mail', examineMail(config, clock)),
      bounded('test chain', examineChain('test', config, { db, clock })),
      bounded('live chain', examineChain('live', config, { db, clock })),
    ];
    return (await Promise.all(parts)).flat();
  } finally {
    await db?.end({ timeout: 1 });
  }
}

/** The same where the settings cannot be used: each is named with what it wants, and nothing else can be looked at. */
export function examineProblems(problems: readonly string[]): Finding[] {
  const { wrong, warn } = findingsOf('settings');
  return [
    ...problems.map((problem) => {
      const [, name, rest] = /^(\S+?): (.*)$/s.exec(problem) ?? [null, 'a setting', problem];
      const [, found, example] = /^(.*?)(?: Example: (.*))?$/s.exec(rest!)!;
      return wrong(name!, found!, example === undefined ? 'Correct it.' : `For example ${example}`);
    }),
    warn('the rest', 'was not looked at', 'Correct the settings, then run the doctor again.'),
  ];
}
