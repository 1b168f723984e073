import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { subscribe } from '../crash/books.ts';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { startCli } from './cli-process.ts';

let dataDir: string;
let db: FreshDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let running: ChildService | undefined;

beforeAll(async () => {
  [dataDir, db, receiver] = await Promise.all([
    mkdtemp(join(tmpdir(), 'autopay-cli-restart-')),
    freshDatabase(),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await running?.kill();
  await receiver.close();
  await db.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A port that is free now, and stays the service's over its restarts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

test(
  'the service is killed and comes back: what happened before, at and after that is forwarded once and in order',
  { timeout: 240_000 },
  async () => {
    const service = {
      AUTOPAY_PORT: String(await freePort()),
      DATABASE_URL: db.url,
      AUTOPAY_DATA_DIR: dataDir,
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_LOCALNET_SLOT_MS: '100',
    };
    running = await spawnService(service);
    const { url } = running;
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: url });
    const api = new Autopay(keys.test, { baseUrl: url });
    await subscribe(api);

    const cli = startCli(['listen', '--forward-to', receiver.url], {
      AUTOPAY_SECRET_KEY: keys.test,
      AUTOPAY_URL: url,
    });
    await cli.untilOut('Ctrl-C ends it.');
    const created: string[] = [];
    const create = async (count: number) => {
      for (let i = 0; i < count; i += 1)
        created.push((await api.test.createEvent({ type: 'charge.failed' })).id);
    };
    await create(2);
    await eventually(() => receiver.received.length === 2);
    // More than a page, most of which nobody has read yet when the service dies.
    await create(60);
    await running.kill();
    await cli.untilOut('does not answer');
    running = await spawnService(service);
    await create(2);
    await cli.untilOut('answers again');
    await eventually(() => receiver.received.length === created.length);
    expect(receiver.received.map(({ id }) => id)).toEqual(created);

    // Late events are looked for behind the newest: none of these is taken for one.
    await create(1);
    await eventually(() => receiver.received.length === created.length);
    cli.interrupt();
    const { code, out, err } = await cli.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      `Stopped: ${created.length} forwarded. To go on from here: --after ${created.at(-1)}`,
    );
    expect(receiver.received.map(({ id }) => id)).toEqual(created);
  },
);
