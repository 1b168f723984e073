import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { OutgoingOptions } from '../../server/http/outgoing.ts';
import { RateLimiter } from '../../server/http/rate-limit.ts';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { closeServer, createServer } from '../../server/http/server.ts';
import { createLogger } from '../../server/log.ts';
import { fakeClock } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';

const MIB = 1_048_576;
/** More than the kernel's buffers take. */
const BODY = Buffer.alloc(16 * MIB, 'x');

let server: ReturnType<typeof createServer>;
let port: number;
let drops: string[];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeServer(server, { drainMs: 100 });
});

/** A server whose every response is `BODY`. */
async function start(options: Omit<OutgoingOptions, 'log'>): Promise<void> {
  drops = [];
  const log = createLogger('info', { write: (line) => void drops.push(line) });
  const limits = {
    key: 1,
    address: 1,
    total: 1,
    merchants: 1,
    signIn: 1,
    guesses: 1,
    checkout: 1,
    notices: 1,
    exports: 1,
  };
  const rateLimiter = new RateLimiter(memoryRateStore(fakeClock()), limits);
  server = createServer((_req, res) => res.end(BODY), { log, rateLimiter, ...options });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
}

/** A client that asks and reads nothing. */
async function askAndWait(): Promise<void> {
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
}

const readWhole = async () => (await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()).byteLength;

it('drops whoever has waited longest while too much is held, and serves those who read', async () => {
  await start({ maxHeldBytes: 40 * MIB });
  for (let i = 0; i < 10; i += 1) await askAndWait();
  // Two fit.
  await eventually(() => drops.length === 8);
  expect(await readWhole()).toBe(BODY.length);
  expect(drops.every((line) => line.includes('too much is held'))).toBe(true);
});

it('drops whoever does not read in time, and nobody who has read', async () => {
  await start({ responseTimeoutMs: 4_000, slowestBytesPerSecond: 32 * MIB });
  await askAndWait();
  expect(await readWhole()).toBe(BODY.length);
  expect(drops).toEqual([]);
  // 4 s, in which a busy machine reads 16 MiB too, and 0.5 s for those.
  await eventually(() => drops.length === 1);
  expect(drops[0]).toContain('too slow');
});
