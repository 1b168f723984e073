import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentCharge } from '../../rules/charges/present.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import { newCharge } from '../../server/charges/place-charge.ts';
import { insertCharge } from '../../server/charges/queries.ts';
import { readCustomers } from '../../server/customers/list-customers.ts';
import type { Deployment } from '../../server/deployment.ts';
import { type NewEvent, recordEvents } from '../../server/events/record-events.ts';
import { RateLimiter } from '../../server/http/rate-limit.ts';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { newId } from '../../server/lib/ids.ts';
import { sendMails } from '../../server/mail/send-mails.ts';
import { type MandateRow, updateMandate } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { addPageRoutes } from '../../server/pages/routes.ts';
import { noticesPath } from '../../server/payer-contacts/links.ts';
import { deleteUnconfirmed } from '../../server/payer-contacts/queries.ts';
import { notifyPayers } from '../../server/payer-notices/notify-payers.ts';
import { headerOf, type Received, startSmtp, type TestSmtp } from '../mail/smtp-server.ts';
import { type FakeClock, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

const DAY = 86_400;
const limits = { key: 6000, address: 6000, total: 1_000_000, merchants: 1_000_000, notices: 6000 };
/** Another in each test: what was sent to one counts against its limits. */
let ANA: string;
let tests = 0;

let deployment: Deployment;
let clock: FakeClock;
let smtp: TestSmtp;
let server: Server;
let tenant: Tenant;
let mandate: MandateRow;
let base: string;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
  const world = await testDeployment({ mail: smtp.settings, publicUrl: () => base });
  ({ deployment, clock } = world);
  const app = express();
  addPageRoutes(app, deployment, new RateLimiter(memoryRateStore(clock), limits as never), {
    ownerKey: null,
    ready: async () => ({ ok: true, checks: {} }),
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(
    () => smtp.stop(),
    world.drop,
    () => void server.close(),
  );
});
beforeEach(async () => {
  ANA = `Ana+${(tests += 1)}@example.com`;
  tenant = await testTenant(deployment);
  mandate = await activeMandate();
});
afterAll(async () => {
  server.closeAllConnections();
  for (const close of closing.splice(0).toReversed()) await close();
});

async function activeMandate(of: Tenant = tenant, payer?: MandateRow['payer']): Promise<MandateRow> {
  const { id } = await seedMandate(deployment, of);
  if (payer !== undefined) await deployment.db`update mandates set payer = ${payer} where id = ${id}`;
  const now = clock.seconds();
  return deployment.db.begin((tx) =>
    updateMandate(tx, id, { status: 'active', anchorAt: now, activatedAt: now }),
  );
}

/** The page of a link, or what it says to a form. */
async function open(path: string, form?: Record<string, string>, language = 'en') {
  const response = await fetch(`${base}${path}`, {
    headers: { 'accept-language': language },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: Number(response.headers.get('retry-after')),
  };
}

const linkOf = (scope: 'give' | 'manage', { id }: MandateRow = mandate) =>
  noticesPath(deployment.secretKeys, { scope, mandateId: id, now: clock.seconds() });

/** What was sent since, in the order of arrival. */
async function mails(): Promise<{ subject: string | null; text: string; raw: Received }[]> {
  await notifyPayers(deployment, false);
  await sendMails(deployment);
  return smtp.received
    .splice(0)
    .map((raw) => ({ subject: headerOf(raw, 'subject'), text: plain(raw.raw), raw }));
}

/** Quoted-printable, undone. */
const plain = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();

const confirmPathIn = (text: string) => /\/notices\/confirm\/[\w.-]+/.exec(text)![0];

async function subscribe(of: MandateRow = mandate, form: Record<string, string> = {}, language = 'en') {
  expect((await open(linkOf('manage', of), { email: ANA, ...form }, language)).status).toBe(200);
  const [mail] = await mails();
  expect((await open(confirmPathIn(mail!.text), {})).status).toBe(200);
}

const record = (event: Omit<NewEvent, 'mandateId' | 'createdAt'>, of: MandateRow = mandate) =>
  deployment.db.begin((tx) =>
    recordEvents(tx, of, [{ mandateId: of.id, createdAt: clock.seconds(), ...event }], {
      realNow: clock.seconds(),
    }),
  );

/** A charge of the mandate's in the database. */
async function charge(change: Record<string, unknown> = {}, of: MandateRow = mandate) {
  const now = clock.seconds();
  const row = {
    ...newCharge(of, { periodIndex: 0, dueAt: now }, { now, realNow: now }),
    ...change,
    announceAt: null,
  };
  await deployment.db.begin((tx) => insertCharge(tx, row as never));
  return row;
}

const paid = () =>
  charge({
    status: 'succeeded',
    receiptNumber: 7,
    settledAt: clock.seconds(),
    txSignature: newId('charge'),
    nextAttemptAt: null,
    wakeAt: null,
  });

describe('an address', () => {
  test('is used only once it was confirmed, by the button behind its link, once', async () => {
    const given = await open(linkOf('give'), { email: ANA });
    expect(given.text).toContain('We sent a link.');
    expect(given.text).not.toContain(ANA);
    const row = await paid();
    await record({
      type: 'charge.succeeded',
      object: presentCharge(row, mandate),
      chargeId: row.id,
      occurrence: '',
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.raw.to).toEqual([ANA]);
    expect(mail!.subject).toContain('Confirm your address');
    expect(headerOf(mail!.raw, 'list-unsubscribe')).toBeNull();
    const path = confirmPathIn(mail!.text);
    // Scanners open every link.
    const asking = (await open(path)).text;
    expect(asking).toContain('Yes, send notices there');
    // Whoever opens it sees for whom and to which address.
    for (const part of [ANA, 'Coffee Club', 'class="foot', 'lang="es"']) expect(asking).toContain(part);
    expect((await open(linkOf('give'))).text).not.toContain('Notices are on');
    expect((await open(path, {})).text).toContain('Your address is confirmed');
    expect((await open(path, {})).status).toBe(404);
    expect((await open(linkOf('give'))).text).toContain('Notices are on');
    expect((await open(linkOf('manage'))).text).toContain(ANA);
  });

  test('is encrypted, and a copy of the database confirms nothing', async () => {
    await open(linkOf('give'), { email: ANA });
    const [row] =
      await deployment.db`select row_to_json(p)::text as all, encode(box, 'escape') as box from payer_contacts p
      where merchant_id = ${tenant.merchantId}`;
    expect(JSON.stringify(row).toLowerCase()).not.toContain('ana+');
    const [mail] = await mails();
    const secret = confirmPathIn(mail!.text).split('.').at(-1)!;
    expect(row!['all']).not.toContain(secret);
  });

  test('that was confirmed is replaced or removed only by its payer, and stays until the new one is confirmed', async () => {
    await subscribe();
    await open(linkOf('give'), { email: 'eve@example.com' });
    expect(await mails()).toEqual([]);
    await open(linkOf('give'), { do: 'remove' });
    const changing = await open(linkOf('manage'), { email: 'bea@example.com' });
    expect(changing.text).toMatch(/Notices go to[^]*We sent a link to[^]*bea@example\.com/);
    expect(changing.text).toContain(ANA);
    const [mail] = await mails();
    await open(confirmPathIn(mail!.text), {});
    const now = await open(linkOf('manage'));
    expect(now.text).toContain('bea@example.com');
    expect(now.text).not.toContain(ANA);
    expect((await open(linkOf('manage'), { do: 'remove' })).text).toContain('The address is deleted');
    expect(
      await deployment.db`select 1 from payer_contacts where merchant_id = ${tenant.merchantId}`,
    ).toHaveLength(0);
  });

  test('the same again changes nothing, and what nobody confirms is forgotten after a day', async () => {
    await subscribe();
    await open(linkOf('manage'), { email: ANA.toLowerCase() });
    expect(await mails()).toEqual([]);
    await open(linkOf('manage'), { email: 'bea@example.com' });
    const [mail] = await mails();
    clock.advance(DAY);
    expect((await open(confirmPathIn(mail!.text), {})).status).toBe(404);
    await deleteUnconfirmed(deployment.db, clock.seconds());
    expect(
      await deployment.db`select 1 from payer_contacts where merchant_id = ${tenant.merchantId}`,
    ).toHaveLength(1);
  });

  test('is of one merchant, wallet and mode: no other merchant has it or is spoken for', async () => {
    await subscribe();
    const other = await activeMandate(await testTenant(deployment), mandate.payer);
    expect((await open(linkOf('manage', other))).text).not.toContain(ANA);
    await record(
      { type: 'mandate.revoked', object: presentMandate(other), chargeId: null, occurrence: '' },
      other,
    );
    expect(await mails()).toEqual([]);
  });

  test.each(['nobody', 'a b@c.de', 'a@b', 'a@b.de\r\nBcc: x@y.de', `${'a'.repeat(250)}@b.de`, ''])(
    '%j is none',
    async (email) => {
      expect((await open(linkOf('give'), { email })).status).toBe(400);
      expect(await mails()).toEqual([]);
    },
  );

  test('links of others, of a moment past, or with another right are none', async () => {
    const path = linkOf('give');
    for (const wrong of [
      path.replace('give', 'manage'),
      `${path.slice(0, -1)}!`,
      path.replace(/\d{10}/, '9999999999'),
    ])
      expect((await open(wrong)).status).toBe(404);
    clock.advance(3 * 3600);
    expect((await open(path)).status).toBe(404);
  });

  test('too many links to one address are not sent', async () => {
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push(await open(linkOf('give'), { email: ANA }));
    expect(answers.map(({ text }) => text.includes('No link was sent'))).toEqual([false, false, false, true]);
    expect(await mails()).toHaveLength(3);
  });

  test('at one merchant and mode is sent no link once sixty were within an hour', async () => {
    const sent = (of: Tenant, count: number) => deployment.db`
      insert into mails (id, kind, language, merchant_id, livemode, recipient, box, priority, status, next_attempt_at, useful_until, created_at)
      select ${newId('mail')} || n, 'payer_confirm', 'en', ${of.merchantId}, ${of.livemode}, 'x', 'x', 0, 'waiting',
        ${clock.seconds() + DAY}, ${clock.seconds() + 2 * DAY}, ${clock.seconds()}
      from generate_series(1, ${count}::int) as n`;
    await sent(tenant, 59);
    await sent({ ...tenant, livemode: true }, 300);
    expect((await open(linkOf('give'), { email: ANA })).text).toContain('We sent a link.');
    const refused = await open(linkOf('give'), { email: 'bea@example.com' });
    expect(refused).toMatchObject({ status: 429, retryAfter: 3600 });
    expect(refused.text).toContain('too many were asked for at this seller');
    const elsewhere = await activeMandate(await testTenant(deployment));
    expect((await open(linkOf('give', elsewhere), { email: 'cleo@example.com' })).status).toBe(200);
    clock.advance(3600);
    expect((await open(linkOf('give'), { email: 'bea@example.com' })).status).toBe(200);
    await deployment.db`delete from mails`;
  });

  test('is asked for from one network address so many times a minute, at whichever merchant', async () => {
    const other = await activeMandate(await testTenant(deployment));
    const ask = async (of: MandateRow, email: string) => (await open(linkOf('give', of), { email })).status;
    // The minute that has begun has counted what other tests asked for.
    clock.advance(60);
    limits.notices = 2;
    try {
      expect(await ask(mandate, 'nobody')).toBe(400);
      expect(await ask(mandate, 'cleo@example.com')).toBe(200);
      expect(await ask(other, 'dora@example.com')).toBe(200);
      expect(await ask(other, 'emma@example.com')).toBe(429);
      expect((await open(linkOf('give', other))).status).toBe(200);
      clock.advance(60);
      expect(await ask(other, 'emma@example.com')).toBe(200);
    } finally {
      limits.notices = 6000;
      await mails();
    }
  });
});

test("what is chosen about an address is in the merchant's audit log, without the address", async () => {
  await open(linkOf('give'), { email: ANA });
  const [mail] = await mails();
  await open(confirmPathIn(mail!.text), {});
  await open(linkOf('manage'), { do: 'share', share: 'on' });
  // Nothing changes, and nothing is noted.
  await open(linkOf('manage'), { do: 'share', share: 'on' });
  await open(linkOf('manage'), { email: ANA });
  await open(linkOf('manage'), { do: 'remove' });
  await open(linkOf('manage'), { do: 'remove' });
  const entries = await deployment.db`
    select livemode, actor_kind, actor_id, action, resource_id, outcome, changes, address from audit_log
    where merchant_id = ${tenant.merchantId} order by id`;
  const of = { livemode: false, resourceId: mandate.id, outcome: 'succeeded', address: '127.0.0.1' };
  const anyone = { ...of, actorKind: 'anyone', actorId: null };
  const payer = { ...of, actorKind: 'wallet', actorId: mandate.payer };
  expect(entries).toEqual([
    { ...anyone, action: 'giveNoticeAddress', changes: { shared: false } },
    { ...anyone, action: 'confirmNoticeAddress', changes: null },
    { ...payer, action: 'shareNoticeAddress', changes: { shared: true } },
    { ...payer, action: 'removeNoticeAddress', changes: null },
  ]);
  expect(JSON.stringify(entries)).not.toContain('@');
});

test('an address that is removed by the link of a mail is noted as well', async () => {
  await subscribe();
  await record({
    type: 'mandate.revoked',
    object: presentMandate({ ...mandate, endedBy: 'merchant' }),
    chargeId: null,
  });
  const [mail] = await mails();
  const leave = new URL(/<([^>]+)>/.exec(headerOf(mail!.raw, 'list-unsubscribe')!)![1]!).pathname;
  await open(leave, {});
  await open(leave, {});
  const entries = await deployment.db`
    select actor_kind from audit_log where merchant_id = ${tenant.merchantId} and action = 'removeNoticeAddress'`;
  expect(entries).toEqual([{ actorKind: 'anyone' }]);
});

describe('the merchant', () => {
  const customers = () =>
    readCustomers(
      { db: deployment.db, contactsOf: deployment },
      tenant,
      {},
      { take: 10, olderThan: null, newerThan: null },
    );

  test('sees that notices are on, and the address only if the payer lets it', async () => {
    expect((await customers())[0]!.contact).toEqual({ notices: false, email: null });
    await subscribe();
    expect((await customers())[0]!.contact).toEqual({ notices: true, email: null });
    await open(linkOf('manage'), { do: 'share', share: 'on' });
    expect((await customers())[0]!.contact).toEqual({ notices: true, email: ANA });
    await open(linkOf('manage'), { do: 'share', share: 'off' });
    expect((await customers())[0]!.contact).toEqual({ notices: true, email: null });
  });
});

describe('a payer who confirmed an address', () => {
  test('gets the receipt of the payment at which they gave it', async () => {
    const row = await paid();
    await deployment.db`
      insert into settlements (signature, instruction_index, merchant_id, livemode, charge_id, recorded_at)
      values (${row.id}, 0, ${tenant.merchantId}, false, ${row.id}, ${clock.seconds()})`;
    await record({
      type: 'charge.succeeded',
      object: presentCharge(row, mandate),
      chargeId: row.id,
      occurrence: '',
    });
    await subscribe();
    const [mail, ...none] = await mails();
    expect(none).toEqual([]);
    expect(mail!.subject).toMatch(/Receipt: 12\.50 \w+ to Coffee Club/);
    expect(mail!.text).toContain(`${base}/receipt/${row.id}/`);
    expect(await mails()).toEqual([]);
  });

  test('is told once of each thing, marked as a test, with one click to end it', async () => {
    await subscribe();
    const row = await charge({ status: 'scheduled', dueAt: clock.seconds() + 3 * DAY });
    const upcoming = {
      type: 'charge.upcoming',
      object: presentCharge(row, mandate),
      chargeId: row.id,
    } as const;
    await record(upcoming);
    await Promise.all([notifyPayers(deployment, false), notifyPayers(deployment, false)]);
    const [mail, ...none] = await mails();
    expect(none).toEqual([]);
    expect(mail!.subject).toMatch(/^\[?Test.*12\.50 \w+ to Coffee Club on /);
    const leave = /<([^>]+)>/.exec(headerOf(mail!.raw, 'list-unsubscribe')!)![1]!;
    await open(new URL(leave).pathname, { 'List-Unsubscribe': 'One-Click' });
    await record(upcoming);
    expect(await mails()).toEqual([]);
    expect(
      await deployment.db`select 1 from payer_contacts where merchant_id = ${tenant.merchantId}`,
    ).toHaveLength(0);
  });

  test('is told in the language of the browser in which they gave the address', async () => {
    await subscribe(mandate, {}, 'es-MX');
    await record({
      type: 'mandate.revoked',
      object: presentMandate({ ...mandate, endedBy: 'merchant' }),
      chargeId: null,
    });
    const [mail] = await mails();
    expect(mail!.text).toContain('La terminó el vendedor.');
  });

  test('of a failed payment is told the cure and where, at the first failure alone', async () => {
    await subscribe();
    const failed = async (attempts: number) => {
      const row = {
        ...(attempts === 1
          ? await charge()
          : (await deployment.db`select * from charges where mandate_id = ${mandate.id}`)[0]!),
        status: 'retrying',
        attempts,
        failureCode: 'allowance_short',
        failureMessage: 'no',
        nextAttemptAt: clock.seconds() + 900,
      };
      await record({
        type: 'charge.failed',
        object: presentCharge(row as never, mandate),
        chargeId: (row as unknown as { id: string }).id,
      });
      return mails();
    };
    const [mail] = await failed(1);
    expect(mail!.text).toContain('Renew it with one signature');
    expect(mail!.text).toContain(`${base}/wallet#${mandate.id}/top-up`);
    expect(await failed(2)).toEqual([]);
  });

  describe('of a payment that is given up', () => {
    const givenUp = async () => {
      const lost = { status: 'abandoned', attempts: 5, nextAttemptAt: null, wakeAt: null };
      const row = await charge({ ...lost, failureCode: 'insufficient_funds', failureMessage: 'no' });
      await record({
        type: 'charge.abandoned',
        object: presentCharge(row as never, mandate),
        chargeId: row.id,
      });
    };
    const next = (status: string) => {
      const dueAt = clock.seconds() + 10 * DAY;
      return charge({
        id: newId('charge'),
        periodIndex: 1,
        dueAt,
        status,
        ...(status === 'scheduled' ? {} : { wakeAt: null }),
      });
    };

    test.each(['scheduled', 'processing'])(
      'is told that it is not tried again, and when the next is due, which is %s',
      async (status) => {
        await subscribe();
        await next(status);
        await givenUp();
        const [mail, ...none] = await mails();
        expect(none).toEqual([]);
        expect(mail!.subject).toMatch(/Your payment of 12\.50 \w+ to Coffee Club will not be tried again$/);
        expect(mail!.text).toContain('Have at least that in it when the next payment is due.');
        expect(mail!.text).toContain('Next payment');
      },
    );

    test('and is the last one is told that nothing comes after it', async () => {
      await subscribe();
      await givenUp();
      const [mail] = await mails();
      expect(mail!.text).toContain('No payment comes after it.');
    });

    test('with which the subscription ends is told of the end alone', async () => {
      await subscribe();
      await givenUp();
      const ended = await deployment.db.begin((tx) =>
        updateMandate(tx, mandate.id, {
          status: 'revoked',
          endedBy: 'payment_failed',
          endedAt: clock.seconds(),
        }),
      );
      await record({ type: 'mandate.revoked', object: presentMandate(ended), chargeId: null });
      const told = await mails();
      expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('has ended')]);
    });
  });

  test('of a mandate that has ended meanwhile is told that, and nothing that was still to come', async () => {
    await subscribe();
    const row = await charge();
    await record({ type: 'charge.upcoming', object: presentCharge(row, mandate), chargeId: row.id });
    await record({
      type: 'mandate.authorization_expiring',
      object: presentMandate(mandate),
      authorization: { remaining: 1n, payments: 1, until: clock.seconds() },
      chargeId: null,
    });
    const ended = await deployment.db.begin((tx) =>
      updateMandate(tx, mandate.id, { status: 'revoked', endedBy: 'payer', endedAt: clock.seconds() }),
    );
    await record({ type: 'mandate.revoked', object: presentMandate(ended), chargeId: null });
    const told = await mails();
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain('You cancelled it.');
  });

  test('is not told of what was asked for and did not happen', async () => {
    await subscribe();
    const object = presentMandate(mandate);
    await record({ type: 'mandate.expired', object, chargeId: null, isTest: true });
    expect(await mails()).toEqual([]);
  });

  test('is told nothing if what happened is rolled back', async () => {
    await subscribe();
    const undone = deployment.db.begin(async (tx) => {
      const event = {
        type: 'mandate.expired',
        object: presentMandate(mandate),
        mandateId: mandate.id,
      } as const;
      await recordEvents(tx, mandate, [{ ...event, chargeId: null, createdAt: 1 }], {
        realNow: clock.seconds(),
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await mails()).toEqual([]);
  });
});
