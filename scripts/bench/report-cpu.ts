/** Loaded before a server's own code: answers each message from the process that started it with the CPU time used so far, in µs. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMicros: user + system });
});
// The channel alone must not keep a server alive that wants to end.
process.channel!.unref();
