import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NoticeLanguage } from '../../rules/notices/notice.ts';
import { composeMail } from '../../server/mail/compose.ts';
import { type Sample, SAMPLES } from './samples.ts';

const FOLDER = join(import.meta.dirname, 'golden');
const LANGUAGES: readonly NoticeLanguage[] = ['en', 'es'];

const BRAND = { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null };
const SENDERS = {
  plain: { name: 'Coffee Club', livemode: true, brand: BRAND },
  test: { name: 'Coffee Club', livemode: false, brand: BRAND },
  branded: {
    name: 'Café Ñandú & Sons',
    livemode: true,
    brand: {
      logoUrl: 'https://coffee.example/logo.png',
      accentColor: '#c2410c',
      supportEmail: 'help@coffee.example',
      supportUrl: 'https://coffee.example/help',
    },
  },
} as const;

/** Every mail that there is, by its file: text and HTML, with subject and sender above the text. */
export function goldenMails(): Map<string, string> {
  const files = SAMPLES.flatMap((sample) => LANGUAGES.flatMap((language) => filesOf(sample, language)));
  return new Map(files);
}

function filesOf({ name, notice, sender, canLeave }: Sample, language: NoticeLanguage): [string, string][] {
  const { fromName, replyTo, subject, text, html } = composeMail({
    notice,
    language,
    deployment: 'Example Payments',
    merchant: sender === undefined ? null : SENDERS[sender],
    unsubscribeUrl: canLeave === true ? 'https://pay.example.com/unsubscribe/merchant.mer_1~x.tag' : null,
  });
  const file = `${notice.kind}.${name}.${language}`;
  const head = [
    `From: ${fromName}`,
    ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
    `Subject: ${subject}`,
  ];
  return [
    [`${file}.txt`, `${head.join('\n')}\n\n${text}`],
    [`${file}.html`, html],
  ];
}

/** The files as they are kept, by their names. */
export async function keptMails(): Promise<Map<string, string>> {
  const names = await readdir(FOLDER).catch(() => []);
  const read = names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const);
  return new Map(await Promise.all(read));
}

/** Writes them all again: `npm run mails`. Read the difference before you commit it. */
export async function rewriteMails(): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const mails = goldenMails();
  await Promise.all([...mails].map(([name, content]) => writeFile(join(FOLDER, name), content)));
  return mails.size;
}

if (process.argv[1] === import.meta.filename) console.log(`${await rewriteMails()} files of mails written.`);
