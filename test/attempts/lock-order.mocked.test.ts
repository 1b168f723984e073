import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { askRefund, makeSale, submitRefund } from '../refunds/support.ts';

/** The tables in the order in which a transaction may lock their rows. */
const ORDER = ['mandates', 'charges', 'refunds', 'attempts'];
/** What each open transaction locked so far, by connection, and those that are over. */
const open = new Map<number, string[]>();
const over: string[][] = [];

/** `for update` locks rows of the outer tables alone. */
function withoutSubselects(text: string): string {
  const outer = text.replaceAll(/\([^()]*\)/g, '');
  return outer === text ? text : withoutSubselects(outer);
}

/** Follows the statements of one connection: what a transaction locks first in each table. */
function observe(connection: number, statement: string): void {
  const text = statement.trim().toLowerCase();
  if (text.startsWith('begin')) open.set(connection, []);
  const locked = open.get(connection);
  if (locked === undefined) return;
  if (text.startsWith('commit') || text.startsWith('rollback')) {
    open.delete(connection);
    over.push(locked);
    return;
  }
  const table =
    /^update (\w+)/.exec(text)?.[1] ??
    /^insert into (\w+)/.exec(text)?.[1] ??
    (text.includes('for update') ? /\bfrom (\w+)/.exec(withoutSubselects(text))?.[1] : undefined);
  if (table !== undefined && ORDER.includes(table) && !locked.includes(table)) locked.push(table);
}

vi.mock('postgres', async (importOriginal) => {
  const { default: postgres } = await importOriginal<{
    default: (url: string, options: object) => unknown;
  }>();
  const observed = (url: string, options: object) => postgres(url, { ...options, debug: observe });
  return { default: Object.assign(observed, postgres) };
});

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('every transaction locks the mandate first, then its charge, refund and attempt', async () => {
  const sale = await makeSale(service);
  const { merchant, payer, payee, mandate } = sale;
  // Refunds are made while the next charge is collected, and one is signed and settled.
  const [first] = await Promise.all([
    askRefund(service, sale, { amount: '400000' }),
    askRefund(service, sale, { amount: '100000' }),
    merchant.api.test.advanceClock({ seconds: 31 * 86_400 }),
  ]);
  const signed = await signIssued(payee, first.body.transaction);
  expect((await submitRefund(service, sale, first.body, signed)).body.status).toBe('succeeded');
  await merchant.api.refunds.createTransaction((await askRefund(service, sale, { amount: '1' })).body.id);
  // An order that is paid, a mandate that ends before its charge, and one whose payer cannot pay.
  await createMandate(service, merchant, payer, payee, {
    sellMode: 'once',
    maxPeriods: 1,
    autoAuthorize: true,
  });
  const poor = await service.wallet(merchant, { amount: '1000000' });
  const short = await createMandate(service, merchant, poor, payee, { autoAuthorize: true });
  await merchant.api.test.advanceClock({ seconds: 31 * 86_400 });
  await merchant.api.mandates.revoke(mandate.id);
  await merchant.api.test.advanceClock({ seconds: 31 * 86_400 });
  expect((await merchant.api.mandates.get(short.id)).status).toBe('revoked');

  const inOrder = (locked: string[]) => ORDER.filter((table) => locked.includes(table));
  expect(over.filter((locked) => locked.length > 0 && locked[0] !== 'mandates')).toEqual([]);
  expect(over).toEqual(over.map(inOrder));
  // All four kinds of rows were locked, in one transaction where a refund settled.
  expect(over).toContainEqual(ORDER);
  expect(over).toContainEqual(['mandates', 'charges', 'attempts']);
});
