import { AccountCommandError } from '../accounts/operate.ts';
import { ChainMismatchError, ChainUnavailableError } from '../chain/rpc.ts';
import { ConfigError } from '../config/config.ts';
import { MigrationError } from '../db/schema-window.ts';
import { StartError } from '../lib/start-error.ts';

/** Errors whose message already says what to fix. */
const EXPLAINED = [
  ConfigError,
  StartError,
  ChainMismatchError,
  ChainUnavailableError,
  MigrationError,
  AccountCommandError,
];

/**
 * System errors of listening and connecting when a setting does not fit the machine; the message names
 * address or host.
 */
const BY_CODE: Record<string, (message: string) => string> = {
  EADDRINUSE: (message) => `AUTOPAY_PORT: another program uses it (${message}). Example: AUTOPAY_PORT=3001`,
  EACCES: (message) => `AUTOPAY_PORT or AUTOPAY_DATA_DIR: this user may not use it (${message}).`,
  EADDRNOTAVAIL: (message) => `AUTOPAY_HOST: this machine has no such address (${message}).`,
  ECONNREFUSED: (message) => `DATABASE_URL: no PostgreSQL answers there (${message}).`,
  ENOTFOUND: (message) => `DATABASE_URL: there is no such host (${message}).`,
  CONNECT_TIMEOUT: (message) => `DATABASE_URL: no PostgreSQL answers there (${message}).`,
  // PostgreSQL, appendix A: invalid password, invalid authorization, invalid catalog name.
  '28P01': (message) => `DATABASE_URL: the server refuses these credentials (${message}).`,
  '28000': (message) => `DATABASE_URL: the server refuses these credentials (${message}).`,
  '3D000': (message) => `DATABASE_URL: create the database first (${message}).`,
};

/** What to tell the person who started the service: clear text for errors they can fix, else the stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  const known = 'code' in error ? BY_CODE[String(error.code)] : undefined;
  return known?.(error.message) ?? error.stack ?? error.message;
}
