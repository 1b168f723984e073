import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayBefore, isTimeZone, nextDigestAt, usualChoices } from '../../rules/notices/choices.ts';
import type { Notice } from '../../rules/notices/notice.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import type { Deployment } from '../../server/deployment.ts';
import type { EventType } from '../../server/events/queries.ts';
import { recordEvents } from '../../server/events/record-events.ts';
import { decryptSecret } from '../../server/lib/secret-box.ts';
import { newId } from '../../server/lib/ids.ts';
import { insertEndpoint } from '../../server/webhooks/queries.ts';
import { boxContext } from '../../server/mail/outbox.ts';
import { readUnsubscription } from '../../server/mail/unsubscribe.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { findReader, setChoices, writeUsualChoices } from '../../server/notices/choice-queries.ts';
import { leaveMerchantNotices } from '../../server/notices/leave.ts';
import { sendDigests } from '../../server/notices/send-digests.ts';
import { tellMerchants } from '../../server/notices/tell-merchants.ts';
import { type FakeClock, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { insertMember } from '../support/member.ts';

let deployment: Deployment;
let clock: FakeClock;
let drop: () => Promise<void>;
let live: Tenant;
let owner: string;

beforeEach(async () => {
  ({ deployment, clock, drop } = await testDeployment({
    mail: {
      smtp: { host: '127.0.0.1', port: 9, tls: 'none', login: null },
      from: { name: null, address: 'billing@pay.example' },
      operators: [],
    },
  }));
  live = await testTenant(deployment, true);
  owner = await insertMember(deployment.db, live.merchantId);
});
afterEach(() => drop());

/** Something happens to a new mandate of the tenant's. */
async function happen(
  type: EventType,
  tenant: Tenant = live,
  change: { isTest?: boolean; sellMode?: string } = {},
) {
  const mandate = await seedMandate(deployment, tenant);
  if (change.sellMode === 'once') {
    await deployment.db`update mandates set sell_mode = 'once', period_seconds = 0, max_periods = 1 where id = ${mandate.id}`;
  }
  const event = {
    type,
    object: presentMandate(mandate),
    mandateId: mandate.id,
    chargeId: null,
    createdAt: 1,
    ...(change.isTest ? { isTest: true } : {}),
  };
  await deployment.db.begin((tx) => recordEvents(tx, tenant, [event], { realNow: clock.seconds() }));
}
const queued = async () => {
  const rows = await deployment.db<{ id: string; box: Buffer; language: string }[]>`
    select id, box, language from mails order by created_at, id`;
  return rows.map(({ id, box, language }) => {
    const content = decryptSecret(deployment.secretKeys, box, boxContext(id)).toString();
    return { language, ...(JSON.parse(content) as { to: string; notice: Notice; unsubscribeUrl: string }) };
  });
};
const choose = (change: object, accountId = owner) =>
  setChoices(
    deployment.db,
    { accountId, merchantId: live.merchantId },
    { ...usualChoices('owner'), ...change },
    clock.seconds(),
  );
const left = async () =>
  (await deployment.db<[{ count: number }]>`select count(*)::int as count from merchant_happenings`)[0].count;

describe('members are told', () => {
  test('of what costs money unless they choose, each kind in one mail however much there was', async () => {
    for (let at = 0; at < 12; at++) await happen('charge.abandoned');
    await happen('charge.failed');
    await happen('mandate.activated');
    await happen('mandate.created');
    await tellMerchants(deployment);
    const mails = await queued();
    expect(mails.map(({ notice }) => notice.kind)).toEqual(['renewals_lost']);
    expect(mails[0]!.notice).toMatchObject({ merchant: 'Coffee Club', livemode: true, count: 12 });
    expect((mails[0]!.notice as { items: readonly unknown[] }).items).toHaveLength(10);
    expect((mails[0]!.notice as { items: readonly unknown[] }).items[0]).toMatchObject({
      amount: '12500000',
      decimals: 6,
    });
    await tellMerchants(deployment);
    expect(await queued()).toHaveLength(1);
    expect(await left()).toBe(0);
  });

  test('of what they chose, in their language', async () => {
    await choose({ kinds: ['new_subscriptions'], language: 'es' });
    await happen('mandate.activated');
    await happen('charge.abandoned');
    await tellMerchants(deployment);
    expect(await queued()).toMatchObject([
      { language: 'es', notice: { kind: 'new_subscriptions', count: 1 } },
    ]);
  });

  test('at another merchant in the language that they chose at the first, until they choose there', async () => {
    await choose({ language: 'es' });
    const { merchantId } = await testTenant(deployment, true);
    const place = { accountId: owner, merchantId };
    const now = clock.seconds();
    await deployment.db`
      insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
      values (${owner}, ${merchantId}, 'viewer', ${now}, ${now})`;
    const languageThere = async () => (await findReader(deployment.db, place))!.language;
    expect(await languageThere()).toBe('es');
    clock.advance(60);
    await deployment.db.begin((tx) => writeUsualChoices(tx, clock.seconds(), 10));
    expect(await languageThere()).toBe('es');
    await setChoices(deployment.db, place, usualChoices('viewer'), clock.seconds());
    expect(await languageThere()).toBe('en');
  });

  test('by their role, and not of other merchants', async () => {
    await insertMember(deployment.db, live.merchantId, 'viewer');
    const developer = await insertMember(deployment.db, live.merchantId, 'developer');
    await insertMember(deployment.db, (await testTenant(deployment, true)).merchantId);
    await deployment.db`
      insert into merchant_happenings (merchant_id, livemode, kind, delivery_id)
      values (${live.merchantId}, true, 'webhooks_exhausted', 'dlv_1')`;
    await happen('charge.abandoned');
    await tellMerchants(deployment);
    const told = (await queued()).map(({ to, notice }) => [to, notice.kind]).toSorted();
    const addressOf = (id: string) => `${id.toLowerCase()}@coffee.example`;
    expect(told).toEqual(
      [
        [addressOf(developer), 'webhooks_exhausted'],
        [addressOf(owner), 'renewals_lost'],
        [addressOf(owner), 'webhooks_exhausted'],
      ].toSorted(),
    );
  });

  test('of test mode only if they ask, and never of what did not happen or was bought once', async () => {
    const tenant = { ...live, livemode: false };
    await happen('charge.abandoned', tenant);
    await happen('charge.abandoned', live, { isTest: true });
    await tellMerchants(deployment);
    expect(await queued()).toEqual([]);
    await choose({ kinds: ['renewals_lost'], alsoTest: true });
    await happen('charge.abandoned', tenant);
    await tellMerchants(deployment);
    expect(await queued()).toMatchObject([{ notice: { kind: 'renewals_lost', livemode: false } }]);
  });

  test('of nothing where no mail is sent, and nothing is kept for later', async () => {
    await happen('charge.abandoned');
    await tellMerchants({ ...deployment, mail: null });
    expect(await left()).toBe(0);
    expect(await queued()).toEqual([]);
  });

  test('of webhooks that never arrived, when they are given up, by the host that did not take them', async () => {
    const endpoint = {
      ...live,
      id: newId('webhookEndpoint'),
      url: 'https://hooks.coffee.example/x',
      description: null,
      events: null,
      secretBox: Buffer.alloc(1),
      secretLast4: 'last',
      createdAt: 1,
    };
    await deployment.db.begin((tx) => insertEndpoint(tx, endpoint));
    await happen('mandate.created');
    await happen('mandate.created');
    await tellMerchants(deployment);
    expect(await queued()).toEqual([]);
    for (let at = 0; at < 2; at++)
      await deployment.db`update webhook_deliveries set status = 'exhausted', next_attempt_at = null`;
    await tellMerchants(deployment);
    expect(await queued()).toMatchObject([
      { notice: { kind: 'webhooks_exhausted', count: 2, hosts: ['hooks.coffee.example'] } },
    ]);
  });
});

test('the link of a mail ends that kind for that member, and nothing else', async () => {
  await happen('charge.abandoned');
  await tellMerchants(deployment);
  const token = (await queued())[0]!.unsubscribeUrl.split('/').at(-1)!;
  const { list, subject } = readUnsubscription(deployment, token)!;
  expect(list).toBe('merchant');
  for (let at = 0; at < 2; at++) await leaveMerchantNotices(deployment, subject);
  const reader = await findReader(deployment.db, { accountId: owner, merchantId: live.merchantId });
  expect(reader!.kinds).toEqual(['refunds_failed', 'daily_digest', 'webhooks_exhausted']);
  await happen('charge.abandoned');
  await tellMerchants(deployment);
  expect(await queued()).toHaveLength(1);
  await deployment.db`delete from memberships`;
  await leaveMerchantNotices(deployment, subject);
});

describe('the daily digest', () => {
  /** At 08:30 UTC tomorrow. */
  const tomorrow = () => clock.advance(86_400 - (clock.seconds() % 86_400) + 8.5 * 3_600);

  test('says what the day before brought, once, and nothing of a day without anything', async () => {
    await choose({ kinds: ['daily_digest'] });
    const yesterday = clock.seconds();
    const mandate = await seedMandate(deployment, live);
    await deployment.db`
      update mandates set status = 'active', activated_at = ${yesterday}, anchor_at = ${yesterday}, expire_wake_at = null where id = ${mandate.id}`;
    await sendDigests(deployment);
    expect(await queued()).toEqual([]);
    tomorrow();
    await Promise.all([sendDigests(deployment), sendDigests(deployment)]);
    await sendDigests(deployment);
    expect(await queued()).toMatchObject([
      { notice: { kind: 'daily_digest', sums: [], newSubscriptions: 1, lostSubscriptions: 0 } },
    ]);
    clock.advance(86_400);
    await sendDigests(deployment);
    expect(await queued()).toHaveLength(1);
  });

  test('is also sent to who never chose', async () => {
    await sendDigests(deployment);
    const [row] = await deployment.db<[{ digestAt: number }]>`select digest_at from notice_choices`;
    expect(row.digestAt % 86_400).toBe(8 * 3_600);
  });
});

describe('the hour of a digest', () => {
  const at = (iso: string) => Date.parse(iso) / 1000;

  test.each([
    // Madrid is an hour ahead in winter and two in summer.
    ['2026-11-23T06:59:00Z', 'Europe/Madrid', 8, '2026-11-23T07:00:00Z'],
    ['2026-11-23T07:00:00Z', 'Europe/Madrid', 8, '2026-11-24T07:00:00Z'],
    ['2026-03-28T20:00:00Z', 'Europe/Madrid', 8, '2026-03-29T06:00:00Z'],
    ['2026-11-23T06:00:00Z', 'Asia/Kolkata', 9, '2026-11-24T03:30:00Z'],
    ['2026-11-23T23:30:00Z', 'America/Los_Angeles', 20, '2026-11-24T04:00:00Z'],
  ])('after %s in %s at %i is %s', (now, timeZone, digestHour, then) => {
    expect(nextDigestAt(at(now), { timeZone, digestHour })).toBe(at(then));
  });

  test('is about the day before as it was there, which clocks may make longer or shorter', () => {
    const short = dayBefore(at('2026-03-30T06:00:00Z'), 'Europe/Madrid');
    expect(short.to - short.from).toBe(23 * 3_600);
    expect(new Date(short.date * 1000).toISOString()).toBe('2026-03-29T12:00:00.000Z');
    const usual = dayBefore(at('2026-11-23T07:00:00Z'), 'Europe/Madrid');
    expect([usual.from, usual.to]).toEqual([at('2026-11-21T23:00:00Z'), at('2026-11-22T23:00:00Z')]);
  });

  test('is in a zone that exists', () => {
    expect([
      isTimeZone('Europe/Madrid'),
      isTimeZone('UTC'),
      isTimeZone('Mars/Olympus'),
      isTimeZone(''),
    ]).toEqual([true, true, false, false]);
  });
});
