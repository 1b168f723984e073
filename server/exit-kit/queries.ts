import type { Sql, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** What the lines of an export are about, in the order in which they come. */
export const KINDS = [
  'merchant',
  'business_details',
  'token',
  'product',
  'payment_link',
  'plan',
  'dunning_policy',
  'mandate',
  'authorization',
  'charge',
  'settlement',
  'refund',
  'top_up',
  'receipt_recipient',
  'customer',
  'webhook_endpoint',
] as const;

export type Kind = (typeof KINDS)[number];

/** Lines at a time: their rows are in memory together. */
const BATCH = 500;

/** What is in a merchant's export beside its rows. */
export interface ExportHead {
  genesisHash: string | null;
  schemaVersion: number;
  /** A slot that was finalized before anything was signed that the file does not have; null if none is known. */
  seenSlot: number | null;
  /** When the merchant left the deployment in this mode; null if it still collects. */
  departedAt: number | null;
}

/** The number of the last migration. */
export async function findSchemaVersion(sql: Sql): Promise<number> {
  const [{ version }] = await sql<
    [{ version: number }]
  >`select max(version) as version from schema_migrations`;
  return version;
}

/** Null if there is no such merchant. */
export async function findHead(sql: Sql, { merchantId, livemode }: Tenant): Promise<ExportHead | null> {
  const [row] = await sql<ExportHead[]>`
    select (select genesis_hash from chains where livemode = ${livemode}) as genesis_hash,
      (select max(version) from schema_migrations) as schema_version,
      (select seen_slot from chains where livemode = ${livemode}) as seen_slot,
      (select departed_at from departures where merchant_id = ${merchantId} and livemode = ${livemode}) as departed_at
    from merchants where id = ${merchantId}`;
  return row ?? null;
}

/**
 * Runs `work` with all of a merchant's data as it is at one moment, however long that takes: what is written meanwhile is not in it. It changes nothing.
 */
export async function atOneMoment(sql: Sql, work: (tx: Tx) => Promise<void>): Promise<void> {
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    // Whoever reads the output may be slow.
    await tx`
      select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) name`;
    await work(tx);
  });
}

/** The rows of one kind, as JSON text, in batches. No secret, and no hash of one, is in them. */
export async function* readRows(tx: Tx, kind: Kind, tenant: Tenant): AsyncGenerator<string[]> {
  for await (const rows of statementOf(tx, kind, tenant).cursor(BATCH)) {
    yield rows.map(({ row }) => row);
  }
}

function statementOf(tx: Tx, kind: Kind, { merchantId, livemode }: Tenant) {
  const own = tx`merchant_id = ${merchantId} and livemode = ${livemode}`;
  type Row = { row: string };
  switch (kind) {
    case 'merchant':
      return tx<Row[]>`
        select jsonb_build_object(
          'id', id, 'name', name, 'created_at', created_at, 'clock_offset_seconds', clock_offset_seconds, 'payout_wallet', payout_wallet, 'test_payout_wallet', test_payout_wallet,
          'logo_url', logo_url, 'accent_color', accent_color, 'support_email', support_email, 'support_url', support_url)::text as row
        from merchants where id = ${merchantId}`;
    case 'business_details':
      return tx<
        Row[]
      >`select to_jsonb(b)::text as row from business_details b where merchant_id = ${merchantId}`;
    case 'token':
      return tx<Row[]>`
        select jsonb_build_object('mint', mint, 'accepted', accepted, 'symbol', symbol, 'decimals', decimals, 'program', program)::text as row
        from tokens t left join (select mint, accepted from token_choices where ${own}) chosen using (mint)
        where t.livemode = ${livemode} and (
          accepted is not null
          or exists (select 1 from mandates m where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.mint = t.mint)
          or exists (select 1 from offers o where o.merchant_id = ${merchantId} and o.livemode = ${livemode} and o.mint = t.mint))
        order by mint`;
    case 'product':
    case 'payment_link':
      return tx<
        Row[]
      >`select to_jsonb(o)::text as row from offers o where ${own} and kind = ${kind} order by id`;
    case 'plan':
      return tx<Row[]>`
        select (to_jsonb(p) - 'issued_message')::text as row from subscription_plans p where ${own} order by recorded_at, address`;
    case 'dunning_policy':
      return tx<Row[]>`select to_jsonb(d)::text as row from dunning_policies d where ${own} order by id`;
    case 'mandate':
      return tx<
        Row[]
      >`select (to_jsonb(m) - 'client_secret_hash')::text as row from mandates m where ${own} order by id`;
    case 'authorization':
      return tx<Row[]>`
        select to_jsonb(a)::text as row from mandates m join authorizations a on a.mandate_id = m.id
        where m.merchant_id = ${merchantId} and m.livemode = ${livemode} order by m.id, a.slot, a.instruction_index`;
    case 'charge':
      return tx<
        Row[]
      >`select (to_jsonb(c) - 'lease_token')::text as row from charges c where ${own} order by position`;
    case 'settlement':
      return tx<Row[]>`
        select to_jsonb(s)::text as row from (
          select s.* from charges c join settlements s on s.charge_id = c.id
          where c.merchant_id = ${merchantId} and c.livemode = ${livemode}
          union all
          select s.* from refunds r join settlements s on s.refund_id = r.id
          where r.merchant_id = ${merchantId} and r.livemode = ${livemode}) s`;
    case 'refund':
      return tx<
        Row[]
      >`select (to_jsonb(r) - 'issued_wire')::text as row from refunds r where ${own} order by position`;
    case 'top_up':
      return tx<Row[]>`select to_jsonb(t)::text as row from top_ups t where ${own} order by id`;
    case 'receipt_recipient':
      return tx<
        Row[]
      >`select to_jsonb(r)::text as row from receipt_recipients r where ${own} order by receipt_number`;
    case 'customer':
      return tx<Row[]>`
        select jsonb_build_object(
          'payer', payer, 'since', min(activated_at), 'subscriptions', count(*),
          'active_subscriptions', count(*) filter (where status = 'active'))::text as row
        from mandates where ${own} and activated_at is not null group by payer order by payer`;
    case 'webhook_endpoint':
      return tx<Row[]>`
        select (to_jsonb(e) - 'secret_box' - 'secret_last4')::text as row from webhook_endpoints e where ${own} order by id`;
  }
}
