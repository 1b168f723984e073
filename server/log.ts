import pino from 'pino';

/** The service's log: one JSON object a line. */
export type Logger = pino.Logger;

/** How much is logged, from most to least; `silent` is for tests. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const CREDENTIAL_FIELDS =
  'authorization|cookie|set-cookie|client_?secret|password(?:_?hash)?|secret|private_?key|owner_?key';

/**
 * What must never appear in a log, and its replacement. Applied to the finished line, not to chosen fields,
 * so that a secret inside an error message, a stack or a nested object is found too.
 */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  // Fields that hold a credential, whatever it looks like: of the line itself, then of JSON inside a string,
  // where `"` is `\"`.
  [new RegExp(String.raw`("(?:${CREDENTIAL_FIELDS})":\[?")(?:[^"\\]|\\.)+`, 'gi'), '$1[redacted]'],
  [
    new RegExp(
      String.raw`(\\"(?:${CREDENTIAL_FIELDS})\\":\s*\[?\\")(?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))+`,
      'gi',
    ),
    '$1[redacted]',
  ],
  [/\b(Bearer|Basic) +[^\s"\\]+/gi, '$1 [redacted]'],
  // Keys, webhook secrets and sessions keep their prefix, to show what was there.
  [/\b((?:sk|rk)_(?:test|live)_|whsec_|ws_|sess_|cs_)[0-9A-Za-z]{8,}/g, '$1[redacted]'],
  [/(\$argon2id\$)[^\s"\\]+/g, '$1[redacted]'],
  [/\b(client_?secret=)[^\s"\\&]+/gi, '$1[redacted]'],
  // The query of a URL or path: ours contain client secrets, and RPC providers' contain API keys. Looks back
  // from the `?`: starting at each slash, a line of slashes would take seconds.
  [/\?(?<=\/[^\s"\\?]*\?)[^\s"\\]+/g, '?[redacted]'],
  // The user and password of a URL.
  [/(:\/\/)[^\s"\\/@]+@/g, '$1[redacted]@'],
];

/** Lines are written together once there are so many bytes, or so much later: writing costs a request more than the line. */
const ENOUGH_BYTES = 4096;
const LONGEST_WAIT_MS = 100;
/** 16 MiB: whoever reads standard output hangs, and the service does not wait for it. Later lines are lost. */
const MAX_UNWRITTEN = 16 * 2 ** 20;

const STDOUT = {
  fd: 1,
  sync: false,
  minLength: ENOUGH_BYTES,
  periodicFlush: LONGEST_WAIT_MS,
  maxLength: MAX_UNWRITTEN,
};

/**
 * A logger from `level` up, on standard output unless `destination` is given. Secrets and query strings never
 * reach it. Lines are written in the background, several at once if they come fast, and the rest when the
 * process exits.
 */
export function createLogger(level: LogLevel, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: redact },
  };
  return pino(options, destination ?? pino.destination(STDOUT));
}

/** `line` without secrets. Also for other output that people see. */
export function redact(line: string): string {
  return REDACTIONS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
