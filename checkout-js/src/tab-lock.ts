/** The part of the Web Locks API that is used. */
interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable: true },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>;
}

/**
 * Runs `run` unless another tab of this site runs it for the same mandate; then it runs `busy` instead.
 * Without the Web Locks API (outside secure contexts) it just runs: the service still decides what was paid.
 */
export function withTabLock(mandateId: string, run: () => Promise<void>, busy: () => void): Promise<void> {
  const locks = (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
  if (!locks) return run();
  return locks.request(`autopay:${mandateId}`, { ifAvailable: true }, async (lock) =>
    lock ? run() : busy(),
  );
}
