// Of an error's code and, on a line of its own, its message.

/** The other side speaks no TLS, or none that is spoken here. */
const NO_TLS =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)$/m;

/**
 * The certificate is refused (Node's X509 codes; Deno says it in the message), or a proxy asks for a password or does not lead
 * there. A request is only written after both, so nothing was sent, and it stays like this until somebody changes something.
 */
const DISTRUSTED =
  /^(CERT_\w+|UNABLE_TO_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$|invalid peer certificate|^Proxy response \(4/m;

/**
 * Failures to reach the service, as Node and Bun name them: nothing was sent, and another attempt may succeed. By message: a
 * system call that connects, a socket that ended before its handshake, a port that fetch does not use, a proxy that did not
 * get there. Deno says only in the message that it did not connect.
 */
const UNREACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|bad port)$|^connect E[A-Z]+ |before secure TLS connection was established|^Proxy response |client error \(Connect\)/m;

/** Why no byte of the request can have arrived: null if some may have. */
export function neverSent(thrown: unknown): 'unreached' | 'distrusted' | null {
  for (const { code, message } of causesOf(thrown)) {
    const text = `${code}\n${message}`;
    if (NO_TLS.test(text) || DISTRUSTED.test(text)) return 'distrusted';
    if (UNREACHED.test(text)) return 'unreached';
  }
  return null;
}

/** What went wrong with the connection, for people: the innermost cause says it best. */
export function connectionFault(thrown: unknown): string {
  const last = causesOf(thrown).findLast(({ message }) => message);
  const { code = '', message = '' } = last ?? {};
  // OpenSSL's own words are for its makers, and end in a line break.
  const said = NO_TLS.test(code) ? 'no TLS is spoken there, only http perhaps' : message.trim();
  const why = message && `: ${said}${said.includes(code) ? '' : ` (${code})`}`;
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
