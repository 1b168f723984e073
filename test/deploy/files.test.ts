import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fileSigner } from '../../server/chain/signer.ts';
import { readConfig } from '../../server/config/config.ts';
import { SETTINGS } from '../../server/config/settings.ts';
import { copyOf, isSent, jsonWords, readStages, ROOT, sentFiles } from './dockerfile.ts';
import { readEnvironment, readUnit } from './units.ts';

interface Service {
  build?: string;
  image?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
}

const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
const { postgres, ...own } = compose.services;
const stages = readStages();
const final = stages.at(-1)!;

let folder: string;
const setUp = (...args: string[]) =>
  execFileSync('sh', [join(ROOT, 'deploy', 'setup.sh'), ...args], { encoding: 'utf8' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'autopay-setup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every path that the image is built from exists and reaches the builder', () => {
  for (const { instructions } of stages)
    for (const instruction of instructions.filter(({ name }) => name === 'COPY')) {
      for (const source of copyOf(instruction)?.sources ?? []) {
        expect(existsSync(join(ROOT, source)), source).toBe(true);
        expect(sentFiles(source), source).not.toEqual([]);
      }
    }
  for (const secret of [
    '.env',
    'deployment/autopay.env',
    '.data/keys/delegate.json',
    'sdk/node_modules/a.js',
  ])
    expect(isSent(secret), secret).toBe(false);
});

test('the image names no registry, does not run as root, and starts what npm start starts', () => {
  for (const { image } of [...stages, { image: postgres!.image! }]) expect(image).toMatch(/^[a-z]+:[\w.-]+$/);
  expect(final.instructions.find(({ name }) => name === 'USER')!.rest).toBe('10001:10001');
  const entry = jsonWords(final.instructions.find(({ name }) => name === 'ENTRYPOINT')!.rest);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<'start', string>;
  };
  expect(scripts.start).toContain(`exec ${entry.join(' ')}`);
  const options = /NODE_OPTIONS="([^"]+)"/.exec(
    final.instructions.find(({ name }) => name === 'ENV')!.rest,
  )![1]!;
  expect(scripts.start).toContain(`NODE_OPTIONS="${options} $NODE_OPTIONS"`);
});

test('compose runs the image with a read-only root, without privileges, and each part waits for what it needs', () => {
  expect(Object.keys(own).sort()).toEqual(['api', 'chain', 'migrate', 'worker']);
  for (const [name, service] of Object.entries(own)) {
    expect(service, name).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'] });
    expect(service.user, name).toMatch(/^\$\{RUN_AS:\?/);
    expect(service.ports ?? [], name).toEqual(name === 'api' ? ['127.0.0.1:3000:3000'] : []);
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(compose.services, name).toHaveProperty(other);
    for (const volume of service.volumes ?? []) {
      const [from] = volume.split(':') as [string];
      expect(from.startsWith('./deployment/') || from in compose.volumes, volume).toBe(true);
    }
  }
  expect(own['api']!.depends_on!['migrate']).toEqual({ condition: 'service_completed_successfully' });
  expect(own['worker']!.depends_on!['migrate']).toEqual({ condition: 'service_completed_successfully' });
  expect(postgres!.healthcheck).toBeDefined();
});

test('what setup makes for containers are settings that the API and the worker start with', async () => {
  const dir = join(folder, 'compose');
  // Not into the repository: the last file of --for compose is its .env.
  const printed = setUp('--for', 'server', '--dir', dir, '--owner', String(process.getuid!()));
  const env = readEnvironment(join(dir, 'autopay.env'));
  expect(Object.keys(env).filter((name) => !(name in SETTINGS))).toEqual([]);
  for (const [name, { environment = {} }] of Object.entries(own))
    expect(
      Object.keys(environment).filter((each) => !(each in SETTINGS)),
      name,
    ).toEqual([]);
  for (const [name, role] of [
    ['api', 'api'],
    ['worker', 'worker'],
  ] as const) {
    const { command, environment } = own[name]!;
    const config = readConfig({ ...env, ...environment }, command!);
    expect(config).toMatchObject({
      role,
      migrateAtStart: false,
      live: { kind: 'none' },
      test: { kind: 'rpc' },
    });
  }
  expect(readConfig(env, own['migrate']!.command!).command).toBe('migrate');
  expect(printed).toContain(env['AUTOPAY_SETUP_TOKEN']);
  const names = readdirSync(join(dir, 'keys')).sort();
  expect(names).toEqual([
    'live-delegate.json',
    'live-fee-payer.json',
    'test-delegate.json',
    'test-fee-payer.json',
  ]);
  const signers = await Promise.all(names.map((name) => fileSigner(join(dir, 'keys', name))));
  expect(new Set(signers.map(({ address }) => address)).size).toBe(4);
  for (const file of [
    'autopay.env',
    'postgres-password',
    'database.sql',
    ...names.map((name) => join('keys', name)),
  ])
    expect((statSync(join(dir, file)).mode & 0o777).toString(8), file).toBe('600');
});

test('setup changes nothing that is there, and says what it wants', () => {
  const dir = join(folder, 'again');
  const me = String(process.getuid!());
  const first = setUp(
    '--for',
    'server',
    '--dir',
    dir,
    '--owner',
    me,
    '--public-url',
    'https://pay.example.com',
  );
  const before = readFileSync(join(dir, 'autopay.env'), 'utf8');
  const again = setUp(
    '--for',
    'server',
    '--dir',
    dir,
    '--owner',
    me,
    '--public-url',
    'https://other.example',
  );
  expect(readFileSync(join(dir, 'autopay.env'), 'utf8')).toBe(before);
  expect(before).toContain('AUTOPAY_PUBLIC_URL=https://pay.example.com\n');
  expect(again).toBe(first.replaceAll('made  ', 'kept  '));
  expect(() => setUp('--dri', dir)).toThrow(/there is no such option/);
  expect(() => setUp('--for', 'cloud')).toThrow(/compose or server/);
  expect(() => setUp('--dir')).toThrow(/it wants a value/);
});

test.each(['api', 'worker'])('the unit of the %s runs what npm start runs, after the migrations', (role) => {
  const { Unit, Service: service } = readUnit(`autopay-${role}.service`);
  expect(Unit!['Requires']).toEqual(['autopay-migrate.service']);
  expect(Unit!['After']![0]).toContain('autopay-migrate.service');
  const [node, ...args] = service!['ExecStart']![0]!.split(' ');
  expect(node).toBe(join(service!['WorkingDirectory']![0]!, 'node_modules/.bin/node'));
  const main = args.indexOf('server/main.ts');
  expect(args.slice(0, main).join(' ')).toBe(
    '--max-semi-space-size=16 --max-old-space-size=1024 --conditions=autopay-source',
  );
  expect(args.slice(main + 1)).toEqual([`--role=${role}`]);
  expect(service!['User']).toEqual(['autopay']);
});
