import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Exporters } from '../../server/http/handler.ts';
import { csvPieces } from '../../server/exports/pieces.ts';
import { startHttp } from '../http/http-under-test.ts';
import { eventually } from '../support/eventually.ts';

let http: Awaited<ReturnType<typeof startHttp>>;
afterEach(() => http.close());

const PIECE = `${'x'.repeat(500_000)}\r\n`;
const ask = (key: string) => http.ask({ path: '/v1/charges', key, headers: { accept: 'text/csv' } });

/** An export of `count` pieces, and how many were read. */
function pieces(count: number, failAt = Infinity) {
  const seen = { read: 0, ended: false };
  const exporters: Exporters = {
    listCharges: async function* () {
      try {
        for (; seen.read < count;) {
          if (seen.read === failAt) throw new Error('Postgres is gone.');
          seen.read += 1;
          yield PIECE;
        }
      } finally {
        seen.ended = true;
      }
    },
  };
  return { seen, exporters };
}

async function slowReader(key: string) {
  const socket = connect(http.port, '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `GET /v1/charges HTTP/1.1\r\nhost: a\r\naccept: text/csv\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  return socket;
}

test('reads no more than the client takes, and nothing more once the client has gone', async () => {
  const { seen, exporters } = pieces(1_000);
  http = await startHttp({ exporters });
  const key = await http.addKey('sk_test_');
  const socket = await slowReader(key);
  await eventually(() => seen.read > 1);
  // What the two sockets' buffers take is a few megabytes of 500.
  await eventually(async () => {
    const before = seen.read;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return seen.read === before;
  });
  expect(seen.read).toBeLessThan(100);
  // One at a time of a merchant; another merchant's is not delayed.
  expect(await ask(key)).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
  socket.destroy();
  await eventually(() => seen.ended);
  expect(seen.read).toBeLessThan(100);
});

test('breaks the connection when it fails half way, so that half a file is never taken for a whole one', async () => {
  http = await startHttp({ exporters: pieces(10, 3).exporters });
  const key = await http.addKey('sk_test_');
  const whole = async () => {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' };
    const response = await fetch(`http://127.0.0.1:${http.port}/v1/charges`, { headers });
    expect(response.status).toBe(200);
    return response.text();
  };
  await expect(whole()).rejects.toThrow();
  expect(http.lines.join('\n')).toContain('a CSV export broke off');
  // The place is free again.
  await expect(whole()).rejects.toThrow();
});

test('answers a failure before the first piece as any other', async () => {
  http = await startHttp({ exporters: pieces(10, 0).exporters });
  expect(await ask(await http.addKey('sk_test_'))).toMatchObject({
    status: 500,
    body: { error: { code: 'internal_error' } },
  });
});

test('counts against a limit of its own, per merchant', async () => {
  http = await startHttp({ exporters: pieces(0).exporters, limits: { exports: 2 } });
  const [key, other] = [
    await http.addKey('sk_test_'),
    await http.addKey('sk_test_', await http.addMerchant()),
  ];
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await ask(key)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await ask(other)).status).toBe(200);
});

test('has every row of a long list once, in order, each piece from where the last one ended', async () => {
  http = await startHttp();
  const rows = Array.from({ length: 4_321 }, (_, n) => String(9_999 - n));
  const asked: (string | null)[] = [];
  let text = '';
  for await (const piece of csvPieces<string, string>({
    columns: [['id', (row) => row]],
    positionOf: (row) => row,
    read: async ({ olderThan, take }) => {
      asked.push(olderThan);
      return rows.filter((row) => olderThan === null || row < olderThan).slice(0, take);
    },
    linesOf: async (page) => page,
  })) {
    text += piece;
  }
  expect(text.trimEnd().split('\r\n')).toEqual(['id', ...rows]);
  expect(asked).toEqual([null, '9000', '8000', '7000', '6000']);
});
