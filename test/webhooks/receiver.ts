import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One attempt as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The event's id. */
  id: string;
  response: ServerResponse;
}

/** A merchant's server: keeps what arrives, and responds as `answer` says. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    url: '',
    received,
    /** Replace it to respond differently; one that does nothing leaves the sender waiting. */
    answer: ({ response }: Received): void => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const arrival: Received = {
      path: request.url!,
      headers: request.headers,
      body,
      id: JSON.parse(body).id,
      response,
    };
    received.push(arrival);
    receiver.answer(arrival);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
