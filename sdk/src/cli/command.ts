import type { Terminal } from './terminal.ts';

/** 0: done. 1: failed. 2: usage error, nothing was sent. 130: interrupted, by shell convention. */
export type ExitCode = 0 | 1 | 2 | 130;

/** An option as it is parsed and as `--help` shows it. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** The placeholder for its value, such as `<url>`; for strings only. */
  value?: string;
  help: string;
}

/** The command's parsed arguments. Options that were not given are absent. */
export interface CommandInput {
  /** Words after the command's name. */
  args: readonly string[];
  values: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  /** Fires on Ctrl-C. */
  signal: AbortSignal;
}

/** A command of the command line. */
export interface Command {
  /** One word or two, such as `events resend`. */
  name: string;
  /** What follows the name in the usage line. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Paragraphs for `--help`. */
  details: string;
  /** Options beside those of every command. */
  options: Readonly<Record<string, OptionSpec>>;
  /** How many arguments it takes. */
  arity: { min: number; max: number };
  run(input: CommandInput): Promise<ExitCode>;
}

/** Wrong use: nothing was sent. The message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An expected failure whose message is complete. `code` names it under `--json`. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
