import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds to one request, or breaks the connection. */
export type Reply = (response: ServerResponse, request: Received) => void;

/** A server on loopback that gives `replies` one after another, then the last one for ever, and remembers what it was sent. */
export async function startScriptedServer(...replies: Reply[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const entry = { method: request.method!, url: request.url!, headers: request.headers, body };
    received.push(entry);
    replies[Math.min(received.length, replies.length) - 1]!(response, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  // Not enumerable: what is left are a client's options.
  return Object.defineProperty(started, 'received', { enumerable: false });
}

/** An ordinary JSON response. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'svc-request-id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** The API's own refusal. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return json(
    status,
    { error: { type: 'invalid_request_error', code, message: `Said ${code}.`, param: 'amount' } },
    headers,
  );
}

/** A response that is not the API's. */
export function raw(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };
}

/** A response that breaks off: the head promises more than comes. */
export const cutOff: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"object":"mandate",');
  setTimeout(() => response.destroy(), 20);
};

/** No response at all. */
export const silence: Reply = () => {};
