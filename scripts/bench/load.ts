import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a server did under load. */
export interface Throughput {
  requests: number;
  requestsPerSecond: number;
  cpuMicrosPerRequest: number;
}

export interface Load {
  /** Origin of the server. */
  url: string;
  /** The bytes of the next request. */
  request(): string;
  /** Any other is an error; null if all will do. */
  expectedStatus: number | null;
  /** How long to start requests; started ones are waited for and counted. */
  durationMs: number;
  /** Default 16: enough to keep a server and its database busy on two cores; more would only queue. */
  connections?: number;
  cpuMicros(): Promise<number>;
}

const CONNECTIONS = 16;

/**
 * Keeps keep-alive connections busy, one request at a time on each. Plain sockets: an HTTP client would take more of the two
 * cores than the servers measured. Throws on any other status than the expected one.
 */
export async function measureLoad(load: Load): Promise<Throughput> {
  const { hostname, port } = new URL(load.url);
  const sockets = await Promise.all(
    Array.from({ length: load.connections ?? CONNECTIONS }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const cpuBefore = await load.cpuMicros();
  const startedAt = performance.now();
  const counts = await Promise.all(
    sockets.map((socket) => keepBusy(socket, load, startedAt + load.durationMs)),
  );
  const elapsedMs = performance.now() - startedAt;
  const cpuMicros = (await load.cpuMicros()) - cpuBefore;
  for (const socket of sockets) socket.destroy();
  const requests = counts.reduce((sum, count) => sum + count, 0);
  return {
    requests,
    requestsPerSecond: (requests / elapsedMs) * 1000,
    cpuMicrosPerRequest: cpuMicros / requests,
  };
}

/** One request as sent. A body makes it a JSON request. */
export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

async function keepBusy(socket: Socket, { request, expectedStatus }: Load, untilMs: number): Promise<number> {
  let count = 0;
  let received = '';
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection under load.')));
    socket.on('data', (chunk) => {
      received += chunk;
      const bodyAt = received.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) return;
      const length = Number(received.match(/content-length: (\d+)/i)?.[1] ?? 0);
      if (received.length < bodyAt + length) return;
      if (expectedStatus !== null && Number(received.slice(9, 12)) !== expectedStatus)
        return reject(new Error(received));
      received = '';
      count += 1;
      if (performance.now() < untilMs) socket.write(request());
      else resolve(count);
    });
    socket.write(request());
  });
}
