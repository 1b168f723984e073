/**
 * Maps `items` with at most `lanes` running at once, in order of their start. Throws the first failure, after
 * all running ones have ended: a caller's error handling must not race with them.
 */
export async function mapInLanes<T, R>(
  items: readonly T[],
  lanes: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await map(items[at]!, at);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
  const failed = ended.find((lane) => lane.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}
