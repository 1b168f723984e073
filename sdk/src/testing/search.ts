import { type Asked, readAsked } from '../../../rules/search/asked.ts';
import { type Found, type FoundBy, presentSearch } from '../../../rules/search/present.ts';
import { customersOf } from './customers.ts';
import type { Handlers } from './operation.ts';
import type { ChargeRow, MandateRow, OfferRow, RefundRow, Tenant } from './rows.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

/** What a tenant has that the text is the beginning of, the likeliest first and of each the newest. */
function found(
  world: World,
  tenant: Tenant,
  { text, id, isAddress, isSignature, receiptNumber }: Asked,
): FoundBy[] {
  if (text === '') return [];
  const isOwn = isOf(tenant);
  const begins = (value: string | null) => value !== null && value.startsWith(text);
  const isNamed = ({ name }: { name: string | null }) =>
    name?.toLowerCase().startsWith(text.toLowerCase()) ?? false;
  /** Of its later words one begins so. */
  const hasWord = ({ name }: OfferRow) => name.toLowerCase().includes(` ${text.toLowerCase()}`);
  const [mandates, charges, refunds] = [world.mandates, world.charges, world.refunds];
  const ofMandates = (keep: (row: MandateRow) => boolean) =>
    mandates
      .filter((row) => isOwn(row) && keep(row))
      .toReversed()
      .map(foundMandate);
  const charged = (keep: (row: ChargeRow) => boolean) =>
    charges.filter((row) => isOwn(row) && keep(row)).map((row) => foundUnder(world, 'charge', row));
  const settled = (keep: (row: ChargeRow | RefundRow) => boolean) => [
    ...charged(keep),
    ...refunds.filter((row) => isOwn(row) && keep(row)).map((row) => foundUnder(world, 'refund', row)),
  ];
  const offers = (keep: (row: OfferRow) => boolean) =>
    world.offers
      .filter((row) => isOwn(row) && keep(row))
      .toReversed()
      .map(foundOffer);
  const others = {
    event: () => world.events.filter((row) => isOwn(row) && row.id === text).map(foundEvent),
    webhookDelivery: () => world.deliveries.filter((row) => isOwn(row) && begins(row.id)).map(foundDelivery),
  };
  const ways: [FoundBy['matched'], boolean, () => Found[]][] = [
    ['id', id !== null, () => [...ofMandates((row) => begins(row.id)), ...settled((row) => begins(row.id))]],
    ['id', id !== null, () => offers((row) => begins(row.id))],
    ['id', id === 'event' || id === 'webhookDelivery', () => others[id as keyof typeof others]()],
    ['receipt_number', receiptNumber !== null, () => charged((row) => row.receiptNumber === receiptNumber)],
    ['signature', isSignature, () => settled((row) => begins(row.txSignature))],
    ['client_reference', true, () => ofMandates((row) => begins(row.clientReference))],
    ['address', isAddress, () => customers(world, tenant, begins)],
    ['address', isAddress, () => ofMandates((row) => begins(row.payer))],
    ['address', isAddress, () => ofMandates((row) => begins(row.payee))],
    ['name', true, () => [...offers(isNamed), ...offers((row) => !isNamed(row) && hasWord(row))]],
    ['name', true, () => ofMandates(isNamed)],
    ['metadata', true, () => ofMandates((row) => hasValue(row, text.toLowerCase()))],
  ];
  return ways.filter(([, applies]) => applies).map(([matched, , look]) => ({ matched, rows: look() }));
}

function hasValue({ metadata }: MandateRow, value: string): boolean {
  return Object.values(metadata ?? {}).some((each) => each.toLowerCase() === value);
}

function customers(world: World, tenant: Tenant, begins: (address: string) => boolean): Found[] {
  return customersOf(world, tenant, {})
    .filter(({ payer }) => begins(payer))
    .map(({ payer, since, last }) => ({
      kind: 'customer',
      id: payer,
      createdAt: since,
      name: last.name,
      status: null,
      payer,
      amount: null,
      mint: null,
    }));
}

function foundMandate(row: MandateRow): Found {
  const { id, createdAt, name, status, payer, amountPerPeriod: amount, mint } = row;
  return { kind: 'mandate', id, createdAt, name, status, payer, amount, mint };
}

function foundUnder(world: World, kind: 'charge' | 'refund', row: ChargeRow | RefundRow): Found {
  const { name, payer, mint } = world.mandates.get(row.mandateId);
  const { id, createdAt, status, amount } = row;
  return { kind, id, createdAt, name, status, payer, amount, mint };
}

function foundOffer(row: OfferRow): Found {
  const { kind, id, createdAt, name, active, mint } = row;
  const amount = row.amountOnce ?? row.amountPerPeriod;
  return { kind, id, createdAt, name, status: active ? 'active' : 'inactive', payer: null, amount, mint };
}

const NOTHING_SOLD = { payer: null, amount: null, mint: null };

function foundEvent({ id, createdAt, type }: { id: string; createdAt: number; type: string }): Found {
  return { kind: 'event', id, createdAt, name: type, status: null, ...NOTHING_SOLD };
}

function foundDelivery({ id, createdAt, status }: { id: string; createdAt: number; status: string }): Found {
  return { kind: 'webhook_delivery', id, createdAt, name: null, status, ...NOTHING_SOLD };
}

/** The operation that finds things. */
export const searchHandlers = {
  searchObjects: (world, call) => {
    const tenant = tenantOf(call);
    const asked = readAsked(call.query.query, tenant.livemode);
    const about = { query: asked.text, livemode: tenant.livemode, createdAt: merchantNow(world, tenant) };
    return { status: 200, body: presentSearch(about, found(world, tenant, asked)) };
  },
} satisfies Pick<Handlers, 'searchObjects'>;
