import { availableParallelism } from 'node:os';
import { isSignature, type Signature } from '@solana/kit';
import { closestName } from '../lib/closest-name.ts';
import { isId } from '../lib/ids.ts';

/** The command line's arguments. */
export interface Arguments {
  /**
   * `serve` runs the service, `migrate` brings the database up to date and ends, `settle-attempt` records what a person found out about an
   * attempt, `help` prints the settings.
   */
  command: 'serve' | 'migrate' | 'settle-attempt' | 'help';
  /** Which half of the service this process is; many of each may run on one database. */
  role: 'all' | 'api' | 'worker';
  /** How many processes serve requests on one port; 1: this one does. */
  processes: number;
  /**
   * The database was restored from a backup: the chain is asked about each charge before anything is signed.
   */
  recover: boolean;
  /** What `settle-attempt` records; null with every other command. */
  settle: { id: string; decision: { kind: 'landed'; signature: Signature } | { kind: 'expired' } } | null;
}

const ROLES: readonly string[] = ['all', 'api', 'worker'] satisfies Arguments['role'][];
const KNOWN = [
  'migrate',
  'settle-attempt',
  'doctor',
  '--help',
  '--recover',
  '--processes=auto',
  ...ROLES.map((role) => `--role=${role}`),
];

/** The first part of `--help`. */
export const HELP_OF_ARGUMENTS = `Usage: npm start -- [migrate|doctor|settle-attempt] [--role=all|api|worker] [--processes=N|auto] [--recover] [--help]

  migrate             bring the database up to date, and end
  doctor [--json]     say what is wrong with this deployment and what cures it; exit 1 if something is
  settle-attempt <id> --landed <signature>|--expired
                      record the outcome of an attempt that no node can prove
  --role=api|worker   serve requests only, or run background jobs only  [default: all]
  --processes=N|auto  serve requests from N processes on one port, or from one for each core; a process of its
                      own does the background work  [default: 1]
  --recover           after a restore: look each charge up on chain before signing anything
  --help              print this`;

/** Reads the arguments after the program's name. Adds errors to `problems`. */
export function readArguments(argv: readonly string[], problems: string[]): Arguments {
  const result: Arguments = { command: 'serve', role: 'all', processes: 1, recover: false, settle: null };
  if (argv[0] === 'settle-attempt') return { ...result, ...readSettle(argv.slice(1), problems) };
  for (const argument of argv) {
    if (argument === '--help') result.command = 'help';
    else if (argument === 'migrate') result.command = 'migrate';
    else if (argument === '--recover') result.recover = true;
    else if (argument.startsWith('--role=') && ROLES.includes(argument.slice(7))) {
      result.role = argument.slice(7) as Arguments['role'];
    } else if (argument.startsWith('--processes=')) {
      result.processes = readProcesses(argument.slice(12), problems);
    } else {
      const meant = closestName(argument, KNOWN);
      problems.push(
        `${argument}: there is no such argument. ${meant ? `Did you mean ${meant}?` : `Known are ${KNOWN.join(', ')}.`}`,
      );
    }
  }
  if (result.processes > 1 && result.role === 'worker')
    problems.push(
      '--processes: it is for requests. For more background work start more processes with --role=worker.',
    );
  return result;
}

/** More than any machine has cores: a typing error. */
const MAX_PROCESSES = 256;

function readProcesses(text: string, problems: string[]): number {
  if (text === 'auto') return availableParallelism();
  const count = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Infinity;
  if (count <= MAX_PROCESSES) return count;
  problems.push(
    `--processes: it wants a number from 1 to ${MAX_PROCESSES}, or auto, not "${text}". Example: --processes=4`,
  );
  return 1;
}

function readSettle(argv: readonly string[], problems: string[]): Pick<Arguments, 'command' | 'settle'> {
  const [id, how, signature, ...others] = argv;
  const command = 'settle-attempt';
  if (id !== undefined && isId('attempt', id)) {
    if (how === '--expired' && signature === undefined)
      return { command, settle: { id, decision: { kind: 'expired' } } };
    if (how === '--landed' && others.length === 0 && signature !== undefined && isSignature(signature))
      return { command, settle: { id, decision: { kind: 'landed', signature } } };
  }
  problems.push(
    'settle-attempt: it wants the id of an attempt, then --expired, or --landed and the signature of a transaction.',
  );
  return { command, settle: null };
}
