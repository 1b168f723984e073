/*
 * Without Intl: its first formatter makes a browser load time zones and locales, which on a phone blocks the page longer
 * than everything else that it runs.
 */

/** A day for people, `21 Nov 2026`; Unix seconds. Where the reader is, unless `behindMinutes` says how far another zone is behind UTC. */
export function dayInWords(at: number, behindMinutes?: number): string {
  return clockOf(at, behindMinutes).slice(5, 16).replace(/^0/, '');
}

/** A moment for people, `21 Nov 2026, 14:05`; Unix seconds. */
export function momentInWords(at: number): string {
  return exactMomentInWords(at).slice(0, -3);
}

/** The two for when they are less than a day apart: with seconds. Test mode has such periods. */
export function exactMomentInWords(at: number): string {
  return `${dayInWords(at)}, ${timeInWords(at)}`;
}

/** The time of a day, `14:05:09`; Unix seconds. */
export function timeInWords(at: number): string {
  return clockOf(at).slice(17, 25);
}

/** What the clocks of the zone show, as `Sat, 21 Nov 2026 14:05:09 GMT`, a form that ECMAScript defines. */
function clockOf(at: number, behindMinutes = new Date(at * 1000).getTimezoneOffset()): string {
  return new Date((at - behindMinutes * 60) * 1000).toUTCString();
}

/** A moment with its zone, `21 Nov 2026, 14:05 UTC`: for merchants, whose days, sums and exports are all counted in UTC. */
export function utcMomentInWords(at: number): string {
  const clock = clockOf(at, 0);
  return `${dayInWords(at, 0)}, ${clock.slice(17, 22)} UTC`;
}

/** A month for people, `Nov 2026`, in UTC; Unix seconds of any moment in it. */
export function monthInWords(at: number): string {
  return clockOf(at, 0).slice(8, 16);
}

/** What the reader's clock is called at that moment, `UTC+2` or `UTC−3:30`. */
export function zoneInWords(at: number, behindMinutes = new Date(at * 1000).getTimezoneOffset()): string {
  if (behindMinutes === 0) return 'UTC';
  const minutes = Math.abs(behindMinutes);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  // U+2212, the minus sign, as in amounts.
  return `UTC${behindMinutes < 0 ? '+' : '\u2212'}${Math.floor(minutes / 60)}${rest}`;
}
