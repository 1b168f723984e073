import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { seedMandate } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { MONTH, PRICE, subscribe } from '../schedule/support.ts';
import { newPayer, type Payer } from './support.ts';

let service: TestService;
let coffee: TestMerchant;
let tea: TestMerchant;
let payer: Payer;
let stranger: Payer;
/** In the order of the list: those that run, newest first, then one that was revoked and one that is pending, which the payer has opened. */
let ids: string[];
beforeAll(async () => {
  service = await TestService.start();
  [coffee, tea] = await Promise.all([service.merchant('Coffee Club'), service.merchant('Tea Club')]);
  payer = await newPayer(service, coffee);
  stranger = await newPayer(service, tea);
  const own = { payer: payer.wallet };
  const first = await subscribe(service, coffee, { ...own, terms: { maxPeriods: 12 } });
  const second = await subscribe(service, tea, { ...own, terms: { maxPeriods: 3 } });
  const pending = await createMandate(service, tea, payer.wallet, second.payee);
  const revoked = await createMandate(service, coffee, payer.wallet, first.payee);
  await coffee.api.mandates.revoke(revoked.id);
  await subscribe(service, tea, { payer: stranger.wallet });
  for (const { id } of [pending, revoked]) await payer.get(`/mandates/${id}`);
  // Anybody could have made this one, and the payer knows nothing of it.
  await createMandate(service, tea, payer.wallet, second.payee);
  ids = [second.id, first.id, revoked.id, pending.id];
});
afterAll(() => service.stop());

const idsOf = (data: { id: string }[]) => data.map(({ id }) => id);

describe('a payer sees', () => {
  test('their mandates with every merchant, active ones first, and no one else’s', async () => {
    const { status, body } = await payer.get('/mandates');
    expect(status).toBe(200);
    expect(idsOf(body.data)).toEqual(ids);
    expect(body.data.map((row: { merchantName: string }) => row.merchantName)).toEqual([
      'Tea Club',
      'Coffee Club',
      'Coffee Club',
      'Tea Club',
    ]);
    for (const row of body.data) expect(row).not.toHaveProperty('merchantId');
  });

  test('what each took, may still take, and takes next', async () => {
    await service.db`
      update charges set refunded = 250000 where mandate_id = ${ids[1]!} and status = 'succeeded'`;
    const { body } = await payer.get('/mandates');
    const [second, first, revoked, pending] = body.data;
    const allowance = String(13n * PRICE);
    expect(first).toMatchObject({
      object: 'wallet_mandate',
      status: 'active',
      symbol: expect.any(String),
      decimals: 6,
      totalPaid: String(PRICE),
      totalRefunded: '250000',
      nextChargeAt: first.startAt + MONTH,
      remainingBudget: String(11n * PRICE),
      remainingAllowance: allowance,
    });
    expect(second).toMatchObject({
      totalRefunded: '0',
      remainingBudget: String(2n * PRICE),
      remainingAllowance: allowance,
    });
    expect(pending).toMatchObject({ status: 'pending', totalPaid: '0', nextChargeAt: null });
    expect(revoked).toMatchObject({ status: 'revoked', remainingBudget: '0', nextChargeAt: null });
    expect((await payer.get(`/mandates/${ids[1]}`)).body).toEqual(first);
  });

  test('those of one status, page by page', async () => {
    const active = await payer.get('/mandates?status=active');
    expect(idsOf(active.body.data)).toEqual([ids[0], ids[1]]);
    const page = await payer.get('/mandates?limit=2');
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: ids[1] });
    const rest = await payer.get(`/mandates?limit=2&startingAfter=${ids[1]}`);
    expect(idsOf(rest.body.data)).toEqual([ids[2], ids[3]]);
    expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null });
    const back = await payer.get(`/mandates?endingBefore=${ids[2]}`);
    expect(idsOf(back.body.data)).toEqual([ids[0], ids[1]]);
  });

  test('the charges of one', async () => {
    const { status, body } = await payer.get(`/mandates/${ids[0]}/charges`);
    expect(status).toBe(200);
    expect(body.data.map((row: { status: string }) => row.status)).toEqual(['scheduled', 'succeeded']);
    expect((await payer.get(`/mandates/${ids[2]}/charges`)).body.data).toEqual([]);
  });

  test('live ones in live mode, where the mode of one that is named by its id is its own', async () => {
    const live = { merchantId: coffee.id, livemode: true };
    const { id } = await seedMandate(service.running.deployment, live);
    await service.db`update mandates set payer = ${payer.wallet.address} where id = ${id}`;
    expect((await payer.get('/mandates', { 'svc-mode': 'live' })).body.data).toEqual([]);
    await payer.get(`/mandates/${id}`);
    const list = await payer.get('/mandates', { 'svc-mode': 'live' });
    expect(idsOf(list.body.data)).toEqual([id]);
    expect(list.body.data[0]).toMatchObject({ livemode: true, remainingAllowance: null });
    expect(idsOf((await payer.get('/mandates', { 'svc-mode': 'test' })).body.data)).not.toContain(id);
    expect((await payer.get(`/mandates/${id}`)).body.livemode).toBe(true);
    expect(refusal(await payer.get(`/mandates?startingAfter=${id}`))).toBe(
      '400 parameter_invalid startingAfter',
    );
  });

  test('no allowance, and all the rest, while the chain is down', async () => {
    await service.setFaults({ method: 'getMultipleAccounts', kind: 'refuse' });
    const { status, body } = await payer.get(`/mandates/${ids[1]}`);
    await service.setFaults();
    expect([status, body.remainingAllowance, body.remainingBudget]).toEqual([200, null, String(11n * PRICE)]);
  });
});

describe('a stranger', () => {
  test('hides nothing that runs behind mandates in the payer’s name', async () => {
    const { deployment } = service.running;
    const made = [];
    for (let n = 0; n < 120; n++) {
      made.push((await seedMandate(deployment, { merchantId: tea.id, livemode: false })).id);
    }
    await service.db`update mandates set payer = ${payer.wallet.address} where id = any(${made})`;
    expect(idsOf((await payer.get('/mandates')).body.data)).toEqual(ids);
    expect((await payer.get('/mandates?status=pending')).body.data).toHaveLength(1);
    // Those that expired were never theirs either.
    await service.db`
      update mandates set status = 'expired', ended_at = created_at, expire_wake_at = null where id = any(${made})`;
    expect(idsOf((await payer.get('/mandates')).body.data)).toEqual(ids);
    // As many as the payer has opened stand behind what runs.
    await service.db`update mandates set payer_opened_at = 1 where id = any(${made})`;
    const { data, hasMore } = (await payer.get('/mandates')).body;
    expect([idsOf(data).slice(0, 2), hasMore]).toEqual([ids.slice(0, 2), true]);
    await service.db`update mandates set payer_opened_at = null where id = any(${made})`;
  });

  test('speaks to the payer by no name', async () => {
    const name = 'Your wallet is at risk: visit evil.example 🚨';
    const refused = await service.call('POST', '/v1/merchants', { body: { name } });
    expect(refusal(refused)).toBe('400 parameter_invalid name');
    const person = { email: 'evil@example.com', password: 'long enough', acknowledged: true };
    const signedUp = await service.call('POST', '/v1/signup', { body: { name, ...person } });
    expect(refusal(signedUp)).toBe('400 parameter_invalid name');
    // Made before names were looked at.
    await service.db`update merchants set name = ${name} where id = ${tea.id}`;
    const { body } = await payer.get(`/mandates/${ids[0]}`);
    expect(body.merchantName).toBe('Your wallet is at risk: visit evil example');
    await service.db`update merchants set name = 'Tea Club' where id = ${tea.id}`;
  });
});

describe('what is not the payer’s', () => {
  test('is missing, like what there is not', async () => {
    for (const id of [ids[0], 'man_1111111111111111111111', 'x', 'chg_1']) {
      for (const path of [`/mandates/${id}`, `/mandates/${id}/charges`]) {
        expect(refusal(await stranger.get(path))).toBe('404 resource_missing');
      }
    }
  });

  test('is no cursor either', async () => {
    for (const cursor of [ids[0], 'man_1111111111111111111111', 'x']) {
      expect(refusal(await stranger.get(`/mandates?startingAfter=${cursor}`))).toBe(
        '400 parameter_invalid startingAfter',
      );
    }
    const [charge] = (await payer.get(`/mandates/${ids[0]}/charges`)).body.data;
    // Of the same merchant, but of another mandate.
    expect(refusal(await payer.get(`/mandates/${ids[3]}/charges?endingBefore=${charge.id}`))).toBe(
      '400 parameter_invalid endingBefore',
    );
    for (const query of ['limit=0', 'limit=101', 'limit=x']) {
      expect(refusal(await payer.get(`/mandates?${query}`))).toBe('400 parameter_invalid limit');
    }
    expect(refusal(await payer.get('/mandates?status=paused'))).toBe('400 parameter_invalid status');
  });
});
