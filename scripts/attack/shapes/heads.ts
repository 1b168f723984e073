import { headOf, post, type Shape } from './shape.ts';

/** Below Node's 16 KiB for all headers together. */
const LONG = 15_000;
/** Every header that something in the service reads. */
const READ = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'content-encoding',
  'content-type',
  'cookie',
  'expect',
  'if-none-match',
  'idempotency-key',
  'origin',
  'range',
  'svc-mode',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
] as const;
/** What makes regular expressions that are not linear try again and again, and what fills tables. */
const FILLERS = [
  ' ',
  '\t',
  ',',
  ', ',
  ';',
  '; ',
  'a',
  '=',
  'a=',
  '"',
  '\\"',
  '0',
  '.',
  ':',
  '%',
  '1,',
] as const;

/** Long headers of each name and filling, with an end that matches nothing. */
export function heads(key: string): Shape[] {
  const long = READ.flatMap((name) =>
    FILLERS.map((filler) => {
      const prefix = name === 'content-type' ? 'application/json' : '';
      const value = `${prefix}${filler.repeat(LONG / filler.length)}x`;
      return {
        name: `${name} of ${JSON.stringify(filler)}`,
        pieces: [post(key, '/v1/mandates', '{}', [`${name}: ${value}`])],
      };
    }),
  );
  const spaces = `application/json${' '.repeat(15_750)}x`;
  return [
    ...long,
    {
      name: 'many spaces',
      pieces: [post(key, '/v1/mandates', '{}', [`content-type: ${spaces}`])],
      statuses: [400],
    },
    {
      name: 'bearer of spaces',
      pieces: [`GET /v1/mandates HTTP/1.1\r\nauthorization: Bearer ${' '.repeat(LONG)}x\r\n\r\n`],
    },
    {
      name: 'one header of 64 kB',
      pieces: [head(key, '/v1/mandates', [`x: ${'x'.repeat(65_536)}`])],
      statuses: [431],
    },
    { name: '2,000 headers', pieces: [head(key, '/v1/mandates', many(2_000))], statuses: [431] },
    { name: '900 headers', pieces: [head(key, '/v1/mandates', many(900))] },
    ...urls(key),
  ];
}

function urls(key: string): Shape[] {
  const paths = [
    ['64 kB', `/v1/${'x'.repeat(65_536)}`, [431]],
    ['15 kB', `/v1/mandates/${'x'.repeat(LONG)}`, [404]],
    ['slashes', '/'.repeat(LONG), [404]],
    ['dots', '/../..'.repeat(LONG / 6), [404]],
    ['escaped dots', '/%2e%2e'.repeat(LONG / 7), [404]],
    ['half escapes', `/v1/mandates/${'%'.repeat(LONG)}`, [400, 404]],
    ['no UTF-8', '/v1/mandates/%ff%fe', [400, 404]],
    ['a null', '/v1/mandates/man_%00', [400, 404]],
    ['1,500 parameters', `/v1/mandates?${'limit=1&'.repeat(1_500)}`, [400]],
    ['nested parameters', `/v1/mandates?a${'[a]'.repeat(4_000)}=1`, [400]],
    ['__proto__', '/v1/mandates?__proto__[admin]=1&constructor.prototype=1', [400]],
    ['a limit of 15,000 digits', `/v1/mandates?limit=${'9'.repeat(LONG)}`, [400]],
    ['a cursor of 15 kB', `/v1/mandates?startingAfter=${'x'.repeat(LONG)}`, [400]],
  ] as const;
  return paths.map(([name, path, statuses]) => ({
    name: `URL: ${name}`,
    pieces: [head(key, path)],
    statuses,
  }));
}

const head = (key: string, path: string, headers: readonly string[] = []) =>
  headOf(key, `GET ${path} HTTP/1.1`, headers);
const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}: ${n}`);
