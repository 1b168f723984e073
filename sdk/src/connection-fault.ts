/** Failures to reach the service, as Node and Bun name them: nothing was sent, and another attempt may succeed. */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/**
 * The certificate is refused (Node's X509 codes), or the other side speaks no TLS. A request is only written after the
 * handshake, so nothing was sent, and it stays like this until somebody changes something.
 */
const DISTRUSTED =
  /^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID|ERR_TLS_CERT_ALTNAME_FORMAT|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_UNSUPPORTED_PROTOCOL|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/;

/**
 * The same by message: a system call that connects, a socket that ended before its handshake, a port that fetch does not
 * use. Deno says only in the message that it did not connect.
 */
const UNREACHED_MESSAGE =
  /^connect E[A-Z]+ |before secure TLS connection was established|^bad port$|client error \(Connect\)/;

/** Why no byte of the request can have arrived: null if some may have. */
export function neverSent(thrown: unknown): 'unreached' | 'distrusted' | null {
  for (const { code, message } of causesOf(thrown)) {
    if (DISTRUSTED.test(String(code)) || /invalid peer certificate/.test(String(message)))
      return 'distrusted';
    if (UNREACHED.test(String(code)) || UNREACHED_MESSAGE.test(String(message))) return 'unreached';
  }
  return null;
}

/** What went wrong with the connection, for people: the innermost cause says it best. */
export function connectionFault(thrown: unknown): string {
  const last = causesOf(thrown).findLast(({ message }) => message);
  const why = last
    ? `: ${last.message}${last.code && !last.message!.includes(last.code) ? ` (${last.code})` : ''}`
    : '';
  return neverSent(thrown)
    ? `No connection${why}. Nothing was sent.`
    : `The connection failed before a whole answer arrived${why}.`;
}

interface Cause {
  code?: string | undefined;
  message?: string | undefined;
}

function causesOf(thrown: unknown): Cause[] {
  if (typeof thrown !== 'object' || thrown === null) return thrown ? [{ message: String(thrown) }] : [];
  return [thrown as Cause, ...causesOf((thrown as { cause?: unknown }).cause)];
}
