/** A day for people, `21 Nov 2026`; Unix seconds. `timeZone` is UTC on the server, and the reader's own (undefined) in a browser. */
export function dayInWords(at: number, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(at * 1000);
}

/** A moment for people, `21 Nov 2026, 14:05`; Unix seconds. */
export function momentInWords(at: number, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    at * 1000,
  );
}

/** The two for when they are less than a day apart: with seconds. Test mode has such periods. */
export function exactMomentInWords(at: number, timeZone?: 'UTC'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(
    at * 1000,
  );
}
