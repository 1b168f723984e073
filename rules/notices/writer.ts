import { displayName } from '../display-name.ts';
import type { NoticeLanguage } from './notice.ts';

/** What writes amounts and times in mails. Times are UTC, and say so: nobody knows where a mail is read. */
export interface NoticeWriter {
  /** `1,234.50 USDC`: at least two decimals where the token has them, and never fewer than the amount needs. Atomic units. */
  price(atomic: string, token: { decimals: number; symbol: string }): string;
  /** `21 Nov 2026`. */
  day(at: number): string;
  /** `21 Nov 2026, 14:05 UTC`. */
  moment(at: number): string;
  /** The largest unit that says it well enough: `3 minutes`, `2 hours`, `4 days`. */
  duration(seconds: number): string;
  /** `1,234`. */
  count(value: number): string;
  /** What a merchant or payer calls something, as others are shown it. */
  name(text: string): string;
  /** `7xKX…9fQz`: enough of an address to tell two apart. */
  address(address: string): string;
}

const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
} as const;

/** Spanish thousands as the pages write them, by U+202F: a point would be read as a decimal one where that is usual, such as in Mexico. */
const SIGNS = { en: { decimal: '.', thousands: ',' }, es: { decimal: ',', thousands: '\u202f' } } as const;

/** Seconds of a unit, with its name for one and for more. */
const UNITS = {
  en: [
    [86_400, 'day', 'days'],
    [3_600, 'hour', 'hours'],
    [60, 'minute', 'minutes'],
    [1, 'second', 'seconds'],
  ],
  es: [
    [86_400, 'día', 'días'],
    [3_600, 'hora', 'horas'],
    [60, 'minuto', 'minutos'],
    [1, 'segundo', 'segundos'],
  ],
} as const;

/** Below two of a unit the next smaller one says more: `90 minutes`, not `1 hour`. */
const LEAST = 2;

export function noticeWriter(language: NoticeLanguage): NoticeWriter {
  const { decimal, thousands } = SIGNS[language];
  const whole = (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  const day = (at: number) => {
    const date = new Date(at * 1000);
    return `${date.getUTCDate()} ${MONTHS[language][date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  };
  return {
    price: (atomic, { decimals, symbol }) => {
      const value = BigInt(atomic);
      const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
      const at = digits.length - decimals;
      const needed = /^\d*[1-9]/.exec(digits.slice(at))?.[0] ?? '';
      const fraction = needed.padEnd(Math.min(2, decimals), '0');
      return `${value < 0n ? '\u2212' : ''}${whole(digits.slice(0, at))}${fraction && decimal + fraction} ${symbol}`;
    },
    day,
    moment: (at) => `${day(at)}, ${new Date(at * 1000).toISOString().slice(11, 16)} UTC`,
    duration: (seconds) => {
      const units = UNITS[language];
      const unit = units.find(([size]) => seconds >= LEAST * size) ?? units.at(-1)!;
      const count = Math.round(seconds / unit[0]);
      return `${whole(String(count))} ${count === 1 ? unit[1] : unit[2]}`;
    },
    count: (value) => whole(String(value)),
    name: displayName,
    address: (address) => `${address.slice(0, 4)}…${address.slice(-4)}`,
  };
}
