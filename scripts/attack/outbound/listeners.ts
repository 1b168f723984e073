import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';

/** A connection that somebody made: to which of all addresses, and what was asked for. */
export interface Connection {
  address: string;
  port: number;
  path: string | null;
}

/** Where services listen, and what URLs without a port mean. */
const HTTP_PORTS = [80, 8080];
const OTHER_PORTS = [22, 443, 6379];

/** Makes every address of the internet one of this network namespace. Must not be called outside of one. */
export function ownEveryAddress(): void {
  const ip = (...args: string[]) => execFileSync('ip', args);
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
}

/**
 * Listens at every address, responds with 204, or what `/redirect/<status>/<target>` asks for, and notes each
 * connection.
 */
export async function listenEverywhere(): Promise<Connection[]> {
  const connections: Connection[] = [];
  for (const port of HTTP_PORTS) {
    const server = createServer((request, response) => {
      const address = plain(request.socket.localAddress);
      connections.push({ address, port, path: request.url! });
      const [, status, target] = /^\/redirect\/(\d+)\/(.+)$/.exec(request.url!) ?? [];
      if (status === undefined) response.writeHead(204).end();
      else response.writeHead(Number(status), { location: decodeURIComponent(target!) }).end();
    });
    server.on('connection', (socket) =>
      connections.push({ address: plain(socket.localAddress), port, path: null }),
    );
    await once(server.listen(port, '::'), 'listening');
  }
  for (const port of OTHER_PORTS) {
    const server = createTcpServer((socket) => {
      connections.push({ address: plain(socket.localAddress), port, path: null });
      socket.on('error', () => {}).destroy();
    });
    await once(server.listen(port, '::'), 'listening');
  }
  return connections;
}

function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
