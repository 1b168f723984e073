import type { Page } from 'playwright-core';

/** How a page loaded, as a person notices it. */
export interface Loading {
  /** Layout shift (web.dev/cls): the worst session of up to 5 s. Lighthouse calls 0.1 good. */
  shift: number;
  /** What moved most, for whoever has to find it. */
  moved: string[];
  /** Total blocking time: what tasks took beyond 50 ms each, after the first content. */
  blockingMs: number;
  /** The longest that the page did not react, at any time. */
  longestMs: number;
  firstContentMs: number;
  /** Until an element of the given kind was there; null if none was asked for, or none came. */
  usableMs: number | null;
}

/** A phone of the middle: Lighthouse slows the processor down four times. */
export const PHONE_CPU = 4;

/** Gives a page the processor of a phone from now on. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU });
}

interface Noted {
  shifts: { value: number; at: number; moved: string[] }[];
  tasks: { at: number; ms: number }[];
  usableMs: number | null;
}

/**
 * Makes every page that is opened from now on note what moves, what blocks, and when something matches `usable`. Nothing may be
 * asked of the page while it loads: what Playwright brings in to answer blocks it longer than the page itself does.
 */
export async function noteLoading(page: Page, usable: string | null = null): Promise<void> {
  await page.addInitScript((usable) => {
    const noted: Noted = { shifts: [], tasks: [], usableMs: null };
    (window as unknown as { noted: Noted }).noted = noted;
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      };
      const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`);
      if (!hadRecentInput) noted.shifts.push({ value, at: entry.startTime, moved });
    });
    observe('longtask', ({ startTime, duration }) => noted.tasks.push({ at: startTime, ms: duration }));
    if (usable === null) return;
    const look = new MutationObserver(() => {
      if (document.querySelector(usable) === null) return;
      noted.usableMs = performance.now();
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  }, usable);
}

/** What the page noted so far. */
export async function readLoading(page: Page): Promise<Loading> {
  const { shifts, tasks, usableMs, firstContentMs } = await page.evaluate(() => ({
    ...(window as unknown as { noted: Noted }).noted,
    firstContentMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  const worst = worstSession(shifts);
  return {
    shift: worst.reduce((sum, { value }) => sum + value, 0),
    moved: worst.toSorted((a, b) => b.value - a.value).flatMap(({ moved }) => moved),
    blockingMs: tasks
      .filter(({ at, ms }) => at + ms > firstContentMs)
      .reduce((sum, { ms }) => sum + ms - 50, 0),
    longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
    firstContentMs,
    usableMs,
  };
}

/** Shifts less than 1 s apart, within 5 s: the session whose sum is largest. */
function worstSession(shifts: Noted['shifts']): Noted['shifts'] {
  const sessions: Noted['shifts'][] = [];
  for (const shift of shifts) {
    const session = sessions.at(-1);
    const continues =
      session !== undefined && shift.at - session.at(-1)!.at < 1_000 && shift.at - session[0]!.at < 5_000;
    if (continues) session.push(shift);
    else sessions.push([shift]);
  }
  const sumOf = (session: Noted['shifts']) => session.reduce((sum, { value }) => sum + value, 0);
  return sessions.toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? [];
}
