import { displayName } from '../../rules/display-name.ts';
import { shownAccents } from '../../rules/merchants/accent.ts';
import { type Brand, NO_BRAND } from '../../rules/merchants/branding.ts';
import { NOTICE_CATALOGUES, wordsOf } from '../../rules/notices/catalogues.ts';
import type { Notice, NoticeLanguage } from '../../rules/notices/notice.ts';
import type { NoticeCatalogue, Surroundings, Words } from '../../rules/notices/words.ts';

/** What a mail is made of. */
export interface Letter {
  notice: Notice;
  language: NoticeLanguage;
  /** The deployment, as people call it. */
  deployment: string;
  /** In whose name it is sent; null: the deployment's own. */
  merchant: { name: string; livemode: boolean; brand: Brand } | null;
  unsubscribeUrl: string | null;
}

/** A mail as it is read: every text is one line or a whole part. */
export interface Composed {
  fromName: string;
  /** Null: replies go to the sender's address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

/** The pages' own. */
const ACCENT = '#3a3fd0';
const INK = '#1a1d24';
const QUIET = '#5b6270';
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/** Mail programs cut longer ones. */
const LONGEST_LINE = 150;

/** A notice as text and HTML. Nothing that a merchant or payer has typed can add a header, markup or a link to it. */
export function composeMail(letter: Letter): Composed {
  const { notice, language, merchant, unsubscribeUrl } = letter;
  const { frame } = NOTICE_CATALOGUES[language];
  const around: Surroundings = {
    deployment: oneLine(letter.deployment),
    merchant: merchant === null ? null : displayName(merchant.name),
    isTest: merchant === null ? 'livemode' in notice && !notice.livemode : !merchant.livemode,
  };
  const words = tidied(wordsOf(notice, language, around));
  const support = merchant === null ? null : (merchant.brand.supportEmail ?? merchant.brand.supportUrl);
  const parts = {
    words,
    heading: around.merchant ?? around.deployment,
    test: around.isTest ? frame.test : null,
    footer: [oneLine(frame.sentBy(around)), ...(support === null ? [] : [oneLine(frame.questions(support))])],
    unsubscribeUrl,
    frame,
  };
  return {
    fromName: oneLine(
      around.merchant === null ? around.deployment : frame.via(around.merchant, around.deployment),
    ),
    replyTo: merchant?.brand.supportEmail ?? null,
    subject: oneLine(around.isTest ? `[${frame.test}] ${words.subject}` : words.subject),
    text: textOf(parts),
    html: htmlOf(parts, { language, brand: merchant?.brand ?? null }),
  };
}

interface Parts {
  words: Words;
  heading: string;
  test: string | null;
  footer: readonly string[];
  unsubscribeUrl: string | null;
  frame: NoticeCatalogue['frame'];
}

function textOf({ words, heading, test, footer, unsubscribeUrl, frame }: Parts): string {
  const { paragraphs, facts = [], list = [], button, after = [] } = words;
  const blocks = [
    [heading, ...(test === null ? [] : [test])].join('\n'),
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    list.map((line) => `- ${line}`).join('\n'),
    button === undefined ? '' : `${button.label}:\n${button.url}`,
    ...after,
    ['-- ', ...footer, ...(unsubscribeUrl === null ? [] : [`${frame.unsubscribe}:\n${unsubscribeUrl}`])].join(
      '\n',
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Tables, inline styles and nothing to load but the merchant's logo: what mail programs agree on. */
function htmlOf(
  { words, heading, test, footer, unsubscribeUrl, frame }: Parts,
  { language, brand }: { language: NoticeLanguage; brand: Brand | null },
): string {
  const { subject, paragraphs, facts = [], list = [], button, after = [] } = words;
  const { accentColor, logoUrl } = brand ?? NO_BRAND;
  const accent = accentColor === null ? ACCENT : shownAccents(accentColor).light.color;
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const small = (content: string) =>
    `<p style="margin:0 0 8px;font-size:13px;line-height:18px;color:${QUIET}">${content}</p>`;
  const logo =
    logoUrl === null
      ? ''
      : `<img src="${escaped(webAddress(logoUrl))}" alt="" height="40" style="display:block;height:40px;margin:0 0 12px">`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:${QUIET}">${escaped(label)}</td><td style="padding:4px 0">${escaped(value)}</td></tr>`,
  );
  const lines = [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light">',
    `<title>${escaped(subject)}</title>`,
    '</head>',
    `<body style="margin:0;padding:0;background:#eef0f4">`,
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">',
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#ffffff;border-top:4px solid ${accent}"><tr><td style="padding:24px;font-family:${FONT};font-size:16px;line-height:24px;color:${INK}">`,
    logo,
    `<p style="margin:0 0 16px;color:${QUIET}">${escaped(heading)}</p>`,
    test === null
      ? ''
      : `<p style="margin:0 0 16px;padding:8px 12px;background:#fdf3d8;color:#6b4e00">${escaped(test)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escaped(subject)}</h1>`,
    ...paragraphs.map(paragraph),
    rows.length === 0
      ? ''
      : `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px">${rows.join('')}</table>`,
    list.length === 0
      ? ''
      : `<ul style="margin:0 0 16px;padding:0 0 0 20px">${list.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
    ...(button === undefined ? [] : buttonOf(button, { accent, small, orOpen: frame.orOpen })),
    ...after.map((text) => small(escaped(text))),
    '</td></tr></table>',
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px"><tr><td style="padding:16px 24px;font-family:${FONT}">`,
    ...footer.map((text) => small(escaped(text))),
    unsubscribeUrl === null
      ? ''
      : small(
          `<a href="${escaped(webAddress(unsubscribeUrl))}" style="color:${QUIET}">${escaped(frame.unsubscribe)}</a>`,
        ),
    '</td></tr></table>',
    '</td></tr></table>',
    '</body>',
    '</html>',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function buttonOf(
  { label, url }: NonNullable<Words['button']>,
  { accent, small, orOpen }: { accent: string; small: (content: string) => string; orOpen: string },
): string[] {
  const address = escaped(webAddress(url));
  return [
    `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 20px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escaped(label)}</a></p>`,
    small(`${escaped(orOpen)}<br><span style="word-break:break-all">${address}</span>`),
  ];
}

/** Every text of a notice as one line each: what is invisible or turns the direction of text is gone. */
function tidied(words: Words): Words {
  const { subject, paragraphs, facts = [], list = [], button, after = [] } = words;
  return {
    subject: oneLine(subject),
    paragraphs: paragraphs.map(plain),
    facts: facts.map(([label, value]) => [plain(label), plain(value)] as const),
    list: list.map(plain),
    ...(button === undefined ? {} : { button: { label: plain(button.label), url: webAddress(button.url) } }),
    after: after.map(plain),
  };
}

function plain(text: string): string {
  return text
    .replace(/[\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(/(?!(?<=\p{L}\p{M}?)[\u200C\u200D](?=\p{L}))\p{C}/gu, '')
    .trim();
}

/** A text for a header: without line breaks, and not longer than is shown. */
function oneLine(text: string): string {
  const characters = [...plain(text)];
  return characters.length > LONGEST_LINE
    ? `${characters.slice(0, LONGEST_LINE - 1).join('')}…`
    : characters.join('');
}

/** The address as it may stand in a mail. Throws for anything that is no page: links of notices are made here, never typed by anybody. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Bug: a mail may only link to a page.');
  return href;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
