import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type Asked, readAsked } from '../../rules/search/asked.ts';
import type { Found, FoundBy } from '../../rules/search/present.ts';
import {
  findByAuthorization,
  findByMetadata,
  findByReceipt,
  findByReference,
  findBySignature,
  findChargesById,
  findCustomers,
  findDeliveriesById,
  findEventById,
  findMandatesByAddress,
  findMandatesById,
  findMandatesByName,
  findOffersById,
  findOffersByName,
  findRefundsById,
} from './queries.ts';

const BY_ID: Record<NonNullable<Asked['id']>, (sql: Db, tenant: Tenant, text: string) => Promise<Found[]>> = {
  mandate: findMandatesById,
  charge: findChargesById,
  refund: findRefundsById,
  product: (sql, tenant, text) => findOffersById(sql, tenant, 'product', text),
  paymentLink: (sql, tenant, text) => findOffersById(sql, tenant, 'payment_link', text),
  event: findEventById,
  webhookDelivery: findDeliveriesById,
};

/** What a tenant has that the query is the beginning of, the likeliest first. One statement after the other: a search holds one connection. */
export async function search(sql: Db, tenant: Tenant, query: string): Promise<FoundBy[]> {
  const { text, id, isAddress, isSignature, receiptNumber } = readAsked(query, tenant.livemode);
  if (text === '') return [];
  const found: FoundBy[] = [];
  const look = async (matched: FoundBy['matched'], rows: Promise<Found[]>) =>
    found.push({ matched, rows: await rows });
  if (id !== null) await look('id', BY_ID[id](sql, tenant, text));
  if (receiptNumber !== null) await look('receipt_number', findByReceipt(sql, tenant, receiptNumber));
  if (isSignature) {
    await look('signature', findBySignature(sql, tenant, text));
    await look('signature', findByAuthorization(sql, tenant, text));
  }
  await look('client_reference', findByReference(sql, tenant, text));
  if (isAddress) {
    await look('address', findCustomers(sql, tenant, text));
    await look('address', findMandatesByAddress(sql, tenant, 'payer', text));
    await look('address', findMandatesByAddress(sql, tenant, 'payee', text));
  }
  await look('name', findOffersByName(sql, tenant, text));
  await look('name', findMandatesByName(sql, tenant, text));
  await look('metadata', findByMetadata(sql, tenant, text));
  return found;
}
