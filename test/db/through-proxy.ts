import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { connect } from '../../server/db/connect.ts';

/** A pool whose connections go through a server of ours, which can end them as a network does. */
export async function throughProxy(databaseUrl: string, applicationName: string, { max }: { max: number }) {
  const target = new URL(databaseUrl);
  const inbound: Socket[] = [];
  const proxy = createServer((socket) => {
    inbound.push(socket.on('error', () => {}));
    const outbound = createConnection(Number(target.port), target.hostname).on('error', () => {});
    socket.pipe(outbound).pipe(socket);
    socket.on('close', () => outbound.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` });
  return { sql: connect(url.href, { max, applicationName }), proxy, port, inbound };
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
