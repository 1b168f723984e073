import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A JSON-RPC node of a cluster, as far away as a real one, that counts what it is asked. */
export interface RpcProxy {
  url: string;
  /** The calls since the last time this was asked, by method. */
  takeCalls(): Map<string, number>;
  close(): void;
}

/** Only the test chain has `autopay_*` methods, and the service is less sparing with it. */
const METHOD_NOT_FOUND = { code: -32601, message: 'Method not found' };

/**
 * Passes calls on to the node at `target`, each delayed by `latencyMs`. With `isLocalnet` also those that only the test chain has, which are
 * not counted: plans run by the merchant's test clock, and the service moves it on the test chain alone.
 */
export async function startRpcProxy(
  target: string,
  latencyMs: number,
  { isLocalnet = false }: { isLocalnet?: boolean } = {},
): Promise<RpcProxy> {
  let calls = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming);
    const { method } = JSON.parse(body.toString()) as { method: string };
    const isOwn = method.startsWith('autopay_');
    if (!isOwn || !isLocalnet) calls.set(method, (calls.get(method) ?? 0) + 1);
    if (latencyMs > 0) await setTimeout(latencyMs);
    if (isOwn && !isLocalnet) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: METHOD_NOT_FOUND }));
      return;
    }
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const passed = request(target, { method: 'POST', agent, headers }, (answer) => {
      response.writeHead(answer.statusCode!, { 'content-type': 'application/json' });
      answer.pipe(response);
    });
    // Its service went away, or the node: nobody waits for the response.
    passed.on('error', () => response.destroy());
    passed.end(body);
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCalls: () => {
      const taken = calls;
      calls = new Map();
      return taken;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
