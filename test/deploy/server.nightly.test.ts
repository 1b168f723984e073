import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { freePort } from '../../scripts/chaos/stage.ts';
import { connect } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';
import { ROOT } from './dockerfile.ts';
import { Started } from './processes.ts';
import { readEnvironment, readUnit } from './units.ts';

/** The recipe's commands, as docs/operations.md has them. */
const RECIPE = /### A server without containers\n[^]*?```sh operator\n([^]*?)```/
  .exec(readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8'))![1]!
  .trim()
  .split('\n');
/** Each of these changes the machine: another command stands for it here, or nothing does. */
const NOT_RUN = ['useradd', 'sudo', 'cp', 'systemctl'];

const missing =
  missingProgram('git') ??
  missingProgram('openssl') ??
  missingProgram('npm') ??
  (existsSync(join(ROOT, '.git')) ? null : 'this is no clone');

describeUnless(missing, 'the recipe for a server', () => {
  const started = new Started();
  let folder: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/autopay-server-');
    postgres = await startEmbeddedPostgres({
      dataDir: join(mkdtempSync(join(tmpdir(), 'autopay-pg-')), 'postgres'),
    });
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is under ten commands, and each is run here or changes the machine', () => {
    expect(RECIPE.length).toBeLessThan(10);
    for (const command of RECIPE)
      expect(['git', 'cd', 'npm', 'sh', 'curl', ...NOT_RUN], command).toContain(command.split(' ')[0]);
  });

  test('leads from a clone to an API and a worker that serve and work', { timeout: 900_000 }, async () => {
    const clone = join(folder, 'opt');
    const etc = join(folder, 'etc');
    const here = (text: string) => text.replaceAll('/opt/autopay', clone).replaceAll('/etc/autopay', etc);
    for (const command of RECIPE) {
      const [program] = command.split(' ');
      if (program === 'git') {
        expect(command).toMatch(/^git clone \S+ \/opt\/autopay$/);
        execFileSync('git', ['clone', '-q', ROOT, clone], { stdio: 'pipe' });
        // What is not committed yet is tested too.
        for (const part of ['server', 'rules', 'deploy', 'pages', 'docs'])
          cpSync(join(ROOT, part), join(clone, part), {
            recursive: true,
            filter: (path) => !path.includes('/dist'),
          });
      } else if (program === 'npm' || program === 'sh') {
        const me = command.includes('setup.sh') ? ` --dir ${etc} --owner ${process.getuid!()}` : '';
        execFileSync('sh', ['-ec', here(command) + me], { cwd: clone, stdio: 'pipe', timeout: 600_000 });
      }
    }
    // For `sudo -u postgres psql`: the same statements, to a PostgreSQL of the test's own.
    expect(RECIPE).toContain('sudo -u postgres psql < /etc/autopay/database.sql');
    const superuser = connect(postgres.url, { max: 1, applicationName: 'autopay-test' });
    // Its superuser has the name already.
    const sql = readFileSync(join(etc, 'database.sql'), 'utf8').replaceAll(
      /(role|owner) autopay/g,
      '$1 autopay_own',
    );
    const statements = sql.split(';\n').filter(Boolean);
    for (const statement of statements) await superuser.unsafe(statement);
    await superuser.end();
    // For `systemctl enable --now`: what the units start, with the settings they name.
    expect(RECIPE).toContain('systemctl enable --now autopay-chain autopay-api autopay-worker');
    const own = readEnvironment(join(etc, 'autopay.env'));
    const database = Object.assign(new URL(own['DATABASE_URL']!), {
      port: new URL(postgres.url).port,
      username: 'autopay_own',
    });
    const chain = start('chain', {}, ['--port', '0', '--data-dir', join(folder, 'chain')]);
    const rpcUrl = /"rpcUrl":"([^"]+)"/.exec(await chain.said('"rpcUrl"'))![1]!;
    // What it says it serves is where people reach it, not where this test does.
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...own,
      DATABASE_URL: database.href,
      AUTOPAY_TEST_RPC_URL: rpcUrl,
      AUTOPAY_PORT: String(port),
    };
    await start('migrate', env).done();
    const [worker, api] = [start('worker', env), start('api', env)];
    await worker.said('"msg":"ready"');
    expect(await api.said('Autopay is ready at')).toContain('ready at https://pay.example.com\n');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    // Real work goes through both: the chain's tokens are registered, and a wallet is funded.
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: url });
    const client = new Autopay(keys.test, { baseUrl: url });
    expect((await client.tokens.list()).data.length).toBeGreaterThan(0);
    expect((await client.test.createWallet({})).address).toMatch(/^\w{32,44}$/);
    expect(await api.terminate()).toBe(0);
    expect(await worker.terminate()).toBe(0);

    function start(unit: string, settings: Record<string, string>, args?: readonly string[]) {
      const { Service } = readUnit(`autopay-${unit}.service`);
      const words = here(Service!['ExecStart']![0]!).split(' ');
      const main = words.findIndex((word) => word.endsWith('main.ts'));
      return started.start(args === undefined ? words : [...words.slice(0, main + 1), ...args], {
        cwd: here(Service!['WorkingDirectory']![0]!),
        env: settings,
      });
    }
  });
});
