import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import { closeServer } from '../../server/http/server.ts';
import { eventually } from '../support/eventually.ts';
import { type Http, startHttp } from './http-under-test.ts';
import { emptyPage } from './samples.ts';

let http: Http;
afterEach(() => http.close());

/** A server on which `GET /v1/tokens` waits until the gate is opened, or its signal aborts. */
async function startHeld() {
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  http = await startHttp({
    handlers: {
      listTokens: async ({ signal }) => {
        reached.resolve();
        signal.addEventListener('abort', () => aborted.resolve());
        await Promise.race([release.promise, aborted.promise]);
        return { status: 200, body: emptyPage };
      },
    },
  });
  return {
    key: await http.addKey('sk_test_'),
    reached: reached.promise,
    release: release.resolve,
    aborted: aborted.promise,
  };
}

describe('closing the server', () => {
  it('lets running requests finish, tells them to close, and accepts no more', async () => {
    const { key, reached, release } = await startHeld();
    const idle = connect(http.port, '127.0.0.1');
    await once(idle, 'connect');
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<string | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` };
      request({ port: http.port, host: '127.0.0.1', path: '/v1/tokens', agent, headers }, (response) => {
        response.resume().on('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      })
        .on('error', reject)
        .end();
    });
    await reached;
    const closed = closeServer(http.server, { drainMs: 20_000 });
    const refused = await http.ask({ path: '/livez' }).catch((error: NodeJS.ErrnoException) => error.code);
    expect(refused).toBe('ECONNREFUSED');
    release();
    expect(await answer).toBe('200 close');
    await closed;
    idle.destroy();
    agent.destroy();
  });

  it('aborts what is still running after its time', async () => {
    const { key, reached, aborted } = await startHeld();
    const answer = http.ask({ path: '/v1/tokens', key }).catch((error: NodeJS.ErrnoException) => error.code);
    await reached;
    await closeServer(http.server, { drainMs: 100 });
    await aborted;
    expect(await answer).toBe('ECONNRESET');
  });
});

describe('a client that leaves', () => {
  it('aborts the signal of its request, which is logged without a status', async () => {
    const { key, reached, aborted } = await startHeld();
    const socket = connect(http.port, '127.0.0.1');
    socket.write(`GET /v1/tokens HTTP/1.1\r\nauthorization: Bearer ${key}\r\n\r\n`);
    await reached;
    socket.destroy();
    await aborted;
    await eventually(() => http.lines.some((line) => /"route":"\/v1\/tokens","status":null/.test(line)));
    expect(http.lines.join('')).not.toContain('"level":"error"');
  });
});

describe('a database that is down', () => {
  it('is an internal error to the client, which learns no details', async () => {
    http = await startHttp({
      handlers: {
        listTokens: async () => {
          throw new ApiError('unknown_route');
        },
      },
    });
    const key = await http.addKey('sk_test_');
    await http.sql.end();
    const { status, body, headers } = await http.ask({ path: '/v1/tokens', key });
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    expect(headers['ratelimit-limit']).toBe('600');
    expect((await http.ask({ path: '/livez' })).status).toBe(200);
  });
});
