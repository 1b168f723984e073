import { closestName } from './lib/closest-name.ts';

/** What the command line asks for. */
export interface Arguments {
  /** `serve` runs the service, `migrate` brings the database up to date and ends, `help` prints the settings. */
  command: 'serve' | 'migrate' | 'help';
  /** Which half of the service this process is; many of each may run on one database. */
  role: 'all' | 'api' | 'worker';
  /** The database was restored from a backup: what the chain knows of each charge is looked up before anything is signed. */
  recover: boolean;
}

const ROLES: readonly string[] = ['all', 'api', 'worker'] satisfies Arguments['role'][];
const KNOWN = ['migrate', '--help', '--recover', ...ROLES.map((role) => `--role=${role}`)];

/** The first part of `--help`. */
export const HELP_OF_ARGUMENTS = `Usage: npm start -- [migrate] [--role=all|api|worker] [--recover] [--help]

  migrate             bring the database up to date, and end
  --role=api|worker   serve requests only, or run background jobs only  [default: all]
  --recover           after a restore: look each charge up on chain before signing anything
  --help              print this`;

/** Reads the arguments after the program's name. What is wrong is added to `problems`. */
export function readArguments(argv: readonly string[], problems: string[]): Arguments {
  const result: Arguments = { command: 'serve', role: 'all', recover: false };
  for (const argument of argv) {
    if (argument === '--help') result.command = 'help';
    else if (argument === 'migrate') result.command = 'migrate';
    else if (argument === '--recover') result.recover = true;
    else if (argument.startsWith('--role=') && ROLES.includes(argument.slice(7))) {
      result.role = argument.slice(7) as Arguments['role'];
    } else {
      const meant = closestName(argument, KNOWN);
      problems.push(
        `${argument}: there is no such argument. ${meant ? `Did you mean ${meant}?` : `Known are ${KNOWN.join(', ')}.`}`,
      );
    }
  }
  return result;
}
