import type { Commitment } from '@solana/kit';
import type { Clock } from '../lib/clock.ts';

/** From `atMs` on, slots advance from `slot`, one per `slotMs`. A restart or a manual advance adds a mark. */
export interface SlotMark {
  slot: number;
  atMs: number;
  slotMs: number;
}

/** Not zero, so that slots before the first one stay non-negative at every commitment. */
export const FIRST_SLOT = 64;

/**
 * Real clusters skip slots, so heights are below slots there; a constant gap makes code that confuses them
 * fail here too.
 */
const SKIPPED_SLOTS = 8;

/** A real cluster finalizes after about 32 slots (13 s); 4 keeps the difference visible and tests short. */
export const FINALIZED_TRAIL = 4;
/** A real cluster confirms after 1 or 2 slots. */
const CONFIRMED_TRAIL = 1;

/** Mainnet's epoch, whose length no test depends on. */
export const SLOTS_PER_EPOCH = 432_000;

/** The number of blocks up to `slot`. */
export function blockHeightOf(slot: number): number {
  return slot - SKIPPED_SLOTS;
}

/**
 * Slots as a function of time: nothing runs while nobody asks. Downtime counts as slots, as on a cluster that
 * kept running, so no slot is reported twice, whenever the process died.
 */
export class Slots {
  readonly marks: SlotMark[];
  readonly #clock: Clock;
  /** How many slots each commitment trails the newest one. */
  readonly #trails: Record<Commitment, number>;
  #highest = 0;

  constructor(clock: Clock, marks: SlotMark[], finalizedTrail: number = FINALIZED_TRAIL) {
    this.#clock = clock;
    this.marks = marks;
    this.#trails = { processed: 0, confirmed: CONFIRMED_TRAIL, finalized: finalizedTrail };
  }

  /**
   * The mark to start or resume with: beyond every slot of earlier runs, even if the machine's clock went
   * back.
   */
  static resume(clock: Clock, marks: SlotMark[], lastLandedSlot: number, slotMs: number): SlotMark {
    const atMs = clock.milliseconds();
    const last = marks.at(-1);
    if (!last) return { slot: FIRST_SLOT, atMs, slotMs };
    return { slot: Math.max(slotAfter(last, atMs), lastLandedSlot) + 1, atMs, slotMs };
  }

  /** The newest slot. Never decreases, even if the machine's clock does. */
  current(): number {
    this.#highest = Math.max(this.#highest, slotAfter(this.#last(), this.#clock.milliseconds()));
    return this.#highest;
  }

  /** The newest slot at `commitment`, as seen by a node that is `lagSlots` behind. */
  at(commitment: Commitment, lagSlots = 0): number {
    return Math.max(0, this.current() - this.#trails[commitment] - lagSlots);
  }

  /** The commitment that `slot` has reached for a node `lagSlots` behind. */
  commitmentOf(slot: number, lagSlots = 0): Commitment {
    if (slot <= this.at('finalized', lagSlots)) return 'finalized';
    return slot <= this.at('confirmed', lagSlots) ? 'confirmed' : 'processed';
  }

  /** The mark that advances `count` slots at once. It takes effect once pushed to `marks`. */
  advancedBy(count: number): SlotMark {
    return { slot: this.current() + count, atMs: this.#clock.milliseconds(), slotMs: this.#last().slotMs };
  }

  /** Milliseconds until the next slot begins. */
  untilNextMs(): number {
    const { slot, atMs, slotMs } = this.#last();
    return Math.max(1, atMs + (this.current() + 1 - slot) * slotMs - this.#clock.milliseconds());
  }

  /** Unix seconds at which `slot` began. */
  timeOf(slot: number): number {
    const index = this.marks.findLastIndex((mark) => mark.slot <= slot);
    const mark = this.marks[Math.max(0, index)]!;
    const next = this.marks[index + 1];
    const ms = mark.atMs + Math.max(0, slot - mark.slot) * mark.slotMs;
    return Math.floor((next ? Math.min(ms, next.atMs) : ms) / 1000);
  }

  get slotMs(): number {
    return this.#last().slotMs;
  }

  #last(): SlotMark {
    return this.marks.at(-1)!;
  }
}

function slotAfter(mark: SlotMark, nowMs: number): number {
  return mark.slot + Math.max(0, Math.floor((nowMs - mark.atMs) / mark.slotMs));
}
