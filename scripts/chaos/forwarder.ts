import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An address that stays while what is behind it changes, as a virtual IP or a DNS name does in a failover. */
export class Forwarder {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number | null;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((inbound) => this.#accept(inbound));
  }

  /** Listens on a free port of 127.0.0.1 and passes every connection on to `port` there. */
  static async start(port: number): Promise<Forwarder> {
    const forwarder = new Forwarder(port);
    forwarder.#server.listen(0, '127.0.0.1');
    await once(forwarder.#server, 'listening');
    return forwarder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection. New ones go to `port` from now on; with null they are rejected. */
  pointTo(port: number | null): void {
    this.#target = port;
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.pointTo(null);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(inbound: Socket): void {
    this.#track(inbound);
    if (this.#target === null) return void inbound.destroy();
    const outbound = connect(this.#target, '127.0.0.1');
    this.#track(outbound);
    inbound.pipe(outbound).pipe(inbound);
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    // A failure here came from one of the two ends, which notice it.
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
