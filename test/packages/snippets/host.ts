/**
 * Runs a program of a page in a process of its own: `node host.ts <program>`. A server that it starts gets a free port instead of the page's;
 * a server, and a handler that it exports, is then sent what a webhook receiver is sent. Ends with 1 when anything throws.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, Server } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exercise, type Receiver } from './exercise.ts';

const servers: Server[] = [];
const listen = Server.prototype.listen as (...args: unknown[]) => Server;
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  servers.push(this);
  return listen.call(this, 0, '127.0.0.1', ...args.filter((each) => typeof each === 'function'));
};

const file = resolve(process.argv[2]!);
const path = /['"`](\/[\w/-]*hook[\w/-]*)/.exec(await readFile(file, 'utf8'))?.[1] ?? '/';
const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
for (const receiver of receivers()) await exercise(receiver);
// A server is not waited for, nor what a page leaves running beside it.
process.exit(0);

function receivers(): Receiver[] {
  const found = servers.map((server): Receiver => async (init) => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
  });
  const { POST, handler, default: main } = exported;
  const serve = POST ?? (main as { fetch?: unknown } | undefined)?.fetch;
  if (typeof serve === 'function') {
    found.push(async (init) => {
      const answer = await serve.call(main, new Request(`http://localhost${path}`, init), process.env);
      return (answer as Response).status;
    });
  }
  if (typeof handler === 'function') {
    found.push(async ({ headers, body }) => {
      const http = { method: 'POST', path };
      const event = { version: '2.0', rawPath: path, headers, body, isBase64Encoded: false };
      return (await handler({ ...event, requestContext: { http } }, {})).statusCode;
    });
  }
  return found;
}
