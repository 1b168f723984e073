/** A stream of decisions that a seed fixes. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A stream of its own: what one part of a world draws does not move another's. */
  static of(seed: number, name: string): Random {
    let hash = 2_166_136_261 ^ seed;
    for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
    return new Random(hash);
  }

  /** 0 to 2^32 - 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor((this.next() / 2 ** 32) * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<T>(options: readonly T[]): T {
    return options[this.between(0, options.length - 1)]!;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.map(() => left.splice(this.between(0, left.length - 1), 1)[0]!);
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: count }, () => this.next() >>> 24);
  }
}
