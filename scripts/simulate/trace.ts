import { createHash } from 'node:crypto';

const TAIL = 60;

/** What happened in a world, a line for each step. Two runs of one seed have the same digest. */
export class Trace {
  readonly counters = new Map<string, number>();
  readonly tail: string[] = [];
  readonly #hash = createHash('sha256');
  readonly #print: boolean;
  readonly #startMs: number;

  constructor(startMs: number, { print }: { print: boolean }) {
    this.#startMs = startMs;
    this.#print = print;
  }

  add(nowMs: number, line: string): void {
    const text = `${((nowMs - this.#startMs) / 86_400_000).toFixed(6)} ${line}`;
    this.#hash.update(text).update('\n');
    this.tail.push(text);
    if (this.tail.length > TAIL) this.tail.shift();
    if (this.#print) console.error(text);
  }

  count(what: string, times = 1): void {
    this.counters.set(what, (this.counters.get(what) ?? 0) + times);
  }

  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}
