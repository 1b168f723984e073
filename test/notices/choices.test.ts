import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../support/person.ts';
import { TestService } from '../support/service.ts';

const CHOICES = {
  kinds: ['renewals_failed', 'daily_digest'],
  alsoTest: true,
  language: 'es',
  timeZone: 'Europe/Madrid',
  digestHour: 7,
};

let service: TestService;
let owner: Person;

beforeAll(async () => {
  service = await TestService.start({}, { role: 'api' });
  owner = await signUp(service);
});
afterAll(() => service.stop());

const read = (person = owner) => person.call('GET', '/v1/notice_choices');
const set = (body: object, person = owner) => person.call('PUT', '/v1/notice_choices', { body });

test('who never chose has what is usual for an owner', async () => {
  expect((await read()).body).toEqual({
    object: 'notice_choices',
    livemode: false,
    email: owner.email,
    isMailSent: false,
    kinds: ['renewals_lost', 'refunds_failed', 'daily_digest', 'webhooks_exhausted'],
    alsoTest: false,
    language: 'en',
    timeZone: 'UTC',
    digestHour: 8,
  });
});

test('a choice holds for the one who made it, at the merchant where they made it', async () => {
  const other = await signUp(service);
  const { status, body } = await set(CHOICES);
  expect(status).toBe(200);
  expect(body).toMatchObject(CHOICES);
  expect((await read()).body).toEqual(body);
  expect((await read(other)).body).toMatchObject({ alsoTest: false, timeZone: 'UTC' });
  // The digest is due at seven there.
  const [row] = await service.db<[{ digestAt: number }]>`
    select n.digest_at from notice_choices n join accounts a on a.id = n.account_id where a.email = ${owner.email}`;
  const hour = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Europe/Madrid',
  });
  expect(hour.format(new Date(row.digestAt * 1000))).toBe('07');
});

test.each([
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['digestHour', { digestHour: 24 }],
  ['language', { language: 'fr' }],
  ['kinds', { kinds: ['payout_wallet_change'] }],
])('%s must be one that there is', async (param, change) => {
  const { status, body } = await set({ ...CHOICES, ...change });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'parameter_invalid', param });
});

test('keys have no choices: they are a person’s', async () => {
  const { status, body } = await service.call('GET', '/v1/notice_choices', { key: owner.keys.test });
  expect([status, body.error.code]).toEqual([403, 'session_required']);
});
