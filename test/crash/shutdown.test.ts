import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { findPostmaster, isAlive } from '../../server/db/postmaster.ts';
import { rpcAt } from '../localnet/support.ts';
import { spawnService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { PERIOD_SECONDS, subscribe } from './books.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-shutdown-'));
  // As root the embedded server runs as another user, who must pass through.
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test(
  'SIGTERM while a request waits for the chain: it is answered, and the process leaves nothing behind',
  { timeout: 120_000 },
  async () => {
    const env = { AUTOPAY_DATA_DIR: directory, AUTOPAY_LOCALNET_SLOT_MS: '100' };
    const child = await spawnService(env);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: child.url });
    const api = new Autopay(keys.test, { baseUrl: child.url, maxRetries: 0 });
    const { mandate } = await subscribe(api);
    const postmaster = await findPostmaster(clusterPaths(join(directory, 'postgres')).cluster);
    expect(isAlive(postmaster!.pid)).toBe(true);

    const chainUrl = `http://127.0.0.1:${await readFile(join(directory, 'localnet', 'port'), 'utf8')}`;
    const faults = [{ method: 'getSignatureStatuses', kind: 'delay', delayMs: 3_000 }];
    await rpcAt(chainUrl, 'autopay_setFaults', [{ faults }]);
    const waiting = api.test.advanceClock({ seconds: PERIOD_SECONDS });
    await eventually(
      async () => (await api.mandates.listCharges(mandate.id)).data[0]!.status === 'processing',
    );
    const exitCode = child.terminate();
    await expect(waiting).resolves.toMatchObject({ object: 'test_clock' });
    expect(await exitCode).toBe(0);
    expect(isAlive(postmaster!.pid)).toBe(false);
    await expect(fetch(`${child.url}/livez`)).rejects.toThrow();
    await expect(rpcAt(chainUrl, 'getHealth')).rejects.toThrow();

    const next = await spawnService(env);
    const again = new Autopay(keys.test, { baseUrl: next.url });
    expect((await again.mandates.listCharges(mandate.id)).data.map(({ status }) => status)).toEqual([
      'scheduled',
      'succeeded',
      'succeeded',
    ]);
    expect(await next.terminate()).toBe(0);
  },
);
