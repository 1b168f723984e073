import { Agent, createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * A typical load balancer: it asks each backend's /readyz every second, sends requests in turn to those that
 * last returned 200, keeps connections open, and retries nothing. It responds with 502 to what it cannot
 * forward.
 */
export class Balancer {
  readonly #server: Server;
  readonly #backends = new Map<string, { agent: Agent; isReady: boolean }>();
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor(server: Server, everyMs: number) {
    this.#server = server;
    this.#timer = setInterval(() => void this.#check(), everyMs);
  }

  static async start(urls: readonly string[], everyMs = 1_000): Promise<Balancer> {
    const server = createServer();
    // As nginx has it. Shorter ones close connections on which a busy machine's client is just sending.
    server.keepAliveTimeout = 75_000;
    const balancer = new Balancer(server, everyMs);
    server.on('request', (req, res) => {
      const target = balancer.#next();
      if (target === null) return void res.writeHead(502).end();
      const { headers, method } = req;
      const sent = request(target.url + req.url, { agent: target.agent, method, headers }, (answer) => {
        delete answer.headers.connection;
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      sent.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
      req.pipe(sent);
    });
    for (const url of urls) balancer.add(url);
    await balancer.#check();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A backend that receives requests once it is ready. */
  add(url: string): void {
    this.#backends.set(url, { agent: new Agent({ keepAlive: true }), isReady: false });
  }

  isReady(url: string): boolean {
    return this.#backends.get(url)!.isReady;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
    for (const { agent } of this.#backends.values()) agent.destroy();
  }

  #next(): { url: string; agent: Agent } | null {
    const ready = [...this.#backends].filter(([, { isReady }]) => isReady);
    const [url, backend] = ready[this.#turn++ % ready.length] ?? [];
    return url === undefined ? null : { url, agent: backend!.agent };
  }

  async #check(): Promise<void> {
    await Promise.all(
      [...this.#backends].map(async ([url, backend]) => {
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        backend.isReady = answer?.status === 200;
      }),
    );
  }
}
