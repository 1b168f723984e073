import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { PlanTerms } from '../../rules/references.ts';
import type { Statement, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { Line } from './read-lines.ts';

/** What is brought, and whose. `now` in real time. */
export interface Brought extends Tenant {
  now: number;
}

/** Keeps the lines for this transaction: nothing of them is anywhere else yet. */
export async function beginBringing(tx: Tx): Promise<void> {
  await tx`
    select set_config(name, '0', true)
    from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) name`;
  await tx`create temp table brought (kind text not null, row jsonb not null) on commit drop`;
}

export async function keepLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  await tx`
    insert into brought (kind, row)
    select kind, row::jsonb
    from unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ row }) => row)}::text[]) as l (kind, row)`;
}

/** Once all lines are kept. */
export async function indexLines(tx: Tx): Promise<void> {
  await tx`create index on brought (kind, (row ->> 'id'))`;
  await tx`create index on brought ((row ->> 'mandate_id')) where kind = 'authorization'`;
  await tx`analyze brought`;
}

/** Ids of rows, by kind, that are not of this merchant and mode, or of another chain: a file that somebody changed. */
export async function findForeignRow(
  tx: Tx,
  { merchantId, livemode }: Tenant,
  genesisHash: string,
): Promise<string | null> {
  const [row] = await tx<{ kind: string }[]>`
    select kind from brought
    where coalesce(row ->> 'merchant_id', ${merchantId}) <> ${merchantId}
      or coalesce((row ->> 'livemode')::boolean, ${livemode}) <> ${livemode}
      or coalesce(row ->> 'genesis_hash', ${genesisHash}) <> ${genesisHash}
      or (kind = 'merchant' and row ->> 'id' <> ${merchantId})
      or (kind = 'authorization' and not exists (
        select 1 from brought m where m.kind = 'mandate' and m.row ->> 'id' = brought.row ->> 'mandate_id'))
    limit 1`;
  return row?.kind ?? null;
}

/** Whether anything of the merchant is in this mode already. */
export async function isInUse(tx: Tx, { merchantId, livemode }: Tenant): Promise<boolean> {
  const own = tx`where merchant_id = ${merchantId} and livemode = ${livemode}`;
  const rows = await tx`
    select 1 from mandates ${own} union all select 1 from offers ${own} union all select 1 from subscription_plans ${own}
    union all select 1 from webhook_endpoints ${own} union all select 1 from departures ${own} limit 1`;
  return rows.length > 0;
}

/** Tokens of subscriptions, links and products that the registry lacks or has otherwise, `symbol (mint)`. */
export async function listUnknownTokens(tx: Tx, livemode: boolean): Promise<string[]> {
  const rows = await tx<{ mint: string; symbol: string | null }[]>`
    select distinct b.row ->> 'mint' as mint, (select t.row ->> 'symbol' from brought t where t.kind = 'token' and t.row ->> 'mint' = b.row ->> 'mint') as symbol
    from brought b
    where kind in ('mandate', 'product', 'payment_link') and not exists (
      select 1 from tokens where livemode = ${livemode} and mint = b.row ->> 'mint' and removed_at is null
        and decimals = (b.row ->> 'decimals')::int)
    order by 1`;
  return rows.map(({ mint, symbol }) => (symbol === null ? mint : `${symbol} (${mint})`));
}

/** Test tokens that were made for the merchant elsewhere become theirs here. */
export async function insertTestTokens(tx: Tx, { merchantId, now }: Brought): Promise<void> {
  await tx`
    insert into tokens (livemode, mint, symbol, decimals, program, class, is_default, floor, created_at, made_by)
    select false, row ->> 'mint', row ->> 'symbol', (row ->> 'decimals')::int, row ->> 'program', 'other', false, false, ${now}, ${merchantId}
    from brought where kind = 'token'
    on conflict (livemode, mint) do nothing`;
}

/** What is not taken over, because its payers have to begin anew. */
export interface LeftOut {
  /** Subscriptions through plans that another deployment pulls. */
  onPlans: number;
  /** That no payer has signed yet. */
  pending: number;
}

/**
 * Drops the lines of mandates that nothing can come of here: of plans that none of `delegates` pulls, and pending ones, whose secret is not in the file. With
 * them goes all that is about them.
 */
export async function leaveOut(tx: Tx, delegates: readonly Address[]): Promise<LeftOut> {
  const ours = delegates as readonly string[] as string[];
  const dropped = await tx<{ status: string; isPlan: boolean }[]>`
    with foreign_plans as (
      delete from brought where kind = 'plan' and not row ->> 'puller' = any(${ours}::text[]) returning row ->> 'address' as address)
    delete from brought b
    where kind = 'mandate' and (
      row ->> 'status' = 'pending' or exists (select 1 from foreign_plans p where p.address = b.row ->> 'plan_account'))
    returning row ->> 'status' as status, row ->> 'plan_account' is not null as is_plan`;
  await tx`
    delete from brought b
    where kind in ('authorization', 'charge', 'refund', 'top_up', 'receipt_recipient') and not exists (
      select 1 from brought m where m.kind = 'mandate' and m.row ->> 'id' = b.row ->> 'mandate_id')`;
  await tx`
    delete from brought b
    where kind = 'settlement' and not exists (
      select 1 from brought c where c.kind in ('charge', 'refund') and c.row ->> 'id' = coalesce(b.row ->> 'charge_id', b.row ->> 'refund_id'))`;
  return {
    onPlans: dropped.filter(({ status }) => status === 'active').length,
    pending: dropped.filter(({ status }) => status === 'pending').length,
  };
}

/** An active mandate with the transactions that its payer signed for it. */
export interface ToProve extends PlanTerms {
  reference: Address;
  isSimulated: boolean;
  wires: Buffer[];
}

/** Active mandates under approvals, in batches. */
export function readToProve(tx: Tx): AsyncIterable<ToProve[]> {
  return tx<ToProve[]>`
    select row ->> 'id' as mandate_id, row ->> 'genesis_hash' as genesis_hash, row ->> 'payer' as payer, row ->> 'payee' as payee,
      row ->> 'mint' as mint, (row ->> 'amount_per_period')::numeric as amount_per_period, (row ->> 'period_seconds')::int as period_seconds,
      (row ->> 'max_periods')::int as max_periods, (row ->> 'trial_seconds')::int as trial_seconds, row ->> 'sell_mode' as sell_mode,
      coalesce(row ->> 'plan_delegate', row ->> 'delegate') as delegate, row ->> 'reference' as reference,
      (row ->> 'simulated')::boolean as is_simulated,
      coalesce((
        select array_agg((a.row ->> 'wire')::bytea) from brought a
        where a.kind = 'authorization' and a.row ->> 'mandate_id' = b.row ->> 'id' and a.row ->> 'wire' is not null), '{}') as wires
    from brought b
    where kind = 'mandate' and row ->> 'status' = 'active' and row ->> 'scheme' = 'approval'`.cursor(100);
}

/** Active mandates whose payers approved a key that is none of `delegates`. */
export async function listToAsk(tx: Tx, delegates: readonly Address[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select row ->> 'id' as id from brought
    where kind = 'mandate' and row ->> 'status' = 'active' and row ->> 'scheme' = 'approval'
      and not row ->> 'delegate' = any(${delegates as readonly string[] as string[]}::text[])
    order by 1`;
  return rows.map(({ id }) => id);
}

/**
 * Inserts the merchant, or leaves it as it is: its other mode is here already. Returns whether it is new. Where money is paid out is proven anew, by the
 * wallet's signature, and is not taken from a file.
 */
export async function insertBroughtMerchant(
  tx: Tx,
  { merchantId, livemode, now }: Brought,
): Promise<boolean> {
  const made = await tx`
    insert into merchants (id, name, created_at, approved_at, logo_url, accent_color, support_email, support_url)
    select row ->> 'id', row ->> 'name', (row ->> 'created_at')::bigint, ${now}, row ->> 'logo_url', row ->> 'accent_color',
      row ->> 'support_email', row ->> 'support_url'
    from brought where kind = 'merchant'
    on conflict (id) do nothing returning 1`;
  // Everything in test mode is by this clock.
  if (!livemode)
    await tx`
      update merchants set clock_offset_seconds = (row ->> 'clock_offset_seconds')::bigint
      from brought where kind = 'merchant' and id = ${merchantId}`;
  await tx`
    insert into business_details select (jsonb_populate_record(null::business_details, row)).*
    from brought where kind = 'business_details' on conflict (merchant_id) do nothing`;
  return made.length > 0;
}

/** Inserts what is sold, and on which terms. */
export async function insertOffers(tx: Tx, { merchantId, livemode }: Brought): Promise<void> {
  await tx`
    insert into token_choices (merchant_id, livemode, mint, accepted)
    select ${merchantId}, ${livemode}, row ->> 'mint', coalesce((row ->> 'accepted')::boolean, true)
    from brought b where kind = 'token' and exists (select 1 from tokens where livemode = ${livemode} and mint = b.row ->> 'mint')`;
  await insertAs(tx, 'offers', tx`kind in ('product', 'payment_link')`);
  await insertAs(
    tx,
    'subscription_plans',
    tx`kind = 'plan'`,
    tx`'{"issued_action": null, "issued_message": null, "issued_last_valid_block_height": null, "look_at": null}'`,
  );
  // Ids are of this database. The newest one counts.
  await tx`
    insert into dunning_policies (merchant_id, livemode, retries, keeps_access, after_last, created_at)
    select ${merchantId}, ${livemode}, row ->> 'retries', (row ->> 'keeps_access')::boolean, row ->> 'after_last', (row ->> 'created_at')::bigint
    from brought where kind = 'dunning_policy' order by (row ->> 'id')::bigint`;
}

/** Inserts mandates with what was agreed and paid. Nothing of them is asked of the chain yet; see `startRecoveryAfterImport`. */
export async function insertMandates(tx: Tx, brought: Brought): Promise<void> {
  const { merchantId, livemode, now } = brought;
  // Nobody has it: whoever is to sign does so in the portal.
  const secretHash = `\\x${randomBytes(32).toString('hex')}`;
  await insertAs(
    tx,
    'mandates',
    tx`kind = 'mandate'`,
    tx`jsonb_build_object(
      'client_secret_hash', ${secretHash}::text, 'plan_publish_at', null, 'revoke_publish_at', null, 'watch_at', null, 'gone_seen_at', null,
      'recovered_through', 0, 'imported_at', ${now}::bigint)`,
  );
  await insertAs(tx, 'authorizations', tx`kind = 'authorization'`);
  const isOpen = tx`row ->> 'status' in ('scheduled', 'processing', 'retrying')`;
  const dueAt = tx`coalesce(row ->> 'next_attempt_at', row ->> 'due_at')::bigint`;
  const ahead = livemode ? tx`0` : tx`(select clock_offset_seconds from merchants where id = ${merchantId})`;
  await insertAs(
    tx,
    'charges',
    tx`kind = 'charge'`,
    tx`jsonb_build_object(
        'lease_token', null, 'backoff_until', null, 'announce_at', null, 'trace_parent', null, 'refunds_recovered_through', 0,
        'dunning_policy_id', (
          select max(p.id) from dunning_policies p
          where p.merchant_id = ${merchantId} and p.livemode = ${livemode} and row ->> 'dunning_policy_id' is not null))
      || case when ${isOpen} then jsonb_build_object(
        'status', case when row ->> 'failure_code' is null then 'scheduled' else 'retrying' end,
        'signatures', 0, 'next_attempt_at', ${dueAt}, 'wake_at', ${dueAt} - ${ahead}) else '{}' end`,
  );
  await insertAs(
    tx,
    'refunds',
    tx`kind = 'refund'`,
    tx`jsonb_build_object(
      'issued_wire', null, 'issued_blockhash', null, 'issued_last_valid_block_height', null, 'issued_block_height', null, 'issued_slot', null,
      'wake_at', case when row ->> 'status' = 'pending' then ${now}::bigint end)`,
  );
  await insertAs(tx, 'settlements', tx`kind = 'settlement'`);
  await insertAs(tx, 'top_ups', tx`kind = 'top_up' and row ->> 'applied_at' is not null`);
  await insertAs(tx, 'receipt_recipients', tx`kind = 'receipt_recipient'`);
  await tx`
    insert into receipt_counters (merchant_id, livemode, last_number)
    select ${merchantId}, ${livemode}, max((row ->> 'receipt_number')::bigint) from brought
    where kind = 'charge' having max((row ->> 'receipt_number')::bigint) is not null`;
}

/** Inserts rows as they are but for the columns in `changes`. */
async function insertAs(
  tx: Tx,
  table: string,
  which: Statement,
  changes: Statement = tx`'{}'`,
): Promise<void> {
  await tx`
    insert into ${tx(table)}
    select (jsonb_populate_record(null::${tx(table)}, row || ${changes}::jsonb)).* from brought where ${which}`;
}

/** An endpoint as the file has it: without its secret. */
export interface BroughtEndpoint {
  id: string;
  url: string;
  description: string | null;
  events: string[] | null;
  createdAt: number;
}

export async function listBroughtEndpoints(tx: Tx): Promise<BroughtEndpoint[]> {
  return tx<BroughtEndpoint[]>`
    select r.id, r.url, r.description, r.events, r.created_at
    from brought, jsonb_populate_record(null::webhook_endpoints, row) r where kind = 'webhook_endpoint' order by r.id`;
}

/** How many subscriptions go on. */
export async function countActive(tx: Tx): Promise<{ active: number; ended: number; charges: number }> {
  const [row] = await tx<[{ active: number; ended: number; charges: number }]>`
    select count(*) filter (where kind = 'mandate' and row ->> 'status' = 'active')::int as active,
      count(*) filter (where kind = 'mandate' and row ->> 'status' <> 'active')::int as ended,
      count(*) filter (where kind = 'charge')::int as charges
    from brought`;
  return row;
}
