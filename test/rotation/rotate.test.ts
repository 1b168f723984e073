import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { readConfig } from '../../server/config/config.ts';
import { decryptSecret, encryptSecret } from '../../server/lib/secret-box.ts';
import { ENCRYPTED } from '../../server/rotation/encrypted.ts';
import { runRotate } from '../../server/rotation/run-rotate.ts';
import { readEnvironment } from '../deploy/units.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let folder: string;
let settings: string;
let database: FreshDatabase;
beforeAll(async () => {
  [folder, database] = await Promise.all([mkdtemp(join(tmpdir(), 'autopay-rotate-')), freshDatabase()]);
  settings = join(folder, 'autopay.env');
  for (const name of ['fee-payer', 'delegate']) await generateKeyFile(join(folder, `test-${name}.json`));
  await writeFile(
    settings,
    `# A comment stays.
DATABASE_URL=${database.url}
AUTOPAY_SECRETS_KEYS=k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
AUTOPAY_TEST_RPC_URL=http://127.0.0.1:1
AUTOPAY_TEST_FEE_PAYER_KEY_FILE=${folder}/test-fee-payer.json
AUTOPAY_TEST_DELEGATE_KEY_FILE=${folder}/test-delegate.json
`,
    { mode: 0o600 },
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The command with the settings as they stand in their file; returns what it printed. */
async function rotate(...args: string[]): Promise<string> {
  let said = '';
  await runRotate(readConfig(readEnvironment(settings), ['rotate', ...args]), (text) => (said += text));
  return said;
}

const config = () => readConfig(readEnvironment(settings), []);
const testChain = () => {
  const { test } = config();
  if (test.kind !== 'rpc') throw new Error('Bug: the settings name an RPC URL.');
  return test;
};

it('a new delegate is named first, with a file of its own, and the old one stays behind it', async () => {
  const [old] = testChain().delegateKeyFiles;
  const said = await rotate('delegate', '--mode=test', `--settings=${settings}`);
  const [made, ...others] = testChain().delegateKeyFiles;
  expect(others).toEqual([old]);
  expect(made).toMatch(/test-delegate-\d{8}\.json$/);
  expect((await stat(made!)).mode & 0o777).toBe(0o600);
  expect((await stat(settings)).mode & 0o777).toBe(0o600);
  const [before, now] = await Promise.all([fileSigner(old!), fileSigner(made!)]);
  expect(now.address).not.toBe(before.address);
  expect(said).toContain(`made    ${made}, whose address is ${now.address}`);
  expect(said).toContain('restart every process');
  expect(readFileSync(settings, 'utf8')).toContain('# A comment stays.\n');
  // Once a day is enough, and a second call changes nothing.
  await expect(rotate('delegate', '--mode=test', `--settings=${settings}`)).rejects.toThrow(
    /Nothing was changed/,
  );
  expect(testChain().delegateKeyFiles).toEqual([made, old]);
});

it('status says which files mandates still need', async () => {
  const world = await testDeployment();
  try {
    const { deployment } = world;
    const mandate = await seedMandate(deployment, await testTenant(deployment));
    const [made, old] = await Promise.all(testChain().delegateKeyFiles.map(fileSigner));
    await deployment.db`update mandates set delegate = ${old!.address} where id = ${mandate.id}`;
    const [{ url }] = [await databaseUrlOf(deployment.db)];
    const printed: string[] = [];
    const read = readConfig({ ...readEnvironment(settings), DATABASE_URL: url }, ['rotate', 'status']);
    await runRotate(read, (text) => printed.push(text));
    expect(printed.join('')).toContain(`${made!.address} is the delegate of 0 mandates`);
    expect(printed.join('')).toContain(`${old!.address} is the delegate of 1 mandates`);
    await deployment.db`update mandates set delegate = ${made!.address} where id = ${mandate.id}`;
    printed.length = 0;
    await runRotate(read, (text) => printed.push(text));
    expect(printed.join('')).toMatch(new RegExp(`${old!.address} is the delegate of 0 mandates .*it may go`));
  } finally {
    await world.drop();
  }
});

it('a new fee payer replaces the old one, which stays the owner of its plans', async () => {
  const old = testChain().feePayerKeyFile;
  const said = await rotate('fee-payer', '--mode=test', `--settings=${settings}`);
  expect(testChain().feePayerKeyFile).toMatch(/test-fee-payer-\d{8}\.json$/);
  expect(testChain().planOwnerKeyFile).toBeNull();
  expect(said).toContain(`send SOL to ${(await fileSigner(testChain().feePayerKeyFile)).address}`);
  expect((await stat(old)).isFile()).toBe(true);
});

it('secrets go over to a new key in three steps, and nothing is lost between them', async () => {
  const merchant = 'mer_rotate';
  const { sql } = database;
  await sql`insert into merchants (id, name, created_at) values (${merchant}, 'Coffee Club', 0)`;
  const ring = () => config().secretsKeys!;
  const ids = ['we_1', 'we_2', 'we_3'];
  for (const id of ids)
    await sql`
      insert into webhook_endpoints (id, merchant_id, livemode, url, secret_box, secret_last4, created_at)
      values (${id}, ${merchant}, false, 'https://coffee.example', ${encryptSecret(ring(), `secret of ${id}`, id)}, 'last', 0)`;
  const at = `--settings=${settings}`;
  await expect(rotate('secrets', '--use', at)).rejects.toThrow(/is no new one/);
  await rotate('secrets', at);
  expect(ring().map(({ id }) => id)).toEqual(['k1', 'k2']);
  await rotate('secrets', '--use', at);
  expect(ring().map(({ id }) => id)).toEqual(['k2', 'k1']);
  await expect(rotate('secrets', '--use', at)).rejects.toThrow(/is no new one/);
  const said = await rotate('secrets', '--finish', at);
  expect(said).toContain('wrote   3 webhook secrets again, encrypted with k2');
  expect(said).toContain('k1 may go from the ring');
  const rows = await sql<
    { id: string; secretBox: Buffer }[]
  >`select id, secret_box from webhook_endpoints order by id`;
  const newest = [ring()[0]] as const;
  expect(rows.map(({ id, secretBox }) => decryptSecret(newest, secretBox, id).toString())).toEqual(
    ids.map((id) => `secret of ${id}`),
  );
  expect(await rotate('secrets', '--finish', at)).toContain('wrote   0 webhook secrets again');
});

it('a file that is not the one of these settings stays as it is', async () => {
  const other = join(folder, 'other.env');
  const text =
    'AUTOPAY_TEST_DELEGATE_KEY_FILE=/elsewhere.json\nAUTOPAY_SECRETS_KEYS=k9:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n';
  await writeFile(other, text, { mode: 0o600 });
  await expect(rotate('delegate', '--mode=test', `--settings=${other}`)).rejects.toThrow(/is another in/);
  await expect(rotate('fee-payer', '--mode=test', `--settings=${other}`)).rejects.toThrow(/has no line/);
  await expect(rotate('secrets', `--settings=${other}`)).rejects.toThrow(/another key ring/);
  expect(readFileSync(other, 'utf8')).toBe(text);
  expect(() => readConfig({}, ['rotate', 'delegat'])).toThrow(/rotate: it wants/);
  expect(() => readConfig({}, ['rotate', 'delegate'])).toThrow(/--settings=FILE/);
});

it('every column that is encrypted is known to the rotation', () => {
  const server = join(import.meta.dirname, '..', '..', 'server');
  const writers = globSync('**/*.ts', { cwd: server }).filter(
    (file) =>
      !/^(?:lib|rotation)\//.test(file) &&
      readFileSync(join(server, file), 'utf8').includes('encryptSecret('),
  );
  // Who writes another adds its column to ENCRYPTED and its file here.
  expect(writers.sort()).toEqual([
    'accounts/authenticator-app.ts',
    'http/idempotency.ts',
    'mail/outbox.ts',
    'payer-contacts/contact.ts',
    'webhooks/create-endpoint.ts',
  ]);
  // What an app is added with becomes its secret.
  expect(ENCRYPTED).toHaveLength(writers.length + 1);
});

/** The address of the database behind a pool. */
async function databaseUrlOf(db: Awaited<ReturnType<typeof testDeployment>>['deployment']['db']) {
  const [{ name }] = await db<[{ name: string }]>`select current_database() as name`;
  return { url: Object.assign(new URL(database.url), { pathname: `/${name}` }).href };
}
