import { gzipSync } from 'node:zlib';
import { headOf, post, type Shape } from './shape.ts';

/** The largest body that is read. */
const FULL = 262_144;
const PATH = '/v1/products';
/** 100 MB of zeros in 100 kB. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024));

/** Bodies that are refused: too deep, too wide, too long, not JSON, not text. */
export function bodies(key: string): Shape[] {
  const refused = (name: string, body: string | Buffer, headers: readonly string[] = []): Shape => ({
    name: `body: ${name}`,
    pieces: [post(key, PATH, body, headers)],
    statuses: [400],
  });
  const wide = (count: number, one: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => one(n)).join(',');
  return [
    refused('130,000 arrays deep', '['.repeat(FULL / 2 - 10) + ']'.repeat(FULL / 2 - 10)),
    refused('40,000 objects deep', '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000)),
    refused('never closed', '['.repeat(FULL - 10)),
    refused('a field that is deep', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    refused('20,000 unknown fields', `{${wide(20_000, (n) => `"f${n}":1`)}}`),
    refused('one field 20,000 times', `{${wide(20_000, () => '"name":1')}}`),
    refused('an array of 100,000', `{"name":[${wide(100_000, () => '0')}]}`),
    refused('a number of 200,000 digits', `{"periodSeconds":${'9'.repeat(200_000)}}`),
    refused('an exponent', '{"periodSeconds":1e400}'),
    refused('a text of 250,000', `{"name":"${'x'.repeat(250_000)}"}`),
    refused('escapes', `{"name":"${String.raw`\u0000`.repeat(40_000)}"}`),
    refused('half characters', String.raw`{"name":"\ud800"}`),
    refused('__proto__', '{"__proto__":{"livemode":true},"constructor":{"prototype":{"admin":true}}}'),
    refused('no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d])),
    refused('UTF-16', Buffer.from('{"name":"x"}', 'utf16le')),
    refused('nulls', Buffer.alloc(200_000)),
    refused('spaces', ' '.repeat(FULL)),
    refused('a gzip bomb', BOMB, ['content-encoding: gzip']),
    refused('a gzip bomb that names nothing', BOMB),
    refused('twice compressed', gzipSync(BOMB), ['content-encoding: gzip, gzip']),
    refused('a form', `a=${'a[a]='.repeat(10_000)}`, ['content-type: application/x-www-form-urlencoded']),
    refused('a boundary', '--x\r\n', [`content-type: multipart/form-data; boundary=${'x'.repeat(10_000)}`]),
    refused('a charset', '{}', ['content-type: application/json; charset=utf-7']),
    { name: 'body: a byte too many', pieces: [post(key, PATH, ' '.repeat(FULL + 1))], statuses: [413] },
    {
      name: 'body: 10 GB announced',
      pieces: [
        headOf(key, `POST ${PATH} HTTP/1.1`, [
          'content-type: application/json',
          'content-length: 10737418240',
        ]),
      ],
      statuses: [413],
    },
    {
      name: 'body: of a GET',
      pieces: [`GET /v1/products HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n{"a":`],
    },
  ];
}
