import cluster from 'node:cluster';

/**
 * Loaded before a server's own code: replies to each message from the parent process with the CPU time used
 * so far, in µs. The server's own children get other messages.
 */
if (cluster.isPrimary) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMicros: user + system });
  });
  // The channel alone must not keep the server alive.
  process.channel!.unref();
}
