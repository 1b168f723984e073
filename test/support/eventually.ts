import { setTimeout } from 'node:timers/promises';

/**
 * What `look` returns once it is neither null nor undefined nor false; throws if that takes longer than
 * `timeoutMs`: 20 s by default, which only a machine that is busy with much else comes near.
 */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${look}`);
    await setTimeout(20);
  }
}
