import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Trial } from '../../pages/docs/page-data.ts';
import { curlOf, requestOf } from '../../pages/docs/request.ts';

const TRIAL: Trial = {
  method: 'POST',
  path: '/v1/things/{id}',
  takesKey: true,
  parameters: [
    { name: 'id', in: 'path', required: true, options: null },
    { name: 'limit', in: 'query', required: false, options: null },
    { name: 'status', in: 'query', required: false, options: ['active', 'ended'] },
    { name: 'Idempotency-Key', in: 'header', required: false, options: null },
  ],
  body: '{}',
};
const ORIGIN = 'https://pay.example';

it('what is filled in goes where the contract has it, and what is empty nowhere', () => {
  const values = { id: 'a/b $&?', limit: '5', status: '', 'Idempotency-Key': 'once' };
  expect(requestOf(TRIAL, { key: 'sk_test_1', values, body: '{"a":1}' })).toEqual({
    url: '/v1/things/a%2Fb%20%24%26%3F?limit=5',
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_1',
      'idempotency-key': 'once',
      'content-type': 'application/json',
    },
    body: '{"a":1}',
  });
  const reading = { ...TRIAL, method: 'GET', body: null };
  expect(requestOf(reading, { key: '', values: { id: '1' }, body: '' })).toEqual({
    url: '/v1/things/1',
    method: 'GET',
    headers: {},
    body: null,
  });
});

it('a shell passes on exactly that, and the key is not in it', () => {
  const values = { id: '1', 'Idempotency-Key': `it's $HOME \`id\` "x" \\` };
  const body = `{"name": "Joe's $(id)\\n"}`;
  const request = requestOf(TRIAL, { key: 'sk_test_secret', values, body });
  const line = curlOf(request, true, ORIGIN);
  expect(line).not.toContain('sk_test_secret');
  const said = execFileSync('sh', ['-c', line.replace(/^curl/, "printf '%s\\0'")], {
    encoding: 'utf8',
    env: { AUTOPAY_KEY: 'sk_test_mine' },
  });
  const start = ['-X', 'POST', `${ORIGIN}/v1/things/1`, '-H', 'authorization: Bearer sk_test_mine'];
  const headers = [
    '-H',
    `idempotency-key: ${values['Idempotency-Key']}`,
    '-H',
    'content-type: application/json',
  ];
  expect(said.split('\0').slice(0, -1)).toEqual([...start, ...headers, '-d', body]);
});
