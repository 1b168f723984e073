import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

/** A merchant's site on a port of its own, that is another origin than the service's. */
export interface Shop {
  readonly url: string;
  stop(): Promise<void>;
}

/** As bundlers resolve the packages, but from their sources. */
const BUNDLE = {
  bundle: true,
  write: false as const,
  format: 'esm' as const,
  target: 'es2022',
  conditions: ['autopay-source'],
  logLevel: 'silent',
} satisfies BuildOptions & { write: false };

/**
 * Serves one page, bundled from `page.ts`, under a Content-Security-Policy that allows its own script and calls to the
 * address in the query's `api`, and nothing else: no style, no image, no inline anything.
 */
export async function startShop(): Promise<Shop> {
  const { outputFiles } = await build({
    ...BUNDLE,
    entryPoints: { page: join(import.meta.dirname, 'page.ts') },
    splitting: true,
    outdir: '/',
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const server = createServer((request, response) => answer(scripts, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One of this folder's files as a classic script, to be put into every page before its own. */
export async function bundleScript(file: string): Promise<string> {
  const { outputFiles } = await build({
    ...BUNDLE,
    format: 'iife',
    entryPoints: [join(import.meta.dirname, file)],
  });
  return outputFiles[0]!.text;
}

function answer(scripts: Map<string, string>, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://shop');
  const script = scripts.get(url.pathname);
  if (script !== undefined) {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    return;
  }
  if (url.pathname !== '/' && !url.pathname.startsWith('/checkout/')) {
    response.writeHead(404).end();
    return;
  }
  const api = url.searchParams.get('api') ?? "'none'";
  response
    .writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${api}`,
    })
    .end(
      '<!doctype html><html lang="en"><head><title>Coffee</title>' +
        '<meta name="viewport" content="width=device-width"><script type="module" src="/page.js"></script></head>' +
        '<body><main><h1>Coffee</h1><p id="said"></p></main></body></html>',
    );
}
