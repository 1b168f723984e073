import type { Terminal } from './terminal.ts';

/** 0: done. 1: it failed. 2: it was not understood and nothing was sent. 130: interrupted, as shells count it. */
export type ExitCode = 0 | 1 | 2 | 130;

/** An option as it is parsed and as `--help` shows it. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** What stands after it, such as `<url>`; for strings only. */
  value?: string;
  help: string;
}

/** What the command was called with. Options that were not given are absent. */
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
  /** Beside those that every command takes. */
  options: Readonly<Record<string, OptionSpec>>;
  /** How many words it takes. */
  arity: { min: number; max: number };
  run(input: CommandInput): Promise<ExitCode>;
}

/** Wrong use: nothing was sent. The message says what was wanted. */
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
