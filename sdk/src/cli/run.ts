import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type Command, type CommandInput, type ExitCode, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { addressOf } from './connect.ts';
import { reportFailure } from './failure.ts';
import { COMMON_OPTIONS, commandHelp, generalHelp } from './help.ts';
import { didYouMean } from './nearest.ts';
import { printable, type Streams, Terminal } from './terminal.ts';

/** What the process passes to a command. */
export interface Surroundings extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  /** Fires on Ctrl-C. */
  signal: AbortSignal;
}

/** Options that look like a way to pass a key on the command line; none is supported. */
const KEY_OPTIONS = /^--?(?:api-?key|secret-?key|key|token)(?:=|$)/;

/** Runs the command in `argv`, which excludes the program's name. Never throws, except for bugs. */
export async function run(
  argv: readonly string[],
  { env, signal, ...streams }: Surroundings,
): Promise<ExitCode> {
  const terminal = new Terminal(streams, argv.includes('--json'));
  let values: CommandInput['values'] = {};
  try {
    const words = wordsOf(argv);
    const [first] = words;
    if (first === undefined && asks(argv, '--version', '-v')) {
      terminal.tell(packageJson.version, { version: packageJson.version });
      return 0;
    }
    if (first === 'help' || (first === undefined && asks(argv, '--help', '-h'))) {
      const help = first === 'help' && words.length > 1 ? helpOf(words.slice(1)) : generalHelp();
      terminal.tell(help, { help });
      return 0;
    }
    if (first === undefined) throw new UsageError(`Which command?\n\n${generalHelp()}`);
    const command = findCommand(words);
    if (asks(argv, '--help', '-h')) {
      terminal.tell(commandHelp(command), { help: commandHelp(command) });
      return 0;
    }
    const parsed = parse(command, argv);
    values = parsed.values;
    return await command.run({ ...parsed, env, terminal, signal });
  } catch (error) {
    if (signal.aborted) {
      terminal.complain('autopay: Interrupted. What was sent may still take effect.', {
        error: { code: 'interrupted', message: 'What was sent may still take effect.' },
      });
      return 130;
    }
    const { words, record, exitCode } = reportFailure(error, addressOf({ values, env }).url);
    terminal.complain(words, record);
    return exitCode;
  }
}

function asks(argv: readonly string[], long: string, short: string): boolean {
  return argv.includes(long) || argv.includes(short);
}

/** The words of `argv` that are neither options nor option values, for any command. */
function wordsOf(argv: readonly string[]): string[] {
  const options = Object.assign({}, COMMON_OPTIONS, ...COMMANDS.map((command) => command.options));
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: false }).positionals;
}

function findCommand(words: readonly string[]): Command {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command !== undefined) return command;
  const names = COMMANDS.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${words[0]} `));
  const given = printable(words.slice(0, group.length > 0 ? 2 : 1).join(' '));
  throw new UsageError(
    `There is no command "${given}".${didYouMean(given, names)} There are: ${(group.length > 0 ? group : names).join(', ')}. "help" tells more.`,
  );
}

function helpOf(words: readonly string[]): string {
  const group = COMMANDS.filter(
    ({ name }) => name === words.join(' ') || name.startsWith(`${words.join(' ')} `),
  );
  return (group.length > 0 ? group : [findCommand(words)]).map(commandHelp).join('\n\n');
}

function parse(command: Command, argv: readonly string[]): Pick<CommandInput, 'args' | 'values'> {
  const options = { ...command.options, ...COMMON_OPTIONS };
  if (argv.some((word) => KEY_OPTIONS.test(word))) {
    throw new UsageError(
      "A key is no option: it would stay in the shell's history. Set AUTOPAY_SECRET_KEY, or name a file with --api-key-file <path>.",
    );
  }
  const { values, positionals } = parseStrictly(command, argv, options);
  const args = positionals.slice(command.name.split(' ').length);
  const { min, max } = command.arity;
  if (args.length < min || args.length > max) {
    const wants = `${command.name} ${command.usage}`.trim();
    const extra = args.length > max ? ` "${printable(args[max]!)}" is too much.` : '';
    throw new UsageError(`Usage: npx @autopay/sdk ${wants}.${extra}`);
  }
  const entries = Object.entries(values).map(([name, value]) => [name, value === true ? '' : String(value)]);
  return { args, values: Object.fromEntries(entries) };
}

function parseStrictly(command: Command, argv: readonly string[], options: Command['options']) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    const unknown = /^Unknown option '(?:--)?([^']*)'/.exec(message)?.[1];
    const said = message.split(/\. (?:To specify|Did you)/)[0]!.replace(/\.$/, '');
    const hint = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options)).replace('"', '"--');
    throw new UsageError(`${printable(said)}.${hint} "help ${command.name}" shows what it takes.`);
  }
}
