import { setTimeout } from 'node:timers/promises';

/**
 * What `look` returns once it is neither null nor undefined nor false; throws if that takes longer than
 * `timeoutMs`: 40 s by default, which no machine comes near, however busy.
 */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 40_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${look}`);
    await setTimeout(20);
  }
}
