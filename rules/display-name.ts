/** More than a name needs: a longer one is a message. */
const MAX_SHOWN = 64;

/** The dots of domains in every script that browsers take for one. */
const DOT = '[.\\u3002\\uFF0E\\uFF61\\u2024]';

const RULES: readonly (readonly [RegExp, string])[] = [
  // Controls, and what is invisible or turns the direction of text, but for joiners inside words (Persian, Hindi).
  [/[\p{Zl}\p{Zp}\t\n\r]/gu, ' '],
  [/(?!(?<=\p{L}\p{M}?)[\u200C\u200D](?=\p{L}))\p{C}/gu, ''],
  // Pictures, flags and keycaps: no warning signs. Signs of ownership are names' own.
  [/(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3\uFE0E\uFE0F]/gu, ''],
  // Letters with stacks of marks cover other lines.
  [/(\p{M}{4})\p{M}+/gu, '$1'],
  // Addresses of pages and people.
  [/\bhttps?:|\bwww\.|\/{2,}|@/giu, ' '],
  [new RegExp(`(?<=[\\p{L}\\p{N}-])${DOT}(?=\\p{L}{2})`, 'gu'), ' '],
];

/** A name without links, emoji, or characters that cannot be seen or turn the text around. May be empty. */
export function cleanName(name: string): string {
  return tidy(RULES.reduce((text, [what, instead]) => text.replace(what, instead), name.normalize('NFC')));
}

/** Whether a name can be shown as it is, but for blanks. */
export function isCleanName(name: string): boolean {
  const tidied = tidy(name.normalize('NFC'));
  return tidied !== '' && cleanName(name) === tidied;
}

/** What somebody calls themselves, as others are shown it: it says who they are, and nothing else. */
export function displayName(name: string): string {
  const shown = [...cleanName(name)];
  if (shown.length === 0) return 'Unnamed';
  return shown.length > MAX_SHOWN
    ? `${shown
        .slice(0, MAX_SHOWN - 1)
        .join('')
        .trim()}…`
    : shown.join('');
}

/** A longer text of the same origin: its paragraphs stay, and nothing in it looks like a link. May be empty. */
export function displayText(text: string): string {
  return text
    .split(/\r?\n/)
    .map(cleanName)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
