import cluster from 'node:cluster';
import { getHeapSpaceStatistics } from 'node:v8';

/** What a server's process has used so far. */
export interface Usage {
  /** CPU time, user and system, in µs. */
  cpuMicros: number;
  /** What V8 holds in its old generation, which only a full collection clears. */
  oldBytes: number;
}

/**
 * Loaded before a server's own code: replies to each message from the parent process with its usage. The server's own children get other messages.
 */
if (cluster.isPrimary) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!;
    process.send!({ cpuMicros: user + system, oldBytes: old.space_used_size } satisfies Usage);
  });
  // The channel alone must not keep the server alive.
  process.channel!.unref();
}
