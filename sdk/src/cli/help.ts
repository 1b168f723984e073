import type { Command, OptionSpec } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', help: 'One JSON object a line instead of words.' },
  help: { type: 'boolean', help: 'Show this; -h does too.' },
};

const SETTINGS = `Settings, from the environment:
  AUTOPAY_SECRET_KEY      Your merchant's secret key, sk_test_...; a read-only rk_ key is enough for listen.
  AUTOPAY_URL             Where the service is. Default http://127.0.0.1:3000, where "npm start" serves.
  AUTOPAY_WEBHOOK_SECRET  The whsec_ to sign local deliveries with. Default: one of its own, shown by listen.

The key is no option on purpose: what a command line holds stays in the shell's history, and every process can read it.`;

const ENDINGS = 'Ends with 0 when done, 1 when it failed, 2 when it was called wrongly.';

/** The overview of all commands. */
export function generalHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name, usage }) => name.length + usage.length + 1));
  const lines = COMMANDS.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(width)}  ${summary}`,
  );
  return `Usage: npx @autopay/sdk <command>

Commands:
${lines.join('\n')}
  ${'help <command>'.padEnd(width)}  Show what a command takes

${SETTINGS}

${ENDINGS}`;
}

/** The help of `command`. */
export function commandHelp({ name, usage, details, options }: Command): string {
  const specs = Object.entries({ ...options, ...COMMON_OPTIONS });
  const named = specs.map(([option, { value, help }]) => ({
    flag: value === undefined ? `--${option}` : `--${option} ${value}`,
    help,
  }));
  const width = Math.max(...named.map(({ flag }) => flag.length));
  // What asks no service needs no setting either.
  const settings = 'url' in options ? `${SETTINGS}\n\n` : '';
  return `Usage: npx @autopay/sdk ${[name, usage, '[options]'].filter(Boolean).join(' ')}

${details}

Options:
${named.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`).join('\n')}

${settings}${ENDINGS}`;
}
