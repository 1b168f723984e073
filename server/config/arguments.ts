import { availableParallelism } from 'node:os';
import { isSignature, type Signature } from '@solana/kit';
import { closestName } from '../lib/closest-name.ts';
import { isId } from '../lib/ids.ts';

/** The command line's arguments. */
export interface Arguments {
  /**
   * `serve` runs the service, `migrate` brings the database up to date and ends, `health` says whether a process of this host is alive, `settle-attempt` records what a person found out about an
   * attempt, `help` prints the settings.
   */
  command: 'serve' | 'migrate' | 'health' | 'rotate' | 'settle-attempt' | 'help';
  /** Which half of the service this process is; many of each may run on one database. */
  role: 'all' | 'api' | 'worker';
  /** How many processes serve requests on one port; 1: this one does. */
  processes: number;
  /**
   * The database was restored from a backup: the chain is asked about each charge before anything is signed.
   */
  recover: boolean;
  /** What `settle-attempt` records; null with every other command. */
  /** What `rotate` does; null with every other command. */
  rotate: {
    what: 'delegate' | 'fee-payer' | 'secrets' | 'status';
    mode: 'test' | 'live';
    /** The file that processes get their settings from. */
    settings: string | null;
    /** Of the rotation of secrets. */
    step: 'add' | 'use' | 'finish';
  } | null;
  settle: { id: string; decision: { kind: 'landed'; signature: Signature } | { kind: 'expired' } } | null;
}

const ROLES: readonly string[] = ['all', 'api', 'worker'] satisfies Arguments['role'][];
const KNOWN = [
  'migrate',
  'health',
  'rotate',
  'settle-attempt',
  'doctor',
  '--help',
  '--recover',
  '--processes=auto',
  ...ROLES.map((role) => `--role=${role}`),
];

/** The first part of `--help`. */
export const HELP_OF_ARGUMENTS = `Usage: npm start -- [migrate|doctor|health|rotate|settle-attempt] [--role=all|api|worker] [--processes=N|auto] [--recover] [--help]

  migrate             bring the database up to date, and end
  doctor [--json]     say what is wrong with this deployment and what cures it; exit 1 if something is
  health              exit 1 unless a process of this host is alive, for containers
  rotate delegate|fee-payer [--mode=test|live] --settings=FILE
                      make a new key and name it in FILE, which processes get their settings from
  rotate secrets [--use|--finish] --settings=FILE
                      a new key for secrets at rest: add it; encrypt with it; encrypt everything with it
  rotate status       say which delegates' files are still needed
  settle-attempt <id> --landed <signature>|--expired
                      record the outcome of an attempt that no node can prove
  --role=api|worker   serve requests only, or run background jobs only  [default: all]
  --processes=N|auto  serve requests from N processes on one port, or from one for each core; a process of its
                      own does the background work  [default: 1]
  --recover           after a restore: look each charge up on chain before signing anything
  --help              print this`;

/** Reads the arguments after the program's name. Adds errors to `problems`. */
export function readArguments(argv: readonly string[], problems: string[]): Arguments {
  const result: Arguments = {
    command: 'serve',
    role: 'all',
    processes: 1,
    recover: false,
    rotate: null,
    settle: null,
  };
  if (argv[0] === 'rotate') return { ...result, ...readRotate(argv.slice(1), problems) };
  if (argv[0] === 'settle-attempt') return { ...result, ...readSettle(argv.slice(1), problems) };
  for (const argument of argv) {
    if (argument === '--help') result.command = 'help';
    else if (argument === 'migrate' || argument === 'health') result.command = argument;
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

const ROTATED: ReadonlySet<string> = new Set(['delegate', 'fee-payer', 'secrets', 'status']);

function readRotate(argv: readonly string[], problems: string[]): Pick<Arguments, 'command' | 'rotate'> {
  const [what = '', ...options] = argv;
  const rotate: NonNullable<Arguments['rotate']> = {
    what: what as never,
    mode: 'live',
    settings: null,
    step: 'add',
  };
  let isKnown = ROTATED.has(what);
  for (const option of options) {
    if (option === '--mode=test' || option === '--mode=live')
      rotate.mode = option.slice(7) as 'test' | 'live';
    else if (option.startsWith('--settings=')) rotate.settings = option.slice(11);
    else if (what === 'secrets' && (option === '--use' || option === '--finish'))
      rotate.step = option.slice(2) as 'use' | 'finish';
    else isKnown = false;
  }
  if (!isKnown)
    problems.push(
      'rotate: it wants delegate, fee-payer, secrets or status, then --mode=test or --mode=live, and --settings=FILE. Example: rotate delegate --mode=live --settings=/etc/autopay/autopay.env',
    );
  else if (rotate.settings === null && what !== 'status' && what !== 'secrets')
    problems.push(
      `rotate ${what}: it wants --settings=FILE, the file that processes get their settings from.`,
    );
  return { command: 'rotate', rotate };
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
