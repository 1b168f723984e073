import { UsageError } from './command.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
/** Ten years: the most the service advances in one call. */
const MAX_SECONDS = 315_360_000;

/**
 * Seconds in `text`: a whole number of them, or numbers with units, the largest first, such as `30d`, `1h` or
 * `1d12h30m`. Months and years are no units: their lengths vary. Throws UsageError for anything else, and
 * outside 1 s to ten years.
 */
export function parseDuration(text: string): number {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : sumOf(text);
  if (seconds === null) {
    throw new UsageError(
      `"${text}" is no length of time. Give seconds, or numbers with s, m, h, d or w, such as 3600, 1h, 30d or 1d12h.`,
    );
  }
  if (seconds < 1 || seconds > MAX_SECONDS) {
    throw new UsageError(
      `A clock advances by 1 to ${MAX_SECONDS} seconds (3650d), and "${text}" is ${seconds}.`,
    );
  }
  return seconds;
}

function sumOf(text: string): number | null {
  const match = /^(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(text);
  if (match === null || text === '') return null;
  return Object.values(SECONDS)
    .toReversed()
    .reduce((sum, unitSeconds, index) => sum + unitSeconds * Number(match[index + 1] ?? 0), 0);
}

/** Formats seconds so that parseDuration reads them, such as `1d12h`. */
export function formatDuration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const unit of ['d', 'h', 'm', 's']) {
    const count = Math.floor(rest / SECONDS[unit]!);
    rest -= count * SECONDS[unit]!;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join('') || '0s';
}
