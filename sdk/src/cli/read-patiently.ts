import { setTimeout } from 'node:timers/promises';
import { CommandFailure, type CommandInput } from './command.ts';
import type { EventFeed, FreshEvents } from './event-feed.ts';
import { isPassing, networkReason } from './failure.ts';
import { timeOfDay } from './terminal.ts';

/** The first wait is about the poll interval; each further one is twice as long. */
const FIRST_WAIT_MS = 500;
/** While the service is down: the longest delay before noticing that it is back. */
const MAX_BACKOFF_MS = 5_000;

/**
 * Reads the next page, however long the service at `url` is down, and reports when an outage begins and ends.
 * Throws errors that will not pass by themselves, and the signal's reason.
 */
export async function readPatiently(
  feed: EventFeed,
  url: string,
  { terminal, signal }: CommandInput,
): Promise<FreshEvents> {
  const startedAtMs = performance.now();
  for (let failures = 0; ; failures += 1) {
    try {
      const page = await feed.read(performance.now());
      if (failures > 0) {
        const seconds = Math.round((performance.now() - startedAtMs) / 1000);
        terminal.tell(`${timeOfDay()}  answers again, after ${seconds} s`, {
          type: 'connection_restored',
          seconds,
        });
      }
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw isUnknownCursor(error) ? dataReset(url) : error;
      const reason = error.status === null ? networkReason(error) : `${error.code}, status ${error.status}`;
      if (failures === 0) {
        terminal.tell(`${timeOfDay()}  ${url} does not answer (${reason}); trying again until it does`, {
          type: 'connection_lost',
          url,
          reason,
        });
      }
      await setTimeout(backoffMs(failures, error.retryAfterSeconds), undefined, { signal });
    }
  }
}

function backoffMs(failures: number, retryAfterSeconds: number | null): number {
  const delayMs = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** failures);
  return Math.max(delayMs * (0.5 + Math.random() / 2), (retryAfterSeconds ?? 0) * 1000);
}

function isUnknownCursor(error: unknown): boolean {
  const { code, param } = error as { code?: unknown; param?: unknown };
  return code === 'parameter_invalid' && (param === 'endingBefore' || param === 'startingAfter');
}

function dataReset(url: string): CommandFailure {
  return new CommandFailure(
    'unknown_cursor',
    `${url} no longer knows the events that were forwarded: its data was replaced. Start again.`,
  );
}
