import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findService } from '../../sdk/src/testing/find-service.ts';
import { startService } from '../../sdk/src/testing/start-service.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A machine that runs other tests beside takes several times the usual 3 s. */
const START = { timeout: 240_000 };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-find-'));
  // As root Postgres runs as another user, who must pass through.
  await chmod(directory, 0o711);
  // What is left behind is this test's.
  vi.stubEnv('TMPDIR', directory);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

/** The data that services which were started left behind. */
const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('autopay-started-'));

describe('the service that one call starts', () => {
  test('takes a mandate through its life, tells a webhook, and is gone after stop', START, async () => {
    const receiver = await startReceiver();
    const service = await startService({ merchantName: 'Coffee Club' });
    try {
      const { autopay, merchant } = service;
      expect(merchant).toEqual({
        id: expect.stringMatching(/^mer_/),
        testKey: expect.stringMatching(/^sk_test_/),
        liveKey: expect.stringMatching(/^sk_live_/),
      });
      await autopay.webhookEndpoints.create({ url: receiver.url });
      const [payer, payee] = [await autopay.test.createWallet(), await autopay.test.createWallet()];
      const { id } = await autopay.mandates.create({
        payer: payer.address,
        payee: payee.address,
        mint: payer.mint,
        amountPerPeriod: '12500000',
        periodSeconds: 86_400,
        maxPeriods: 2,
        autoAuthorize: true,
      });
      await autopay.test.advanceClock({ seconds: 86_400 });
      expect(await autopay.mandates.get(id)).toMatchObject({ status: 'completed', periodsCharged: 2 });
      await eventually(() =>
        receiver.received.some(({ body }) => JSON.parse(body).type === 'mandate.completed'),
      );
    } finally {
      await service.stop();
      await receiver.close();
    }
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow('fetch failed');
    await expect(service.stop()).resolves.toBeUndefined();
  });

  test('ends with the process that started it, however that ends, and leaves no data', START, async () => {
    const program = `
      import { startService } from '@autopay/sdk/testing/service';
      const { url } = await startService();
      console.log(url);
      process.kill(process.pid, 'SIGKILL');`;
    const parent = spawn(
      process.execPath,
      ['--conditions=autopay-source', '--input-type=module', '--eval', program],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    for await (const chunk of parent.stdout) said += chunk;
    const url = said.trim();
    expect(url).toMatch(/^http:/);
    await eventually(() =>
      fetch(`${url}/livez`).then(
        () => false,
        () => true,
      ),
    );
    await eventually(async () => (await leftovers()).length === 0);
  });

  test('takes settings of its own', START, async () => {
    await using service = await startService({ env: { AUTOPAY_SELL_MODE: 'once' } });
    const [payer, payee] = [
      await service.autopay.test.createWallet(),
      await service.autopay.test.createWallet(),
    ];
    const terms = { payer: payer.address, payee: payee.address, mint: payer.mint };
    await expect(
      service.autopay.mandates.create({ ...terms, amountPerPeriod: '1', periodSeconds: 60 }),
    ).rejects.toMatchObject({ code: 'recurring_unavailable' });
  });

  test('says what the service said where it does not start, and leaves no data', START, async () => {
    await expect(startService({ env: { AUTOPAY_SELL_MODE: 'never' } })).rejects.toThrow(
      /ended with code 1 before it was ready[\s\S]*AUTOPAY_SELL_MODE/,
    );
    expect(await leftovers()).toEqual([]);
  });

  test('must be ready in time', START, async () => {
    await expect(startService({ timeoutMs: 50 })).rejects.toThrow('was not ready within 50 ms');
    await expect(startService({ timeoutMs: 0 })).rejects.toThrow('timeoutMs must be a positive number');
  });
});

describe('the package of the service', () => {
  test('is found above the project, with the Node that it depends on', () => {
    const found = findService({ from: import.meta.dirname });
    expect(found).toEqual({
      directory: ROOT,
      main: join(ROOT, 'server', 'main.ts'),
      node: join(ROOT, 'node_modules', 'node', 'bin', 'node'),
    });
  });

  test('is found where it is linked in node_modules', async () => {
    const project = join(directory, 'project');
    await mkdir(join(project, 'node_modules'), { recursive: true });
    await symlink(ROOT, join(project, 'node_modules', 'autopay'));
    expect(findService({ from: join(project, 'test') }).directory).toBe(ROOT);
  });

  test('that is a copy in node_modules is refused, because Node runs no TypeScript there', async () => {
    const copy = join(directory, 'copied', 'node_modules', 'autopay');
    await mkdir(join(copy, 'server'), { recursive: true });
    await writeFile(join(copy, 'package.json'), '{"name":"autopay"}');
    await writeFile(join(copy, 'server', 'main.ts'), '');
    expect(() => findService({ from: join(directory, 'copied') })).toThrow(/npm link/);
  });

  test('that is not there is an error that tells where it was looked for and what to do', async () => {
    const lost = join(directory, 'lost');
    expect(() => findService({ from: lost })).toThrow(join(lost, 'node_modules', 'autopay'));
    await expect(startService({ directory: lost })).rejects.toThrow(
      `Looked in:\n  ${lost}\nClone the service, run npm ci in it, and name it: AUTOPAY_DIRECTORY=../autopay`,
    );
    expect(() => findService({ directory: '' })).toThrow('directory is empty');
  });

  test('is not something else of that name, or another package with a server', async () => {
    const other = join(directory, 'other');
    await mkdir(join(other, 'server'), { recursive: true });
    await writeFile(join(other, 'server', 'main.ts'), '');
    expect(() => findService({ directory: other })).toThrow('was not found');
    await writeFile(join(other, 'package.json'), '{"name":"other"}');
    expect(() => findService({ directory: other })).toThrow('was not found');
    await writeFile(join(other, 'package.json'), 'not json');
    expect(() => findService({ directory: other })).toThrow('was not found');
  });
});
