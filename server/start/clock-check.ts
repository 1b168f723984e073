import type { Clock } from '../lib/clock.ts';
import { withoutPatience } from '../lib/deadline.ts';
import type { Logger } from '../log.ts';

/** A clock that this process compares its own with. */
export interface TimeReference {
  /** Name in logs and readiness. */
  name: string;
  /** The mode that it applies to; null for both. */
  livemode: boolean | null;
  /** The difference at which this process stops working. */
  toleranceSeconds: number;
  /** Unix seconds as each of its sources has them now; empty if none can tell. May reject. */
  read(): Promise<number[]>;
}

/**
 * How many seconds this process is ahead of a reference (negative: behind); null if it could never be read.
 */
export interface ClockReport {
  ok: boolean;
  aheadBySeconds: Record<string, number | null>;
}

export interface ClockCheck {
  /**
   * Whether this process may decide by its clock in a mode, or for both. Checks again if the last check is
   * old.
   */
  isRight(livemode: boolean | null): Promise<boolean>;
  read(): Promise<ClockReport>;
}

const EVERY_MS = 60_000;
/** A wrong clock may have been corrected meanwhile. */
const EVERY_WHILE_WRONG_MS = 5_000;
/**
 * A larger difference between the wall clock and the monotonic clock means that the clock was set or the
 * machine slept.
 */
const JUMP_MS = 5_000;

/**
 * Compares this process's clock with `references`: at once, every minute, and after each jump. A process
 * whose clock is wrong would charge early, and take over what others hold: it takes up nothing until its
 * clock is right again. For a reference that cannot be read the last result counts.
 */
export function createClockCheck(
  { clock, log }: { clock: Clock; log: Logger },
  references: readonly TimeReference[],
): ClockCheck {
  const ahead = new Map<TimeReference, number>();
  let last: { wallMs: number; monotonicMs: number } | null = null;
  let looking: Promise<void> | null = null;

  const isOff = (reference: TimeReference) =>
    Math.abs(ahead.get(reference) ?? 0) > reference.toleranceSeconds;

  function isDue(): boolean {
    if (last === null) return true;
    const passedMs = clock.monotonicMs() - last.monotonicMs;
    const jumpedMs = Math.abs(clock.milliseconds() - last.wallMs - passedMs);
    return jumpedMs > JUMP_MS || passedMs >= (references.some(isOff) ? EVERY_WHILE_WRONG_MS : EVERY_MS);
  }

  async function look(): Promise<void> {
    await Promise.all(references.map(hold));
    last = { wallMs: clock.milliseconds(), monotonicMs: clock.monotonicMs() };
  }

  async function hold(reference: TimeReference): Promise<void> {
    const before = clock.milliseconds();
    const read = await reference.read().catch(() => []);
    const now = (before + clock.milliseconds()) / 2_000;
    if (read.length === 0) return;
    const wasOff = isOff(reference);
    const differences = read.map((seconds) => now - seconds);
    // One source that agrees is enough: the others may be behind.
    ahead.set(
      reference,
      differences.reduce((a, b) => (Math.abs(a) <= Math.abs(b) ? a : b)),
    );
    if (isOff(reference) !== wasOff) tell(reference, !wasOff);
  }

  function tell(reference: TimeReference, off: boolean): void {
    const aheadBySeconds = Math.round(ahead.get(reference)!);
    const facts = { reference: reference.name, livemode: reference.livemode, aheadBySeconds };
    const both = `the clock of this process and the one of the ${reference.name}`;
    if (off) log.error(facts, `${both} differ: it charges nothing until they agree`);
    else log.info(facts, `${both} agree again`);
  }

  async function lookIfDue(): Promise<void> {
    if (isDue()) looking ??= withoutPatience(look).finally(() => (looking = null));
    await looking;
  }

  return {
    isRight: async (livemode) => {
      await lookIfDue();
      return !references.some((one) => (one.livemode === null || one.livemode === livemode) && isOff(one));
    },
    read: async () => {
      await lookIfDue();
      const aheadBySeconds = references.map((one) => {
        const seconds = ahead.get(one);
        return [one.name, seconds === undefined ? null : Math.round(seconds)] as const;
      });
      return { ok: !references.some(isOff), aheadBySeconds: Object.fromEntries(aheadBySeconds) };
    },
  };
}
