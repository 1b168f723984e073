import type { Role } from '../merchants/role.ts';
import { HAPPENING_KINDS, type HappeningKind, type NoticeLanguage } from './notice.ts';

/** What a member of a merchant may choose to be told, in the order in which it is asked. */
export const CHOSEN_KINDS = [...HAPPENING_KINDS, 'webhooks_exhausted', 'daily_digest'] as const;
export type ChosenKind = HappeningKind | 'webhooks_exhausted' | 'daily_digest';

/** What a member has chosen. */
export interface NoticeChoices {
  kinds: readonly ChosenKind[];
  /** Whether of test mode too. */
  alsoTest: boolean;
  language: NoticeLanguage;
  /** An IANA name, such as Europe/Madrid. */
  timeZone: string;
  /** From 0 to 23, in that zone: when the digest of the day before is sent. */
  digestHour: number;
}

const MONEY: readonly ChosenKind[] = ['renewals_lost', 'refunds_failed', 'daily_digest'];

/** What is told unless somebody chooses: what costs money or needs somebody, to those whose work it is; the rest is in the digest. */
const USUAL: Readonly<Record<Role, readonly ChosenKind[]>> = {
  owner: [...MONEY, 'webhooks_exhausted'],
  admin: [...MONEY, 'webhooks_exhausted'],
  developer: ['webhooks_exhausted'],
  finance: MONEY,
  viewer: [],
};

/** What a member has who never chose; `language` from another merchant, if they chose there. */
export function usualChoices(role: Role, language: NoticeLanguage | null = null): NoticeChoices {
  return { kinds: USUAL[role], alsoTest: false, language: language ?? 'en', timeZone: 'UTC', digestHour: 8 };
}

/** When it is so many o'clock in a time zone next, after `now`; Unix seconds. Where clocks skip that hour, the first moment after it. */
export function nextDigestAt(
  now: number,
  { timeZone, digestHour }: Pick<NoticeChoices, 'timeZone' | 'digestHour'>,
): number {
  const today = localDay(now, timeZone);
  const candidates = [0, 1, 2].map((days) => momentOf(today + days * DAY + digestHour * 3_600, timeZone));
  return candidates.find((at) => at > now)!;
}

/** The day before the one that `now` is in, in a time zone: its first second and the first one after it, and noon UTC of its date. */
export function dayBefore(now: number, timeZone: string): { from: number; to: number; date: number } {
  const today = localDay(now, timeZone);
  return { from: momentOf(today - DAY, timeZone), to: momentOf(today, timeZone), date: today - DAY / 2 };
}

/** Whether it is a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const DAY = 86_400;

/** What the clocks of a zone show at `at`, as if they were UTC; seconds. */
function shownThere(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at * 1000));
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) / 1000;
}

/** Midnight of the day there, as if it were UTC. */
function localDay(at: number, timeZone: string): number {
  return Math.floor(shownThere(at, timeZone) / DAY) * DAY;
}

/** When the clocks of a zone show `shown`. */
function momentOf(shown: number, timeZone: string): number {
  // The offset near the answer, which differs from the first guess where clocks change in between.
  const guess = shown - (shownThere(shown, timeZone) - shown);
  return shown - (shownThere(guess, timeZone) - guess);
}
