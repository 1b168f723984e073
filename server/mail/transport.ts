import { createTransport } from 'nodemailer';
import type { MailSettings, SmtpServer } from '../lib/smtp.ts';
import type { Composed } from './compose.ts';

/** A mail on its way to one recipient. */
export interface Outgoing extends Composed {
  /** Of the row: the Message-ID is made of it, so that a mail sent twice is recognized as the same. */
  id: string;
  to: string;
  unsubscribeUrl: string | null;
  /** Unix seconds. */
  createdAt: number;
}

/** What became of handing it over. `answer` is what the server said, without addresses. */
export type Handover =
  | { kind: 'accepted'; answer: string }
  /** Never: this address or this mail is refused for good. */
  | { kind: 'refused'; answer: string }
  /** Not now, or nobody knows: the server was not reached, asked for patience, or left before it answered. */
  | { kind: 'later'; answer: string };

/** Together less than the lease of a mail. */
export const HANDOVER_MS = 60_000;
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Hands mails to an SMTP server, one connection each: there are few, and a lost connection concerns one mail. */
export function createMailer({ smtp, from }: Pick<MailSettings, 'smtp' | 'from'>) {
  const transport = createTransport(optionsOf(smtp));
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    /** Hands one mail over. Never throws. */
    send: async (mail: Outgoing): Promise<Handover> => {
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(new Error('no answer in time')), HANDOVER_MS);
      try {
        const { response } = await transport.sendMail({
          signal: over.signal,
          envelope: { from: from.address, to: [mail.to] },
          from: { name: mail.fromName, address: from.address },
          to: { name: '', address: mail.to },
          ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domain}>`,
          date: new Date(mail.createdAt * 1000),
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { kind: 'accepted', answer: shownAnswer(response) };
      } catch (error) {
        return judge(error as SmtpError);
      } finally {
        clearTimeout(timer);
      }
    },
    /** Connects, secures the connection and signs in, and says nothing else. Throws what the server or the network answers. */
    verify: async (): Promise<void> => {
      await transport.verify();
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;

function optionsOf({ host, port, tls, login }: SmtpServer) {
  return {
    host,
    port,
    secure: tls === 'implicit',
    // Whoever sits between must not be able to strip the encryption.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  };
}

/** RFC 8058: one click ends it, without a page between, where the address is https. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {};
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https://') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * 5xx is for good where it is about this recipient or this content (RFC 5321, 4.2.1), but for 503, which is about the connection. Where it is about us (our password,
 * our address, our right to send), an operator can put it right: the mail waits.
 */
function judge(error: SmtpError): Handover {
  const { responseCode = 0, command, response, message, code } = error;
  const answer = shownAnswer(response || `${code ?? 'error'}: ${message}`);
  const isAboutIt = command === 'RCPT TO' || command === 'DATA';
  const isForGood = responseCode >= 500 && responseCode !== 503 && isAboutIt;
  return { kind: isForGood ? 'refused' : 'later', answer };
}

/** What a server or a network said, on one line and without addresses: servers repeat them. */
export function shownAnswer(text: string): string {
  return text
    .slice(0, 2_000)
    .split(/([\s<>"'(),;:]+)/)
    .map((part) => (part.includes('@') ? '[address]' : part))
    .join('')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
