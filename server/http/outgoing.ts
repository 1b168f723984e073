import type { ServerResponse } from 'node:http';
import type { Logger } from '../log.ts';

export interface OutgoingOptions {
  log: Logger;
  /** Bytes of finished responses that this process holds for clients which have not taken them yet. Default 64 MiB. */
  maxHeldBytes?: number;
  /** How long a client may take for its response, beside what its size takes at `slowestBytesPerSecond`. Default 30 s. */
  responseTimeoutMs?: number;
  /** Default 32 KiB: slower than any phone that a person waits for. */
  slowestBytesPerSecond?: number;
}

const MAX_HELD_BYTES = 64 * 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 32 * 1024;

/**
 * Bounds what waits to be read. A client that asks for large responses and does not read them would fill this process's memory otherwise:
 * whoever is too slow is dropped, and while too much is held, whoever has had the longest time.
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
