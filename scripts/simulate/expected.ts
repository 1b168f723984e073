import { ChainUnavailableError } from '../../server/chain/rpc.ts';
import { ApiError } from '../../rules/api-error.ts';

/** What the driver and Postgres say of connections that broke, or of a server that is down. */
const DATABASE_AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
]);

/** Whether a fault of the world explains it: a refusal, no node, or no database. Anything else is a bug. */
export function isExpected(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof ChainUnavailableError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return DATABASE_AWAY.has(code);
}
