import { once } from 'node:events';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hostOf } from '../../rules/webhooks/check-url.ts';

/**
 * A connection to the origin of `url` through exactly `address`, the one that was checked: no second lookup,
 * no proxy from the environment, and the certificate must match the host. Rejects when `signal` aborts. The
 * caller destroys the socket.
 */
export async function connectPinned(
  url: URL,
  { address, family }: { address: string; family: 4 | 6 },
  signal: AbortSignal,
): Promise<Socket> {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const socket = neverThrowing(connect({ host: address, family, port, signal }));
  try {
    await once(socket, 'connect', { signal });
    if (!isSameAddress(socket.remoteAddress, address)) {
      throw new Error('Bug: connected to another address than the one that was checked');
    }
    if (!secure) return socket;
    const host = hostOf(url);
    const tls = neverThrowing(
      connectTls({
        socket,
        host, // what the certificate must be for
        ...(isIP(host) ? {} : { servername: host }), // SNI carries names only (RFC 6066 section 3)
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
      }),
    );
    await once(tls, 'secureConnect', { signal });
    return tls;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * A socket's late errors (a reset after the response was read) must not end the process: whoever waits for it
 * sees them anyway.
 */
function neverThrowing<S extends Socket>(socket: S): S {
  return socket.on('error', () => {});
}

/** An IPv6 address has several spellings, so the two are compared as addresses. */
function isSameAddress(actual: string | undefined, expected: string): boolean {
  const only = new BlockList();
  only.addAddress(expected, isIP(expected) === 4 ? 'ipv4' : 'ipv6');
  return actual !== undefined && only.check(actual, isIP(actual) === 4 ? 'ipv4' : 'ipv6');
}
