import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  MANDATE_COLUMNS,
  CHARGE_COLUMNS,
  CUSTOMER_COLUMNS,
  REFUND_COLUMNS,
} from '../../rules/exports/columns.ts';
import { csvLines } from '../../rules/exports/csv.ts';
import { prefersCsv } from '../../rules/http/prefers-csv.ts';
import { exporters } from '../../server/exports/exporters.ts';
import { loadContract } from '../../server/http/contract.ts';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { operationTable } from '../../server/generated/operations.ts';
import { makeSale, type Sale, submitRefund } from '../refunds/support.ts';
import { type Subscribed, subscribe } from '../schedule/support.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { parseCsv } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
let stranger: TestMerchant;
let sale: Sale;
let subscribed: Subscribed;
/** A reason that a spreadsheet would run, with everything that CSV has to quote. */
const REASON = '=HYPERLINK("https://evil.example","x"),\r\nsecond line';

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_EXPORTS_PER_MINUTE: '1000' });
  sale = await makeSale(service);
  merchant = sale.merchant;
  stranger = await service.merchant('Tea Club');
  subscribed = await subscribe(service, merchant);
  await subscribe(service, stranger);
  const refund = await merchant.api.charges.refund(sale.charge.id, { amount: '250000', reason: REASON });
  await submitRefund(service, sale, refund, await signIssued(sale.payee, refund.transaction!));
});
afterAll(() => service.stop());

async function csv(path: string, key = merchant.testKey, accept = 'text/csv', method = 'GET') {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, accept },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const lines = async (path: string, key?: string) => parseCsv((await csv(path, key)).text);

describe('a list as CSV', () => {
  test('has the charges of the filter in force, with amounts in both units, ISO dates and both signatures', async () => {
    const { data } = await merchant.api.charges.list();
    const all = await lines('/v1/charges');
    expect(all.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    const paid = await lines('/v1/charges?status=succeeded');
    expect(paid).toHaveLength(2);
    expect((await lines(`/v1/charges?mandate=${subscribed.id}`)).map(({ mandate }) => mandate)).toEqual(
      data.filter(({ mandateId }) => mandateId === subscribed.id).map(({ mandateId }) => mandateId),
    );
    const [authorization] = await service.db<{ signature: string }[]>`
      select signature from authorizations where mandate_id = ${sale.mandate.id}`;
    const charge = await merchant.api.charges.get(sale.charge.id);
    expect(paid.find(({ id }) => id === sale.charge.id)).toMatchObject({
      mode: 'test',
      status: 'succeeded',
      due: new Date(charge.dueAt * 1000).toISOString().replace('.000Z', 'Z'),
      mandate: sale.mandate.id,
      payer: charge.payer,
      payee: charge.payee,
      mint: charge.mint,
      decimals: '6',
      amount: '1',
      amount_atomic: '1000000',
      refunded: '0.25',
      refunded_atomic: '250000',
      signature: charge.txSignature,
      authorization_signature: authorization!.signature,
    });
    expect(paid.every(({ instruction_index: index }) => /^\d$/.test(index!))).toBe(true);
  });

  test('has mandates, refunds and customers likewise', async () => {
    const mandates = await lines('/v1/mandates');
    expect(mandates.map(({ id }) => id)).toEqual(
      (await merchant.api.mandates.list()).data.map(({ id }) => id),
    );
    expect(await lines(`/v1/mandates?payer=${subscribed.payer.address}`)).toMatchObject([
      { id: subscribed.id, status: 'active', amount_per_period: '1', amount_per_period_atomic: '1000000' },
    ]);
    const refunds = await lines('/v1/refunds');
    expect(refunds).toMatchObject([
      {
        charge: sale.charge.id,
        amount: '0.25',
        amount_atomic: '250000',
        status: 'succeeded',
        reason: `'${REASON}`,
        charge_signature: (await merchant.api.charges.get(sale.charge.id)).txSignature,
      },
    ]);
    expect(refunds[0]!['signature']).toBe((await merchant.api.refunds.list()).data[0]!.txSignature);
    expect(await lines('/v1/refunds?status=pending')).toEqual([]);
    const customers = await lines('/v1/customers');
    // In one second, the one whose address sorts last comes first.
    expect(
      new Set(customers.map(({ payer, paid, paid_atomic: atomic }) => `${payer} ${paid} ${atomic}`)),
    ).toEqual(new Set([`${subscribed.payer.address} 1 1000000`, `${sale.payer.address} 1 1000000`]));
  });

  test("shows nothing of another merchant's, nor of the other mode", async () => {
    for (const path of ['/v1/charges', '/v1/mandates', '/v1/refunds', '/v1/customers']) {
      const foreign = await csv(path, stranger.testKey);
      expect(foreign.status).toBe(200);
      expect(foreign.text).not.toContain(sale.mandate.id);
      expect(foreign.text).not.toContain(sale.payer.address);
      expect(await lines(path, merchant.liveKey)).toEqual([]);
    }
    expect(await lines(`/v1/charges?mandate=${sale.mandate.id}`, stranger.testKey)).toEqual([]);
  });

  test('is a file with a name, is never cached, and needs a credential', async () => {
    const { headers, status } = await csv('/v1/charges?limit=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="autopay-charges-test-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('svc-request-id')).toMatch(/^req_/);
    expect((await csv('/v1/charges', merchant.testKey, 'text/csv', 'HEAD')).text).toBe('');
    expect((await csv('/v1/charges', 'sk_test_wrong')).status).toBe(401);
  });

  test('is refused with a cursor, since it has every row', async () => {
    const refused = await csv(`/v1/charges?startingAfter=${sale.charge.id}`);
    expect([refused.status, JSON.parse(refused.text).error]).toMatchObject([400, { param: 'startingAfter' }]);
  });

  test('is JSON for whoever does not prefer CSV, and elsewhere', async () => {
    for (const [path, accept] of [
      ['/v1/charges', '*/*'],
      ['/v1/charges', 'application/json, text/csv'],
      ['/v1/events', 'text/csv'],
    ] as const) {
      expect((await csv(path, merchant.testKey, accept)).headers.get('content-type')).toBe(
        'application/json',
      );
    }
    expect(prefersCsv('text/csv;q=0.5, application/json')).toBe(false);
    expect(prefersCsv('application/json;q=0.5, text/csv')).toBe(true);
    expect(prefersCsv('text/csv;q=0')).toBe(false);
  });

  test('is served for exactly the operations whose contract says so, by the fake too', async () => {
    const { document } = await loadContract();
    const documented = Object.values(operationTable).filter(
      ({ path, method }) =>
        'text/csv' in
        ((document.paths[path]![method]!.responses!['200'] as { content?: object })?.content ?? {}),
    );
    const served = Object.keys(exporters({ db: service.db }));
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(served.sort());
    const fake = fakeAutopay();
    const headers = { authorization: `Bearer ${fake.merchant().testKey}`, accept: 'text/csv' };
    const fakes = (await (
      await fake.fetch('/v1/tokens', { headers: { authorization: headers.authorization } })
    ).json()) as { data: { mint: string }[] };
    // A statement is of one month and token.
    const of = (path: string, mint: string) =>
      path === '/v1/statements' ? `${path}?month=2026-11&mint=${mint}` : path;
    // What only people at the dashboard read, no key does, and the fake does not know it.
    for (const { path } of documented.filter(({ security }) => security.includes('apiKey' as never))) {
      const own = await csv(of(path, sale.mint));
      const faked = await fake.fetch(of(path, fakes.data[0]!.mint), { headers });
      expect(faked.headers.get('content-type')).toBe(own.headers.get('content-type'));
      expect(own.text.startsWith(await faked.text())).toBe(true);
    }
  });
});

test('the columns are these, in this order: programs read them by place', () => {
  const names = (columns: readonly (readonly [string, unknown])[]) => columns.map(([name]) => name).join(',');
  expect(names(MANDATE_COLUMNS)).toBe(
    'id,mode,status,created,activated,ended,expires,payer,payee,mint,token,decimals,amount_per_period,amount_per_period_atomic,' +
      'sell_mode,period_seconds,max_periods,periods_charged,trial_seconds,scheme,reference,authorization_signature,plan_signature,' +
      'name,payment_link,product,client_reference,metadata',
  );
  expect(names(CHARGE_COLUMNS)).toBe(
    'id,mode,status,created,due,settled,mandate,period,payer,payee,mint,token,decimals,amount,amount_atomic,refunded,' +
      'refunded_atomic,attempts,failure_code,failure,signature,instruction_index,authorization_signature,receipt_number,' +
      'name,payment_link,product,client_reference,metadata',
  );
  expect(names(REFUND_COLUMNS)).toBe(
    'id,mode,status,created,settled,charge,mandate,payer,payee,mint,token,decimals,amount,amount_atomic,reason,failure_code,' +
      'failure,signature,charge_signature,name,payment_link,product,client_reference,metadata',
  );
  expect(names(CUSTOMER_COLUMNS)).toBe(
    'payer,mode,since,subscriptions,active_subscriptions,mint,token,decimals,paid,paid_atomic,' +
      'name,payment_link,product,client_reference',
  );
});

test('no cell begins as a formula does, however it is written', () => {
  for (const start of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    const [cell] = parseCsv(`text\r\n${csvLines([['text', (row: string) => row]], [start])}`);
    expect(cell!['text']).toBe(`'${start}`);
  }
  expect(csvLines([['text', (row: string) => row]], ['a "b", c'])).toBe('"a ""b"", c"\r\n');
  expect(csvLines([['n', (row: number | null) => row]], [7, null])).toBe('7\r\n\r\n');
});
