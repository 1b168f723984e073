import pino from 'pino';

/** The service's log: one JSON object a line. */
export type Logger = pino.Logger;

/** How much is logged, from most to least; `silent` is for tests. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const CREDENTIAL_FIELDS =
  'authorization|cookie|set-cookie|client_?secret|password(?:_?hash)?|secret|private_?key|owner_?key';

/**
 * What must never be in a log, and what stands there instead. They are looked for in the finished line and not in chosen fields, so
 * that a secret inside an error message, a stack or a nested object is found too.
 */
const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  // Fields that hold a credential, whatever it looks like: of the line itself, then of JSON in a string of it, where `"` is `\"`.
  [new RegExp(String.raw`("(?:${CREDENTIAL_FIELDS})":\[?")(?:[^"\\]|\\.)+`, 'gi'), '$1[redacted]'],
  [
    new RegExp(
      String.raw`(\\"(?:${CREDENTIAL_FIELDS})\\":\s*\[?\\")(?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))+`,
      'gi',
    ),
    '$1[redacted]',
  ],
  [/\b(Bearer|Basic) +[^\s"\\]+/gi, '$1 [redacted]'],
  // Keys, webhook secrets and sessions, which keep their prefix so that a reader knows what was there.
  [/\b((?:sk|rk)_(?:test|live)_|whsec_|ws_|sess_|cs_)[0-9A-Za-z]{8,}/g, '$1[redacted]'],
  [/(\$argon2id\$)[^\s"\\]+/g, '$1[redacted]'],
  [/\b(client_?secret=)[^\s"\\&]+/gi, '$1[redacted]'],
  // The query of a URL or path: ours carry client secrets, and RPC providers' carry their API key.
  // It looks back from the `?`: from each slash on, a line of slashes would take seconds.
  [/\?(?<=\/[^\s"\\?]*\?)[^\s"\\]+/g, '?[redacted]'],
  // The user and password of a URL.
  [/(:\/\/)[^\s"\\/@]+@/g, '$1[redacted]@'],
];

/** A log from `level` up, on standard output unless `destination` is given. Secrets and query strings never reach it. */
export function createLogger(level: LogLevel, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** `line` without secrets. For whatever else is shown to a person, too. */
export function redact(line: string): string {
  return REDACTIONS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
