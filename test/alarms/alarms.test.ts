import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '../../rules/notices/notice.ts';
import { judgeAlarm, raisedByDisk, raisedIn } from '../../server/alarms/decide.ts';
import type { AlarmRow } from '../../server/alarms/queries.ts';
import { watchAlarms } from '../../server/alarms/watch-alarms.ts';
import { LOW_LAMPORTS } from '../../server/chain/fee-payer.ts';
import type { Deployment } from '../../server/deployment.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { boxContext } from '../../server/mail/outbox.ts';
import { decryptSecret } from '../../server/lib/secret-box.ts';
import { bindChain, noteSeenSlot } from '../../server/recovery/chain-state.ts';
import { noteFirstPostgres } from '../../server/recovery/postgres-identity.ts';
import { connectTestChain, type FakeClock, testDeployment } from '../support/deployment.ts';
import type { MailSettings } from '../../server/lib/smtp.ts';

const NOW = 1_800_000_000;
const WELL = { dueAt: null, haltedReason: null, seenSlotAt: NOW - 20, lamports: LOW_LAMPORTS };
const MAIL: MailSettings = {
  smtp: { host: '127.0.0.1', port: 9, tls: 'none', login: null },
  from: { name: null, address: 'billing@pay.example' },
  operators: ['ops@example.com', 'night@example.com'],
};

describe('what is raised', () => {
  const kindsIn = (health: Partial<typeof WELL> | object) =>
    raisedIn('live', { ...WELL, ...health }, NOW).map(({ alarm, value }) => [alarm, value]);

  test('is nothing while all is well, or before anything is known', () => {
    expect(kindsIn({})).toEqual([]);
    expect(kindsIn({ seenSlotAt: null, lamports: null })).toEqual([]);
    expect(kindsIn({ dueAt: NOW - 300, seenSlotAt: NOW - 300 })).toEqual([]);
  });

  test.each([
    ['a charge that waits', { dueAt: NOW - 301 }, 'charges_late', 301],
    ['a chain that stands still', { seenSlotAt: NOW - 301 }, 'chain_behind', 301],
    ['a halt', { haltedReason: 'twice' }, 'chain_halted', null],
    ['a fee payer with little', { lamports: LOW_LAMPORTS - 1n }, 'fee_payer_low', expect.any(Number)],
    // Charges that wait for a chain are no second alarm.
    ['a halt for which charges wait', { dueAt: NOW - 9_999, haltedReason: 'twice' }, 'chain_halted', null],
    ['a chain for which charges wait', { dueAt: NOW - 9_999, seenSlotAt: NOW - 400 }, 'chain_behind', 400],
  ] as const)('of %s is one alarm', (_, health, alarm, value) => {
    expect(kindsIn(health)).toEqual([[alarm, value]]);
  });

  test('of a disk is from nine tenths on', () => {
    expect(raisedByDisk(89.9)).toEqual([]);
    expect(raisedByDisk(93.7)).toEqual([{ alarm: 'disk_full', mode: null, value: 93 }]);
  });
});

describe('an alarm is said', () => {
  const raised = { alarm: 'chain_halted', mode: 'live', value: null } as const;
  const first = judgeAlarm(null, raised, NOW)!;

  test('at once, again after a day, and when it is over', () => {
    expect(first).toMatchObject({ say: 'alarm', row: { since: NOW, toldAt: NOW, endedAt: null } });
    expect(judgeAlarm(first.row, raised, NOW + 86_399)).toMatchObject({ say: null, row: { since: NOW } });
    const second = judgeAlarm(first.row, raised, NOW + 86_400)!;
    expect(second).toMatchObject({ say: 'alarm', row: { since: NOW, toldAt: NOW + 86_400 } });
    const over = judgeAlarm(second.row, null, NOW + 90_000)!;
    expect(over).toMatchObject({ say: 'relief', row: { since: NOW, endedAt: NOW + 90_000 } });
    expect(judgeAlarm(over.row, null, NOW + 90_060)).toBe(null);
  });

  test('once in an hour if it comes and goes', () => {
    let known: AlarmRow = first.row;
    const said = [];
    for (let minute = 1; minute <= 180; minute++) {
      const verdict = judgeAlarm(known, minute % 2 === 0 ? raised : null, NOW + minute * 60);
      if (verdict === null) continue;
      known = verdict.row;
      if (verdict.say !== null) said.push([minute, verdict.say]);
    }
    expect(said.filter(([, say]) => say === 'alarm').map(([minute]) => minute)).toEqual([60, 120, 180]);
    expect(said.filter(([, say]) => say === 'relief')).toHaveLength(3);
  });

  test('later if it lasts, where it began again too early to be said', () => {
    const over = judgeAlarm(first.row, null, NOW + 60)!;
    const again = judgeAlarm(over.row, raised, NOW + 120)!;
    expect(again).toMatchObject({ say: null, row: { since: NOW + 120, tellAt: NOW + 3_600 } });
    expect(judgeAlarm(again.row, raised, NOW + 3_600)).toMatchObject({ say: 'alarm' });
    // Nobody was told of this one, so nobody is told that it is over.
    expect(judgeAlarm(again.row, null, NOW + 180)).toMatchObject({ say: null });
  });
});

describe('operators', () => {
  let localnet: Awaited<ReturnType<typeof startLocalnet>>;
  let deployment: Deployment;
  let clock: FakeClock;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    localnet = await startLocalnet({ dataDir: null, slotMs: 100 });
  });
  afterAll(() => localnet.stop());
  beforeEach(async () => {
    const chain = await connectTestChain(localnet.rpcUrl);
    ({ deployment, clock, drop } = await testDeployment({ mail: MAIL, chains: { test: chain, live: null } }));
    await bindChain(deployment.db, false, chain.genesisHash);
    // As every start does: what is seen is only noted in the Postgres that is known.
    await noteFirstPostgres(deployment.db);
    await noteSeenSlot(deployment.db, false, 1);
  });
  afterEach(() => drop());

  const watch = () => watchAlarms(deployment, { databaseDir: null });
  const queued = async () => {
    const rows = await deployment.db<{ id: string; box: Buffer }[]>`
      select id, box from mails order by created_at, id`;
    return rows.map(({ id, box }) => {
      const content = decryptSecret(deployment.secretKeys, box, boxContext(id)).toString();
      return JSON.parse(content) as { to: string; notice: Notice };
    });
  };

  test('are all told of a halt once, also by two workers at once, and that it is over', async () => {
    await deployment.db`update chains set halted_reason = 'landed twice'`;
    await Promise.all([watch(), watch()]);
    clock.advance(60);
    await noteSeenSlot(deployment.db, false, 2);
    await watch();
    expect((await queued()).map(({ to, notice }) => [to, notice.kind])).toEqual([
      ['ops@example.com', 'operator_alarm'],
      ['night@example.com', 'operator_alarm'],
    ]);
    await deployment.db`update chains set halted_reason = null`;
    await watch();
    const mails = await queued();
    expect(mails).toHaveLength(4);
    expect(mails[2]!.notice).toMatchObject({ kind: 'operator_relief', alarm: 'chain_halted', mode: 'test' });
  });

  test('are told of a chain that stands still, and not of one that goes on', async () => {
    clock.advance(400);
    await watch();
    expect((await queued())[0]!.notice).toMatchObject({ alarm: 'chain_behind', mode: 'test' });
  });

  test('are nobody unless they are named', async () => {
    deployment = { ...deployment, mail: { ...MAIL, operators: [] } };
    await deployment.db`update chains set halted_reason = 'landed twice'`;
    await watch();
    expect(await queued()).toEqual([]);
  });
});
