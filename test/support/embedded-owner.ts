import { writeSync } from 'node:fs';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';

// A process that owns an embedded server, for tests that kill it: says where the server is, then waits to be killed or told to stop.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2]! });
writeSync(1, `${JSON.stringify({ url: server.url })}\n`);
process.stdin.once('data', async () => {
  await server.stop();
  process.exit();
});
