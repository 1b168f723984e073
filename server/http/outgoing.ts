import type { ServerResponse } from 'node:http';
import type { Logger } from '../log.ts';

export interface OutgoingOptions {
  log: Logger;
  /** Bytes of finished responses that this process holds until clients have read them. Default 64 MiB. */
  maxHeldBytes?: number;
  /**
   * How long a client may take to read its response, plus its size at `slowestBytesPerSecond`. Default 30 s.
   */
  responseTimeoutMs?: number;
  /** Default 32 KiB: slower than any phone that a person would wait for. */
  slowestBytesPerSecond?: number;
}

const MAX_HELD_BYTES = 64 * 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 32 * 1024;

/**
 * Limits the memory of unread responses. Otherwise a client could fill this process's memory by requesting
 * large responses without reading them: clients that are too slow are disconnected, and if too much is held,
 * those that have had the longest time.
 */
export function boundOutgoing({
  log,
  maxHeldBytes = MAX_HELD_BYTES,
  responseTimeoutMs = RESPONSE_TIMEOUT_MS,
  slowestBytesPerSecond = SLOWEST_BYTES_PER_SECOND,
}: OutgoingOptions): (res: ServerResponse) => void {
  /** In the order in which they were written. */
  const held = new Map<ServerResponse, number>();
  let heldBytes = 0;

  function drop(res: ServerResponse, reason: string): void {
    log.info({ bytes: held.get(res), heldBytes, reason }, 'a client that does not read was dropped');
    release(res);
    res.destroy();
  }

  function release(res: ServerResponse): void {
    heldBytes -= held.get(res) ?? 0;
    held.delete(res);
  }

  return (res) => {
    res.once('prefinish', () => {
      const bytes = res.writableLength;
      // The kernel has taken all of it.
      if (bytes === 0) return;
      held.set(res, bytes);
      heldBytes += bytes;
      const allowedMs = responseTimeoutMs + (bytes / slowestBytesPerSecond) * 1000;
      const timer = setTimeout(() => drop(res, 'too slow'), allowedMs);
      const taken = () => {
        clearTimeout(timer);
        release(res);
      };
      res.once('finish', taken).once('close', taken);
      for (const oldest of held.keys()) {
        if (heldBytes <= maxHeldBytes) break;
        drop(oldest, 'too much is held');
      }
    });
  };
}
