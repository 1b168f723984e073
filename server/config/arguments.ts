import { availableParallelism } from 'node:os';
import { isSignature, type Signature } from '@solana/kit';
import { closestName } from '../lib/closest-name.ts';
import { isId } from '../lib/ids.ts';

/** The command line's arguments. */
export interface Arguments {
  /**
   * `serve` runs the service, `migrate` brings the database up to date and ends, `health` says whether a process of this host is alive, `rotate` replaces a key,
   * `settle-attempt` records what a person found out about an attempt, `account` looks after people's sign-ins, `reconcile` holds the books against the chain, `export`
   * writes a merchant's data, `import` brings it into this deployment, `help` prints the settings.
   */
  command:
    | 'serve'
    | 'migrate'
    | 'health'
    | 'rotate'
    | 'settle-attempt'
    | 'reconcile'
    | 'account'
    | 'export'
    | 'import'
    | 'help';
  /** Which half of the service this process is; many of each may run on one database. */
  role: 'all' | 'api' | 'worker';
  /** How many processes serve requests on one port; 1: this one does. */
  processes: number;
  /**
   * The database was restored from a backup: the chain is asked about each charge before anything is signed.
   */
  recover: boolean;
  /** What `rotate` does; null with every other command. */
  rotate: {
    what: 'delegate' | 'fee-payer' | 'secrets' | 'status';
    mode: 'test' | 'live';
    /** The file that processes get their settings from. */
    settings: string | null;
    /** Of the rotation of secrets. */
    step: 'add' | 'use' | 'finish';
  } | null;
  /** What `settle-attempt` records; null with every other command. */
  settle: { id: string; decision: { kind: 'landed'; signature: Signature } | { kind: 'expired' } } | null;
  /** What `reconcile` looks at; null with every other command. */
  reconcile: ReconcileArguments | null;
  /** What `account` does; null with every other command. */
  account: AccountCommand | null;
  /** What `export` writes, and to which file (null: standard output); null with every other command. */
  export: ExportArguments | null;
  /** What `import` reads; null with every other command. */
  import: ImportArguments | null;
}

/** Whose data is written where. */
export interface ExportArguments {
  merchantId: string;
  mode: 'test' | 'live';
  /** Null: standard output. */
  out: string | null;
  /** `departs`: first the merchant stops collecting here, and what was signed settles. `returns`: it collects here again, and nothing is written. */
  move: 'stays' | 'departs' | 'returns';
  /** Where payers and the merchant are sent on; null if nobody says. */
  movedTo: string | null;
}

/** Which file is brought into this deployment. */
export interface ImportArguments {
  file: string;
  /** The file is of a deployment that is gone, so the merchant did not depart from it. */
  formerIsGone: boolean;
  /** Payers who approved a key that is not here are to sign once more. */
  askPayers: boolean;
}

/** A range in Unix seconds, null for its default, and the mode, null for every one that has a chain. */
export interface ReconcileArguments {
  from: number | null;
  to: number | null;
  mode: 'test' | 'live' | null;
  json: boolean;
}

/** What an operator does about people's sign-ins. */
export type AccountCommand =
  | { action: 'list' }
  | { action: 'reset' | 'unlock'; email: string }
  | { action: 'email'; email: string; to: string };

const ROLES: readonly string[] = ['all', 'api', 'worker'] satisfies Arguments['role'][];
const KNOWN = [
  'migrate',
  'health',
  'rotate',
  'settle-attempt',
  'reconcile',
  'account',
  'export',
  'import',
  'doctor',
  '--help',
  '--recover',
  '--processes=auto',
  ...ROLES.map((role) => `--role=${role}`),
];

/** The first part of `--help`. */
export const HELP_OF_ARGUMENTS = `Usage: npm start -- [migrate|doctor|health|rotate|settle-attempt|reconcile|account|export|import] [--role=all|api|worker] [--processes=N|auto] [--recover] [--help]

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
  reconcile [--from <time>] [--to <time>] [--mode=test|live] [--json]
                      hold what was settled in a time range against the chain; exit 1 if anything does not match
                      [default: the last 24 hours until 10 minutes ago, of both modes]
  account list|reset <email>|unlock <email>|email <old> <new>
                      people's sign-ins: see all; print a link that sets a new password, once; take away a second
                      factor that is lost; change an e-mail address
  export <merchant> [--mode=live|test] [--out=FILE]
                      write everything of a merchant as JSON lines  [default: live mode, to standard output]
         --departs [--moved-to=URL]
                      first stop collecting for it here in this mode, and wait until what was signed has settled
         --returns    collect for it here again, if no other deployment does
  import <file> [--former-is-gone] [--ask-payers]
                      bring a merchant that departed elsewhere into this deployment; print its new secrets
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
    reconcile: null,
    account: null,
    export: null,
    import: null,
  };
  if (argv[0] === 'export')
    return { ...result, command: 'export', export: readExport(argv.slice(1), problems) };
  if (argv[0] === 'import')
    return { ...result, command: 'import', import: readImport(argv.slice(1), problems) };
  if (argv[0] === 'rotate') return { ...result, ...readRotate(argv.slice(1), problems) };
  if (argv[0] === 'reconcile')
    return { ...result, command: 'reconcile', reconcile: readReconcile(argv.slice(1), problems) };
  if (argv[0] === 'account') return { ...result, ...readAccount(argv.slice(1), problems) };
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

/** Reads what follows `reconcile`: `--from 2026-11-01` or `--from=2026-11-01T12:00:00Z`, and the like. */
function readReconcile(argv: readonly string[], problems: string[]): ReconcileArguments {
  const result: ReconcileArguments = { from: null, to: null, mode: null, json: false };
  // `--from X` is as `--from=X`.
  const words = argv.join('\0').replaceAll(/(--(?:from|to|mode))\0(?!--)/g, '$1=');
  for (const word of words === '' ? [] : words.split('\0')) {
    const [, name, value = ''] = /^--(from|to|mode|json)(?:=(.*))?$/.exec(word) ?? [];
    if (name === 'json' && value === '') result.json = true;
    else if (name === 'mode' && (value === 'test' || value === 'live')) result.mode = value;
    else if ((name === 'from' || name === 'to') && secondsOf(value) !== null) result[name] = secondsOf(value);
    else {
      problems.push(
        `reconcile: it does not understand ${word}. It wants --from and --to with a date or time, --mode=test or --mode=live, and --json. Example: reconcile --from 2026-11-01 --to 2026-11-02T06:00:00Z`,
      );
    }
  }
  if (result.from !== null && result.to !== null && result.from >= result.to)
    problems.push('reconcile: --from must be earlier than --to.');
  return result;
}

/** Unix seconds of a date (midnight UTC), an ISO 8601 time with its zone, or Unix seconds; null for anything else. */
function secondsOf(text: string): number | null {
  if (/^\d{9,10}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

function readAccount(argv: readonly string[], problems: string[]): Pick<Arguments, 'command' | 'account'> {
  const command = 'account';
  const [action, email, to] = argv;
  if (action === 'list' && argv.length === 1) return { command, account: { action } };
  if ((action === 'reset' || action === 'unlock') && argv.length === 2) {
    return { command, account: { action, email: email! } };
  }
  if (action === 'email' && argv.length === 3)
    return { command, account: { action, email: email!, to: to! } };
  problems.push(
    'account: it wants list; reset <email> for a link that sets a new password; unlock <email> to take away a second factor that is lost; or email <old> <new>.',
  );
  return { command, account: null };
}

/** Reads what follows `export`. */
function readExport(argv: readonly string[], problems: string[]): ExportArguments {
  const [merchantId = '', ...options] = argv;
  const result: ExportArguments = { merchantId, mode: 'live', out: null, move: 'stays', movedTo: null };
  const isUnderstood = options.every((option) => {
    const [, name, value] = /^--(mode|out|moved-to)=(.+)$/.exec(option) ?? [];
    if (name === 'out') result.out = value!;
    else if (name === 'mode' && (value === 'test' || value === 'live')) result.mode = value;
    else if (name === 'moved-to' && isAddress(value!)) result.movedTo = value!;
    else if (option === '--departs' || option === '--returns')
      result.move = option.slice(2) as 'departs' | 'returns';
    else return false;
    return true;
  });
  const isWhole =
    (result.movedTo === null || result.move === 'departs') &&
    (result.out === null || result.move !== 'returns');
  if (!isUnderstood || !isWhole || !isId('merchant', merchantId)) {
    problems.push(
      'export: it wants the id of a merchant, then --mode=live or --mode=test, --out=FILE, and --departs with --moved-to=URL if it moves to another deployment, or --returns alone. Example: export mer_… --mode=live --out=coffee-club.jsonl',
    );
  }
  return result;
}

function isAddress(text: string): boolean {
  return text.length <= 500 && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Reads what follows `import`. */
function readImport(argv: readonly string[], problems: string[]): ImportArguments {
  const [file = '', ...options] = argv;
  const isUnderstood = options.every((option) => option === '--former-is-gone' || option === '--ask-payers');
  if (!isUnderstood || file === '' || file.startsWith('--')) {
    problems.push(
      'import: it wants the file that export wrote, then --former-is-gone and --ask-payers where they apply. Example: import coffee-club.jsonl',
    );
  }
  return {
    file,
    formerIsGone: options.includes('--former-is-gone'),
    askPayers: options.includes('--ask-payers'),
  };
}
