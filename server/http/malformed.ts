import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../rules/api-error.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../log.ts';
import { countedAddress } from './client-address.ts';
import { type RateLimiter, rateHeaders } from './rate-limit.ts';
import { COMMON_HEADERS, DISCARD_MS } from './respond.ts';

/** What Node's parser rejects, with its HTTP status. The codes are the contract's nearest. */
const ANSWERS: Record<string, { status: number; error: ApiError }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: new ApiError('parameter_invalid', { message: 'The headers are larger than 16 KiB. Send less.' }),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: new ApiError('request_too_large') },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new ApiError('parameter_invalid', {
      message: 'The request did not arrive in time. Send it again.',
    }),
  },
};

const NOT_HTTP = {
  status: 400,
  error: new ApiError('parameter_invalid', { message: 'This is not a valid HTTP/1.1 request.' }),
};

const answered = new WeakSet<Socket>();

/**
 * Responds on a connection on which no request could be read, and closes it. Written to the socket, since
 * without a request there is no response object.
 */
export async function answerMalformed(
  cause: NodeJS.ErrnoException,
  socket: Socket,
  { log, rateLimiter }: { log: Logger; rateLimiter: RateLimiter },
): Promise<void> {
  // The parser reports the error again for each further packet.
  if (answered.has(socket)) return;
  answered.add(socket);
  const { status, error } = ANSWERS[cause.code ?? ''] ?? NOT_HTTP;
  const requestId = newId('request');
  log.info({ requestId, status, reason: cause.code }, 'malformed request');
  const usage = await rateLimiter.peek(countedAddress(socket.remoteAddress));
  const body = JSON.stringify(error.toBody());
  const headers = {
    ...COMMON_HEADERS,
    ...rateHeaders(usage),
    'svc-request-id': requestId,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), DISCARD_MS);
  socket.once('close', () => clearTimeout(timer));
}
