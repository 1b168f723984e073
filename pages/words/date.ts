/*
 * By hand, although Intl could do it: its first formatter makes a browser load time zones and locales, which on a phone blocks
 * the page longer than everything else that it runs.
 */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

/** A day for people, `21 Nov 2026`; Unix seconds. `timeZone` is UTC on the server, and the reader's own (undefined) in a browser. */
export function dayInWords(at: number, timeZone?: 'UTC'): string {
  const clock = clockOf(at, timeZone);
  return `${clock.getUTCDate()} ${MONTHS[clock.getUTCMonth()]} ${clock.getUTCFullYear()}`;
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
  return clockOf(at, timeZone).toISOString().slice(11, 19);
}

/** What the clocks of the zone show, as if it were UTC. */
function clockOf(at: number, timeZone: 'UTC' | undefined): Date {
  const moment = new Date(at * 1000);
  return timeZone === 'UTC' ? moment : new Date(at * 1000 - moment.getTimezoneOffset() * 60_000);
}
