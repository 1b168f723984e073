/** Where mails are handed over, and who they are from. */
export interface MailSettings {
  smtp: SmtpServer;
  from: MailAddress;
  /** Whom operators' alarms go to; empty: nobody. */
  operators: readonly string[];
}

/** An SMTP server as AUTOPAY_SMTP_URL names it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: from the first byte; `starttls`: required before anything else is said; `none`: in the clear. */
  tls: 'implicit' | 'starttls' | 'none';
  /** Null: the server takes mail from this machine without. */
  login: { user: string; password: string } | null;
}

/** A sender: the name that people read beside the address, or null. */
export interface MailAddress {
  name: string | null;
  address: string;
}

const PORTS = { implicit: 465, starttls: 587, none: 25 } as const;

/**
 * The server that a URL names: `smtps://` speaks TLS from the start, `smtp://` must offer STARTTLS, and `smtp://...?tls=none` speaks in the clear,
 * with a password only to this machine. Null for anything else.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || pathname.length > 1 || hash !== '') return null;
  if (search !== '' && !(search === '?tls=none' && protocol === 'smtp:')) return null;
  const tls = protocol === 'smtps:' ? 'implicit' : search === '' ? 'starttls' : 'none';
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  const login = loginOf(username, password);
  if (login === undefined || (login !== null && tls === 'none' && !isThisMachine(host))) return null;
  return { host, port: port === '' ? PORTS[tls] : Number(port), tls, login };
}

function loginOf(username: string, password: string): SmtpServer['login'] | undefined {
  if (username === '' && password === '') return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `billing@example.com`, or with a name before it: `Example Payments <billing@example.com>`. Null for anything else. */
export function parseMailAddress(text: string): MailAddress | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('<');
  if (at < 0 || !trimmed.endsWith('>'))
    return isMailAddress(trimmed) ? { name: null, address: trimmed } : null;
  const name = trimmed.slice(0, at).trim().replace(/^"/, '').replace(/"$/, '').trim();
  const address = trimmed.slice(at + 1, -1);
  if (!isMailAddress(address) || /[<>"\p{C}]/u.test(name)) return null;
  return { name: name === '' ? null : name, address };
}

/** Whether `text` can stand in an SMTP command and in a header as one address and nothing else. */
export function isMailAddress(text: string): boolean {
  // Every character but blanks, controls, and those that end an address or begin another one (RFC 5322, 3.2.3 and 3.4).
  return text.length <= 254 && /^[^\s\p{C}<>()[\],;:"\\@]{1,64}@[^\s\p{C}<>()[\],;:"\\@]{1,253}$/u.test(text);
}
