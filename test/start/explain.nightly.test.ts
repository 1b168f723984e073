import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { freshDatabase, type FreshDatabase } from '../support/postgres.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const SECRETS_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/** Runs the service until it gives up; what it says, and how it ends. */
function startInVain(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: unknown; stderr: string }> {
  const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
  const settings = {
    DATABASE_URL: database.url,
    AUTOPAY_SECRETS_KEYS: SECRETS_KEYS,
    AUTOPAY_TEST_RPC_URL: 'none',
    AUTOPAY_PORT: '0',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=autopay-source', main, ...args],
      { env: { PATH: process.env['PATH'], ...settings, ...env }, timeout: 200_000 },
      (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
    );
  });
}

describe(
  'what keeps the service from starting is said in one line, with what to mend',
  { timeout: 240_000 },
  () => {
    test.concurrent('a port that is taken', async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      const { code, stderr } = await startInVain({ AUTOPAY_PORT: String(port) });
      other.close();
      expect(code).toBe(1);
      expect(stderr).toMatch(/^AUTOPAY_PORT: another program uses it \(.*\)\. Example: AUTOPAY_PORT=3001\n$/);
    });

    test.concurrent('a database that does not respond', async () => {
      const { code, stderr } = await startInVain({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/autopay' });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^DATABASE_URL: no PostgreSQL answers there \(.*\)\.\n$/);
      expect(stderr).not.toContain('secret');
    });

    test.concurrent('a key file that is not there', async () => {
      const { code, stderr } = await startInVain({
        AUTOPAY_TEST_RPC_URL: 'http://127.0.0.1:1',
        AUTOPAY_TEST_FEE_PAYER_KEY_FILE: '/nowhere/fee-payer.json',
        AUTOPAY_TEST_DELEGATE_KEY_FILE: '/nowhere/delegate.json',
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^The key file \/nowhere\/fee-payer\.json cannot be read\. Create one with: .*\n$/,
      );
    });

    test.concurrent('an attempt that is not there', async () => {
      const id = newId('attempt');
      const { code, stderr } = await startInVain({}, ['settle-attempt', id, '--expired']);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `There is no attempt ${id}.\n` });
    });

    test.concurrent('several settings at once, a line for each', async () => {
      const { code, stderr } = await startInVain({ AUTOPAY_PROT: '1', AUTOPAY_LOG_LEVEL: 'loud' });
      expect(code).toBe(1);
      expect(stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^AUTOPAY_PROT: there is no such setting\./),
        expect.stringMatching(/^AUTOPAY_LOG_LEVEL: it wants one of: .* Example: /),
      ]);
    });
  },
);
