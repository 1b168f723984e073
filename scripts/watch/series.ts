import type { Sample } from './page.ts';

/** One time series, as Prometheus keeps it. A value of null: the series was not in the scrape of that moment. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  points: { at: number; value: number | null }[];
}

/** The scrapes of some targets, in memory. Times are Unix seconds. */
export class SeriesStore {
  readonly #series = new Map<string, Series>();
  /** The keys that the last scrape of a target had. */
  readonly #last = new Map<string, Set<string>>();

  /** Adds the scrape of a target; null: it did not answer. */
  add(target: string, at: number, samples: readonly Sample[] | null): void {
    const up = { name: 'up', labels: {}, value: samples === null ? 0 : 1 };
    const known = this.#last.get(target) ?? new Set();
    const seen = new Set<string>();
    for (const { name, labels, value } of [up, ...(samples ?? [])]) {
      const all = { ...labels, job: 'autopay', instance: target };
      const key = `${name}${JSON.stringify(Object.entries(all).toSorted())}`;
      const series: Series = this.#series.get(key) ?? { name, labels: all, points: [] };
      this.#series.set(key, series);
      series.points.push({ at, value });
      seen.add(key);
    }
    for (const key of known) if (!seen.has(key)) this.#series.get(key)!.points.push({ at, value: null });
    this.#last.set(target, seen);
  }

  named(name: string): Series[] {
    return [...this.#series.values()].filter((series) => series.name === name);
  }
}
