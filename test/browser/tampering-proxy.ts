import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server between the page and the service that lies. */
export interface TamperingProxy {
  readonly url: string;
  /**
   * Changes a response's body; `path` is what follows the mandate's id, such as `/instruction`, or empty for
   * the view.
   */
  tamper: (path: string, body: { [field: string]: string }) => object;
  /** Requests so far, as `POST /submit`. */
  readonly passed: string[];
  stop(): Promise<void>;
}

/** Forwards requests to `target`, and returns its responses changed by `tamper`. */
export async function startTamperingProxy(target: string): Promise<TamperingProxy> {
  const passed: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, headers, url } = request;
    const body = await buffer(request);
    const path = /mandates\/[^/?]+([^?]*)/.exec(url!)?.[1] ?? '';
    if (method !== 'OPTIONS') passed.push(`${method} ${path}`);
    const contentType = headers['content-type'];
    const answer = await fetch(target + url, {
      method: method!,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    response.writeHead(answer.status, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'content-type': 'application/json',
    });
    response.end(answer.status === 200 ? JSON.stringify(proxy.tamper(path, JSON.parse(text))) : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TamperingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: (_, body) => body,
    passed,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
