import { sleep } from '../../server/lib/clock.ts';
import { parsePage, type Sample } from './page.ts';
import { SeriesStore } from './series.ts';

/** Prometheus gives a page up after this. */
const TIMEOUT_MS = 10_000;

/** The gauges of a deployment that are held against its tables. */
const HELD = new Set([
  'autopay_oldest_due_charge_seconds',
  'autopay_oldest_unknown_attempt_seconds',
  'autopay_webhook_oldest_due_delivery_seconds',
]);

/** Scrapes targets again and again, as Prometheus does, until stopped. */
export class Scraper {
  readonly store = new SeriesStore();
  /** What each page had of the gauges that are held against the tables, and when (Unix seconds). */
  readonly pages: { at: number; name: string; value: number }[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<unknown>;
  #lastPageAt = Date.now() / 1000;
  #longestBlindSeconds = 0;

  constructor(urls: readonly string[], everySeconds: number) {
    this.#running = Promise.all(
      urls.map((url, n) =>
        this.#scrape(url, { everyMs: everySeconds * 1000, firstMs: (n * 1000 * everySeconds) / urls.length }),
      ),
    );
  }

  /** The longest time in which none of the targets answered. */
  get longestBlindSeconds(): number {
    return Math.max(this.#longestBlindSeconds, Date.now() / 1000 - this.#lastPageAt);
  }

  async stop(): Promise<void> {
    this.#longestBlindSeconds = this.longestBlindSeconds;
    this.#lastPageAt = Infinity;
    this.#over.abort();
    await this.#running;
  }

  /** Targets are spread over the interval. */
  async #scrape(url: string, { everyMs, firstMs }: { everyMs: number; firstMs: number }): Promise<void> {
    await sleep(firstMs, this.#over.signal);
    while (!this.#over.signal.aborted) {
      const at = Date.now() / 1000;
      const samples = await read(url);
      this.store.add(new URL(url).host, at, samples);
      const now = Date.now() / 1000;
      // A page without the tables tells nothing of what is late.
      if (samples?.some(({ name }) => HELD.has(name))) this.#note(samples, now);
      await sleep(everyMs, this.#over.signal);
    }
  }

  #note(samples: readonly Sample[], now: number): void {
    this.#longestBlindSeconds = Math.max(this.#longestBlindSeconds, now - this.#lastPageAt);
    this.#lastPageAt = Math.max(this.#lastPageAt, now);
    for (const { name, value } of samples) if (HELD.has(name)) this.pages.push({ at: now, name, value });
  }
}

async function read(url: string): Promise<Sample[] | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.status === 200 ? parsePage(await response.text()) : null;
  } catch {
    // It is being started again.
    return null;
  }
}
