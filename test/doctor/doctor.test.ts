import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { type Config, type ConfigError, readConfig } from '../../server/config/config.ts';
import { examine, examineProblems } from '../../server/doctor/examine.ts';
import { type Finding, masked } from '../../server/doctor/finding.ts';
import { isWell, reportJson, reportText } from '../../server/doctor/report.ts';
import { runDoctor } from '../../server/doctor/run-doctor.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { beat } from '../../server/start/heartbeat.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { chainAt, rpcAt } from '../localnet/support.ts';
import { hangingNode } from '../support/hanging-node.ts';
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../support/postgres.ts';
import { airdrop } from '../support/wallets.ts';

const SECRETS = 'k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

let localnet: Awaited<ReturnType<typeof startLocalnet>>;
let database: FreshDatabase;
let folder: string;
let mint: string;
let healthy: Config;
const keys = { feePayer: '', delegate: '' };
/** Answers /livez as the service does. */
const front = createServer((_, response) => void response.end('{}'));

/** The settings of a live deployment on the localnet, with these in place of some. */
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  AUTOPAY_SECRETS_KEYS: SECRETS,
  AUTOPAY_TEST_RPC_URL: 'none',
  // A provider's key is in the path and the query.
  AUTOPAY_LIVE_RPC_URL: `${localnet.rpcUrl}/v2/hunter2?api-key=hunter2`,
  AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: keys.feePayer,
  AUTOPAY_LIVE_DELEGATE_KEY_FILE: keys.delegate,
  AUTOPAY_OWNER_KEY: 'o'.repeat(40),
  AUTOPAY_PUBLIC_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
  ...more,
});
const configOf = (more: Record<string, string> = {}) => readConfig(settings(more), []);

const look = (config: Config = healthy, clock = systemClock): Promise<Finding[]> =>
  examine(config, { clock, databaseUrl: config.databaseUrl });
const find = (findings: readonly Finding[], part: string, what: string | RegExp) =>
  findings.find(
    (each) => each.part === part && (typeof what === 'string' ? each.what === what : what.test(each.what)),
  );

beforeAll(async () => {
  [localnet, database, folder] = await Promise.all([
    startLocalnet({ dataDir: null, slotMs: 100 }),
    freshDatabase(),
    mkdtemp(join(tmpdir(), 'autopay-doctor-')),
    new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve)),
  ]);
  Object.assign(keys, { feePayer: join(folder, 'fee-payer.json'), delegate: join(folder, 'delegate.json') });
  await generateKeyFile(keys.feePayer);
  await generateKeyFile(keys.delegate);
  await airdrop(chainAt(localnet.rpcUrl), (await fileSigner(keys.feePayer)).address, 1_000_000_000);
  mint = (await rpcAt(localnet.rpcUrl, 'autopay_localnetInfo', [])).result.tokens[0].mint;
  await database.sql`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
    values (true, ${mint}, 'USDX', 6, 'token', 'stable', true, true, 0)`;
  healthy = configOf();
});
afterAll(async () => {
  await localnet.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
  await new Promise((resolve) => front.close(resolve));
});

describe('the doctor', () => {
  test('finds a deployment as it is, and never tells a secret', async () => {
    await beat(database.sql, 'a-process');
    const findings = await look();
    const verdict = (part: string, what: string | RegExp) => find(findings, part, what)?.verdict;
    expect(verdict('database', 'an answer')).toBe('ok');
    expect(verdict('database', 'clock')).toBe('ok');
    expect(verdict('database', 'migrations')).toBe('ok');
    expect(verdict('keys', 'AUTOPAY_LIVE_DELEGATE_KEY_FILE')).toBe('ok');
    expect(verdict('live chain', /^127\.0\.0\.1:\d+$/)).toBe('ok');
    expect(find(findings, 'live chain', /history$/)?.found).toMatch(/h, from block|from the first block/);
    expect(verdict('live chain', 'fee payer')).toBe('ok');
    expect(verdict('live registry', 'USDX')).toBe('ok');
    expect(verdict('public address', 'an answer')).toBe('ok');
    // Of a process without background work, and of this machine alone.
    expect(find(findings, 'database', 'worker')).toMatchObject({ verdict: 'wrong' });
    expect(find(findings, 'public address', 'AUTOPAY_PUBLIC_URL')).toMatchObject({ verdict: 'wrong' });
    const text = reportText(findings);
    for (const secret of ['hunter2', 'oooo', SECRETS, new URL(database.url).password || 'hunter2'])
      expect(text + reportJson(findings)).not.toContain(secret);
    expect(text).toMatch(/^ {2}ok {4} {1,}fee payer +1 SOL, enough for about \d+ charges$/m);
    for (const { verdict, cure } of findings) expect(cure === null).toBe(verdict === 'ok');
  });

  test('names a node that does not answer, and looks at the others', async () => {
    const hanging = await hangingNode();
    const clock = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms === 5_000 ? 2_000 : ms, signal),
    };
    const findings = await look(
      configOf({ AUTOPAY_LIVE_RPC_URL: `${localnet.rpcUrl},${hanging.url},http://127.0.0.1:9/key` }),
      clock,
    );
    await hanging.stop();
    for (const host of [new URL(hanging.url).host, '127.0.0.1:9'])
      expect(find(findings, 'live chain', host)).toMatchObject({
        verdict: 'wrong',
        found: expect.stringContaining('does not answer'),
        cure: expect.stringContaining('AUTOPAY_LIVE_RPC_URL'),
      });
    expect(find(findings, 'live chain', 'fee payer')).toMatchObject({ verdict: 'ok' });
  });

  test('holds two nodes and the database against one another', async () => {
    const other = await startLocalnet({ dataDir: null, slotMs: 100 });
    const findings = await look(configOf({ AUTOPAY_LIVE_RPC_URL: `${localnet.rpcUrl},${other.rpcUrl}` }));
    await other.stop();
    expect(find(findings, 'live chain', 'same chain')).toMatchObject({ verdict: 'wrong' });
  });

  test('names a key file that others may read, and how to close it', async () => {
    await chmod(keys.delegate, 0o644);
    const findings = await look();
    await chmod(keys.delegate, 0o600);
    expect(find(findings, 'keys', 'AUTOPAY_LIVE_DELEGATE_KEY_FILE')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('0644'),
      cure: `Allow its owner alone: chmod 600 ${keys.delegate}`,
    });
  });

  test('names a key file that is not there, and a key that is used twice', async () => {
    const gone = join(folder, 'gone.json');
    const missing = await look(configOf({ AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: gone }));
    expect(find(missing, 'keys', 'AUTOPAY_LIVE_FEE_PAYER_KEY_FILE')).toMatchObject({
      verdict: 'wrong',
      cure: `Create one with: solana-keygen new --outfile ${gone}`,
    });
    const shared = await look(configOf({ AUTOPAY_LIVE_DELEGATE_KEY_FILE: keys.feePayer }));
    expect(find(shared, 'keys', 'AUTOPAY_LIVE_DELEGATE_KEY_FILE')).toMatchObject({
      verdict: 'wrong',
      found: 'the same key as AUTOPAY_LIVE_FEE_PAYER_KEY_FILE',
    });
  });

  test.each([
    [40_000, 'wrong', /^(?:39|4[0-9])\.\d s ahead/],
    [-40_000, 'wrong', /^(?:3[0-9]|40)\.\d s behind/],
    [10_000, 'warn', /^(?:9|1[0-9])\.\d s ahead/],
  ])('tells of a clock that is %i ms off', async (offMs, verdict, found) => {
    const clock = {
      ...systemClock,
      milliseconds: () => Date.now() + offMs,
      seconds: () => Math.floor((Date.now() + offMs) / 1_000),
    };
    const findings = await look(healthy, clock);
    expect(find(findings, 'database', 'clock')).toMatchObject({
      verdict,
      found: expect.stringMatching(found),
    });
  });

  test('tells of a clock that is off the chain', async () => {
    const clock = { ...systemClock, milliseconds: () => Date.now() + 200_000 };
    const findings = await look(healthy, clock);
    expect(find(findings, 'live chain', /clock$/)).toMatchObject({ verdict: 'wrong' });
  });

  test('holds the registry against the chain', async () => {
    await database.sql`update tokens set decimals = 9 where mint = ${mint}`;
    const { address } = await fileSigner(keys.feePayer);
    await database.sql`
      insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at)
      values (true, ${address}, 'NONE', 6, 'token', 'stable', true, false, 1)`;
    const findings = await look();
    await database.sql`update tokens set decimals = 6 where mint = ${mint}`;
    await database.sql`delete from tokens where mint = ${address}`;
    expect(find(findings, 'live registry', 'USDX')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('the registry says 9 decimals, the chain 6'),
    });
    expect(find(findings, 'live registry', 'NONE')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('no token on this chain'),
    });
  });

  test('tells of a fee payer that cannot pay, and of one that soon cannot', async () => {
    const [empty, low] = [join(folder, 'empty.json'), join(folder, 'low.json')];
    await generateKeyFile(empty);
    await generateKeyFile(low);
    await airdrop(chainAt(localnet.rpcUrl), (await fileSigner(low)).address, 2_000_000);
    const findings = await look(configOf({ AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: empty }));
    const { address } = await fileSigner(empty);
    expect(find(findings, 'live chain', 'fee payer')).toEqual({
      part: 'live chain',
      what: 'fee payer',
      verdict: 'wrong',
      found: '0 SOL: nothing can be charged',
      cure: `Send SOL to ${address}.`,
    });
    const soon = await look(configOf({ AUTOPAY_LIVE_FEE_PAYER_KEY_FILE: low }));
    expect(find(soon, 'live chain', 'fee payer')).toMatchObject({
      verdict: 'warn',
      found: expect.stringContaining('110 charges'),
    });
  });

  test('asks for the program of plans where plans are configured', async () => {
    const findings = await look(configOf({ AUTOPAY_SCHEME: 'plan' }));
    expect(find(findings, 'live chain', 'Subscriptions program')).toMatchObject({ verdict: 'wrong' });
    expect(find(await look(), 'live chain', 'Subscriptions program')).toBeUndefined();
  });

  test('tells of charges that wait, of a worker that died, and of a halted chain', async () => {
    await database.sql`update processes set seen_at = now() - interval '1 hour'`;
    await database.sql`insert into chains (livemode, genesis_hash, halted_reason) values (true, 'another', 'paid twice')`;
    const findings = await look();
    await database.sql`delete from chains`;
    expect(find(findings, 'database', 'worker')).toMatchObject({
      found: 'the last sign of life is 3600 s old',
    });
    expect(find(findings, 'database', 'live chain')).toMatchObject({
      verdict: 'wrong',
      found: 'halted: paid twice',
    });
    expect(find(findings, 'live chain', 'same chain')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('the database belongs to another'),
    });
  });

  test('tells of a database that is not there, or was never migrated', async () => {
    const nobody = 'postgres://autopay:hunter2@127.0.0.1:9/autopay';
    const unreached = await look(configOf({ DATABASE_URL: nobody }));
    expect(find(unreached, 'database', 'an answer')).toMatchObject({ verdict: 'wrong' });
    expect(reportText(unreached)).not.toContain('hunter2');
    const empty = await emptyDatabase();
    const renamed = new URL(database.url);
    renamed.pathname = '/nobody_made_this';
    const named = await look(configOf({ DATABASE_URL: renamed.href }));
    expect(find(named, 'database', 'an answer')).toMatchObject({
      verdict: 'wrong',
      cure: expect.stringContaining('createdb'),
    });
    const findings = await look(configOf({ DATABASE_URL: empty.url }));
    await empty.drop();
    expect(find(findings, 'database', 'migrations')).toMatchObject({
      verdict: 'wrong',
      found: 'none were run',
    });
  });

  test('tells of an address that nobody answers at', async () => {
    const findings = await look(configOf({ AUTOPAY_PUBLIC_URL: 'https://127.0.0.1:9' }));
    expect(find(findings, 'public address', 'an answer')).toMatchObject({ verdict: 'wrong' });
  });
});

describe('settings that cannot be used', () => {
  const problemsOf = (more: Record<string, string>) => {
    try {
      readConfig({ ...settings(), ...more }, []);
      return [];
    } catch (error) {
      return (error as ConfigError).problems;
    }
  };

  test('are each named, with what they want and an example', async () => {
    const problems = problemsOf({
      AUTOPAY_LIVE_DELEGATE_KEY_FILE: '',
      AUTOPAY_PORT: 'many',
      AUTOPAY_SECRETS_KEYS: 'hunter2',
    });
    const findings = examineProblems(problems);
    expect(find(findings, 'settings', 'AUTOPAY_PORT')).toMatchObject({
      verdict: 'wrong',
      cure: 'For example AUTOPAY_PORT=3000',
    });
    expect(find(findings, 'settings', 'AUTOPAY_LIVE_DELEGATE_KEY_FILE')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('needed with AUTOPAY_LIVE_RPC_URL'),
      cure: 'For example AUTOPAY_LIVE_DELEGATE_KEY_FILE=/etc/autopay/key.json',
    });
    expect(find(findings, 'settings', 'AUTOPAY_SECRETS_KEYS')).toMatchObject({ verdict: 'wrong' });
    expect(reportText(findings)).not.toContain('hunter2');
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    expect(await runDoctor({ problems }, { json: true, print })).toBe(1);
    expect(JSON.parse(printed.join(''))).toMatchObject({ ok: false, findings: expect.any(Array) });
  });
});

test('only what is wrong makes it fail', () => {
  const finding = { part: 'keys', what: 'a key', found: 'there', cure: null };
  expect(
    isWell([
      { ...finding, verdict: 'ok' },
      { ...finding, verdict: 'warn' },
    ]),
  ).toBe(true);
  expect(isWell([{ ...finding, verdict: 'wrong' }])).toBe(false);
});

test('URLs are cut down to scheme, host and port', () => {
  expect(
    masked('connect to https://user:pass@rpc.example.com:8899/v2/key?api-key=1, then postgres://a:b@db/x'),
  ).toBe('connect to https://rpc.example.com:8899, then postgres://db');
});
