import { headOf, type Shape } from './shape.ts';

/** The request in the body of another. A server that responds to it can be smuggled past. */
const INNER = 'GET /v1/smuggled HTTP/1.1\r\nhost: a\r\n\r\n';
const ENDED = `0\r\n\r\n${INNER}`;

/** Requests whose end two servers see in different places: each must get one response, and the connection must end there. */
export function smuggling(key: string): Shape[] {
  const length = (n: number | string) => `content-length: ${n}`;
  const CHUNKED = 'transfer-encoding: chunked';
  const ambiguous = (name: string, headers: readonly string[], body = ENDED): Shape => ({
    name: `smuggling: ${name}`,
    pieces: [
      headOf(key, 'POST /v1/products HTTP/1.1', ['content-type: application/json', ...headers]) + body,
    ],
    statuses: [400],
    endsConnection: true,
  });
  return [
    ambiguous('CL.TE', [length(ENDED.length), CHUNKED]),
    ambiguous('TE.CL', [CHUNKED, length(3)]),
    ambiguous('two lengths', [length(0), length(ENDED.length)]),
    ambiguous('a list of lengths', [length(`0, ${ENDED.length}`)]),
    ambiguous('a signed length', [length('+5')]),
    ambiguous('a negative length', [length(-1)]),
    ambiguous('a length in hex', [length('0x10')]),
    ambiguous('a length with a blank', [length('1 0')]),
    ambiguous('a length of 2^64', [length('18446744073709551616')]),
    ambiguous('TE twice', [CHUNKED, 'transfer-encoding: identity']),
    ambiguous('TE that is unknown', ['transfer-encoding: xchunked', length(5)]),
    ambiguous('TE with a blank before the colon', ['transfer-encoding : chunked', length(5)]),
    ambiguous('TE folded', ['x: a', ' transfer-encoding: chunked', length(5)]),
    ambiguous('TE after a vertical tab', ['transfer-encoding: \u000bchunked', length(5)]),
    ambiguous('a bare line feed', [`x: a\n${CHUNKED}`, length(5)]),
    ambiguous('a bare carriage return', [`x: a\r${CHUNKED}`, length(5)]),
    ambiguous('a null in a header', [`x: a\u0000b`, length(5)]),
    ambiguous('a chunk of no number', [CHUNKED], `zz\r\n${INNER}`),
    ambiguous('a chunk of -1', [CHUNKED], `-1\r\n${INNER}`),
    ambiguous('a chunk of 2^64', [CHUNKED], `10000000000000000\r\n${INNER}`),
    ambiguous('a chunk that is longer than it says', [CHUNKED], `1\r\nxxxx\r\n${ENDED}`),
    ambiguous('a chunk that ends in a line feed', [CHUNKED], `1\nx\n${ENDED}`),
    ...['GET / HTTP/9.9', 'GET', 'G\u0000T / HTTP/1.1', 'PRI * HTTP/2.0'].map((line) => ({
      name: `smuggling: ${JSON.stringify(line)}`,
      pieces: [`${line}\r\n\r\nSM\r\n\r\n`],
      statuses: [400],
      endsConnection: true as const,
    })),
    ...[
      'TRACE / HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'PROPFIND / HTTP/1.1',
      'GET http://evil.example/v1/smuggled HTTP/1.1',
    ].map((line) => ({ name: `smuggling: ${line}`, pieces: [headOf(key, line)] })),
    { name: 'smuggling: CONNECT', pieces: [headOf(key, 'CONNECT 127.0.0.1:22 HTTP/1.1')], statuses: [] },
    {
      name: 'smuggling: an upgrade',
      pieces: [headOf(key, 'GET / HTTP/1.1', ['connection: upgrade', 'upgrade: h2c'])],
    },
    {
      name: 'smuggling: expects',
      pieces: [headOf(key, 'POST /v1/products HTTP/1.1', ['expect: 200-ok', length(0)])],
    },
  ];
}
