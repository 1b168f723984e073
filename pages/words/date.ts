/*
 * Without Intl: its first formatter makes a browser load time zones and locales, which on a phone blocks the page longer
 * than everything else that it runs.
 */

/** A day for people, `21 Nov 2026`; Unix seconds. `timeZone` is UTC on the server, and the reader's own (undefined) in a browser. */
export function dayInWords(at: number, timeZone?: 'UTC'): string {
  return clockOf(at, timeZone).slice(5, 16).replace(/^0/, '').replace('Sep', 'Sept');
}

/** A moment for people, `21 Nov 2026, 14:05`; Unix seconds. */
export function momentInWords(at: number, timeZone?: 'UTC'): string {
  return exactMomentInWords(at, timeZone).slice(0, -3);
}

/** The two for when they are less than a day apart: with seconds. Test mode has such periods. */
export function exactMomentInWords(at: number, timeZone?: 'UTC'): string {
  return `${dayInWords(at, timeZone)}, ${timeInWords(at, timeZone)}`;
}

/** The time of a day, `14:05:09`; Unix seconds. */
export function timeInWords(at: number, timeZone?: 'UTC'): string {
  return clockOf(at, timeZone).slice(17, 25);
}

/** What the clocks of the zone show, as `Sat, 21 Nov 2026 14:05:09 GMT`, a form that ECMAScript defines. */
function clockOf(at: number, timeZone: 'UTC' | undefined): string {
  const moment = new Date(at * 1000);
  const aheadMinutes = timeZone === 'UTC' ? 0 : -moment.getTimezoneOffset();
  return new Date(at * 1000 + aheadMinutes * 60_000).toUTCString();
}
