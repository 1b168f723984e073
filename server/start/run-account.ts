import { changeEmailFor, listAccounts, resetFor, unlockFor } from '../accounts/operate.ts';
import type { Config } from '../config/config.ts';
import type { Sql } from '../db/connect.ts';
import { withDatabase } from '../db/with-database.ts';
import { systemClock } from '../lib/clock.ts';

/** The command `account`, with or without a running service. */
export async function runAccount(config: Config): Promise<void> {
  const said = await withDatabase(config, 'autopay-account', (sql) => perform(sql, config));
  process.stdout.write(`${said}\n`);
}

async function perform(sql: Sql, config: Config): Promise<string> {
  const command = config.account!;
  const now = systemClock.seconds();
  switch (command.action) {
    case 'list': {
      const accounts = await listAccounts(sql, now);
      return accounts.length === 0
        ? 'Nobody can sign in yet.'
        : accounts
            .map(({ email, merchants, secondFactorSince, sessions }) =>
              [
                email,
                merchants.join(', '),
                secondFactorSince === null ? 'no second factor' : 'second factor',
                `signed in ${sessions} times`,
              ].join('\t'),
            )
            .join('\n');
    }
    case 'reset': {
      const link = await resetFor(sql, command.email, { publicUrl: publicUrlOf(config), now });
      return `${link}\nIt sets a new password for ${command.email}, once and within 30 minutes. Hand it to that person alone.`;
    }
    case 'unlock':
      await unlockFor(sql, command.email, now);
      return `${command.email} signs in with the password alone, and should add a second factor again.`;
    case 'email':
      await changeEmailFor(sql, command.email, command.to, now);
      return `Who signed in with ${command.email} signs in with ${command.to}.`;
  }
}

/** As the service itself has it. */
function publicUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
