/*
 * Amounts, dates and durations in the reader's language, without Intl: its first formatter makes a browser load time zones and
 * locales, which on a phone blocks the page longer than everything else that it runs.
 */

/** A unit of time that durations are told in. */
export type Unit = 'week' | 'day' | 'hour' | 'minute' | 'second';

/** How a language writes numbers and times. */
export interface Formats {
  /** The decimal sign and what stands between thousands, for a language tag such as `es-MX`. */
  signs: (tag: string) => { decimal: string; thousands: string };
  /** `month` counts from 0. */
  day: (day: number, month: number, year: number) => string;
  /** A day with the time of its clock, `14:05`. */
  moment: (day: string, time: string) => string;
  /** `1 week`, `30 days`. */
  duration: (count: number, unit: Unit) => string;
  /** `every week`, `every 30 days`. */
  every: (count: number, unit: Unit) => string;
  /** `per week`, `per 30 days`. */
  per: (count: number, unit: Unit) => string;
}

/** A language as a page is written in it. */
export interface Language {
  /** As BCP 47 writes it, with a region where the reader names one: `es-MX`. */
  tag: string;
  dir: 'ltr' | 'rtl';
}

/** What writes amounts and times in a language. */
export interface Writer {
  /** At least two decimals where the token has them, and never fewer than the amount needs. Atomic units, which may be negative. */
  amountInWords(atomic: string, decimals: number): string;
  /** An amount with its token, kept together in a text of either direction. */
  priceInWords(atomic: string, token: { decimals: number; symbol: string }): string;
  /** `21 Nov 2026`; Unix seconds. Where the reader is, unless `behindMinutes` says how far another zone is behind UTC. */
  dayInWords(at: number, behindMinutes?: number): string;
  /** `21 Nov 2026, 14:05`. */
  momentInWords(at: number, behindMinutes?: number): string;
  /** With seconds, for periods of less than a day. Test mode has such. */
  exactMomentInWords(at: number): string;
  /** `14:05:09`. */
  timeInWords(at: number): string;
  /** The largest unit that divides evenly; weeks only up to eight. Never months, whose lengths differ. */
  durationInWords(seconds: number): string;
  /** `every 30 days`. */
  periodInWords(seconds: number): string;
  /** `per 30 days`. */
  rateInWords(seconds: number): string;
}

const UNITS: readonly [Unit, number][] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** What writes amounts and times by `formats`, for readers of that language and region. */
export function writerOf(formats: Formats, { tag, dir }: Language): Writer {
  const { decimal, thousands } = formats.signs(tag);
  const amountInWords = (atomic: string, decimals: number) => {
    const value = BigInt(atomic);
    const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
    const whole = inThousands(digits.slice(0, digits.length - decimals), thousands);
    const needed = /^\d*[1-9]/.exec(digits.slice(digits.length - decimals))?.[0] ?? '';
    const fraction = needed.padEnd(Math.min(2, decimals), '0');
    // U+2212, the minus sign: screen readers say it, and it is as wide as a digit.
    return `${value < 0n ? '\u2212' : ''}${whole}${fraction && decimal + fraction}`;
  };
  const dayInWords = (at: number, behindMinutes?: number) => {
    const clock = clockOf(at, behindMinutes);
    return formats.day(clock.getUTCDate(), clock.getUTCMonth(), clock.getUTCFullYear());
  };
  const timeOf = (at: number, behindMinutes?: number) =>
    clockOf(at, behindMinutes).toISOString().slice(11, 19);
  const told = (at: number, time: string, behindMinutes?: number) =>
    formats.moment(dayInWords(at, behindMinutes), time);
  return {
    amountInWords,
    // U+2066 and U+2069: from left to right, whatever stands around it.
    priceInWords: (atomic, { decimals, symbol }) => {
      const price = `${amountInWords(atomic, decimals)} ${symbol}`;
      return dir === 'rtl' ? `\u2066${price}\u2069` : price;
    },
    dayInWords,
    momentInWords: (at, behindMinutes) => told(at, timeOf(at, behindMinutes).slice(0, 5), behindMinutes),
    exactMomentInWords: (at) => told(at, timeOf(at)),
    timeInWords: (at) => timeOf(at),
    durationInWords: (seconds) => formats.duration(...countOf(seconds)),
    periodInWords: (seconds) => formats.every(...countOf(seconds)),
    rateInWords: (seconds) => formats.per(...countOf(seconds)),
  };
}

/** `1,234,567` of `1234567`. */
export function inThousands(digits: string, sign: string): string {
  let shown = digits;
  for (let at = digits.length - 3; at > 0; at -= 3) shown = shown.slice(0, at) + sign + shown.slice(at);
  return shown;
}

/** A date whose UTC parts are what the clocks of the zone show. */
function clockOf(at: number, behindMinutes = new Date(at * 1000).getTimezoneOffset()): Date {
  return new Date((at - behindMinutes * 60) * 1000);
}

function countOf(seconds: number): [number, Unit] {
  const [unit, size] = UNITS.find(
    ([name, size]) => seconds % size === 0 && !(name === 'week' && seconds > 8 * size),
  )!;
  return [seconds / size, unit];
}
