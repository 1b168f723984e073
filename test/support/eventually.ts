import { setTimeout } from 'node:timers/promises';

/**
 * What `look` returns once it is neither null nor undefined nor false; throws if that takes longer than
 * `timeoutMs`.
 */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${look}`);
    await setTimeout(20);
  }
}
