/** Largest first. Months and years are not here: a period is a fixed number of seconds, and a person must not take 30 days for a month. */
const UNITS = [
  { name: 'week', seconds: 604_800 },
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** A length of time in the largest unit that gives a whole number: `30 days`, `1 week`, `90 minutes`. */
export function durationInWords(seconds: number): string {
  const { name, count } = wholeUnits(seconds);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** How often: `every 30 days`, `every week`. */
export function periodInWords(seconds: number): string {
  const { name, count } = wholeUnits(seconds);
  return count === 1 ? `every ${name}` : `every ${count} ${name}s`;
}

function wholeUnits(seconds: number): { name: string; count: number } {
  const { name, seconds: size } = UNITS.find(
    (unit) => seconds >= unit.seconds && seconds % unit.seconds === 0,
  )!;
  return { name, count: seconds / size };
}
