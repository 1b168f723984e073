import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../support/person.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
});
afterAll(() => service.stop());

/** The command as an operator runs it, beside the running service. */
function account(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=autopay-source', 'server/main.ts', 'account', ...args],
      {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: service.running.databaseUrl,
          AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
          AUTOPAY_PUBLIC_URL: service.url,
        },
      },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test('the operator lists who signs in, and prints a link that sets a new password once', async () => {
  const owner = await signUp(service);
  const listed = await account('list');
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${owner.email}\tCoffee Club (owner)\tno second factor`),
  });
  const { out } = await account('reset', owner.email.toUpperCase());
  const [link = ''] = out.split('\n');
  expect(link.startsWith(`${service.url}/dashboard/new-password#rst_`)).toBe(true);
  const use = () =>
    service.call('POST', '/v1/password_resets/complete', {
      body: { token: link.split('#')[1], password: 'a password that is new' },
    });
  expect((await use()).status).toBe(200);
  expect(refusal(await use())).toBe('401 invalid_credentials');
});

test('what cannot be done is said in one line', async () => {
  const unknown = await account('reset', 'nobody@coffee.example');
  expect(unknown).toEqual({
    code: 1,
    out: '',
    err: 'Nobody signs in with nobody@coffee.example. "npm run account -- list" shows who does.\n',
  });
  const wrong = await account('delete', 'x');
  expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([
    1,
    expect.stringContaining('account: it wants list'),
  ]);
});
