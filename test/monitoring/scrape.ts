import { parsePage, type Sample } from '../../scripts/watch/page.ts';

export type { Sample };

/** The samples that a listener serves now. */
export async function scrape(url: string): Promise<Sample[]> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return parsePage(await response.text());
}

/** The value of the one sample with this name and these labels; null if there is none. Throws if there are several. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | null {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (found.length > 1) throw new Error(`${name} is not one sample: ${JSON.stringify(found)}`);
  return found[0]?.value ?? null;
}
