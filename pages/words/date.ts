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
