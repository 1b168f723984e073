import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../../server/lib/smtp.ts';

/** A mail as the server got it. */
export interface Received {
  to: string[];
  /** The whole message, headers first. */
  raw: string;
  isEncrypted: boolean;
}

/** A real SMTP server in this process. What it does is changed between mails. */
export interface TestSmtp {
  settings: MailSettings;
  /** Every message whose content arrived, whatever was answered. */
  received: Received[];
  /** Answers to RCPT TO and to the content: null takes it; a number refuses with that code; `hang up` ends the connection without an answer. */
  answers: { recipient: number | null; content: number | 'hang up' | null };
  /** How many were connected at once at most. */
  connections: { now: number; most: number; total: number };
  stop(): Promise<void>;
}

export interface TestSmtpOptions {
  /** Offers STARTTLS with this certificate; without, it has no TLS. */
  certificate?: { key: string; cert: string };
  /** What is asked of it. */
  tls?: MailSettings['smtp']['tls'];
  login?: { user: string; password: string };
}

export async function startSmtp({
  certificate,
  tls = 'none',
  login,
}: TestSmtpOptions = {}): Promise<TestSmtp> {
  const received: Received[] = [];
  const answers: TestSmtp['answers'] = { recipient: null, content: null };
  const connections = { now: 0, most: 0, total: 0 };
  const refuse = (code: number, said: string) => Object.assign(new Error(said), { responseCode: code });
  const server = new SMTPServer({
    ...certificate,
    secure: tls === 'implicit',
    disabledCommands: certificate === undefined ? ['STARTTLS'] : [],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      if (isRight) done(null, { user: username });
      else done(refuse(535, 'wrong password'));
    },
    onConnect: (_session, done) => {
      connections.now += 1;
      connections.total += 1;
      connections.most = Math.max(connections.most, connections.now);
      done();
    },
    onClose: () => void (connections.now -= 1),
    onRcptTo: ({ address }, _session, done) => {
      const { recipient } = answers;
      done(recipient === null ? null : refuse(recipient, `no such mailbox: <${address}>`));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
        });
        const { content } = answers;
        if (content === 'hang up') {
          for (const connection of (
            server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }
          ).connections)
            connection._socket.destroy();
          return;
        }
        done(content === null ? null : refuse(content, 'not this'));
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: {
      smtp: { host: '127.0.0.1', port, tls, login: login ?? null },
      from: { name: 'Example Payments', address: 'billing@pay.example' },
      operators: ['ops@example.com'],
    },
    received,
    answers,
    connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A header of a message, unfolded; null if it has none. */
export function headerOf({ raw }: Received, name: string): string | null {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  if (lines.length > 1) throw new Error(`It has ${lines.length} headers ${name}.`);
  return lines[0]?.slice(name.length + 1).trim() ?? null;
}
