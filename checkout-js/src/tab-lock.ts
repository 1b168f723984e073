/** The part of the Web Locks API that is used. */
interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable: true },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>;
}

/**
 * Runs `run` while no other tab of this site runs it for the same mandate; where one does, runs `busy` instead. Without
 * the Web Locks API, outside of secure contexts, it just runs: the service's word on what was paid still stands.
 */
export function withTabLock(mandateId: string, run: () => Promise<void>, busy: () => void): Promise<void> {
  const locks = (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
  if (!locks) return run();
  return locks.request(`autopay:${mandateId}`, { ifAvailable: true }, async (lock) =>
    lock ? run() : busy(),
  );
}
