import type { Address, Signature } from '@solana/kit';
import type { TokenProgramName } from '../chain/token-program.ts';
import type { Sql } from '../db/connect.ts';
import { firstIdOf } from '../lib/ids.ts';

/** A range of real time: `[from, to)` in Unix seconds. */
export interface Range {
  from: number;
  to: number;
}

/** A transfer that the books count, and what it is counted for. */
export interface SettledRow {
  signature: Signature;
  /** -1: settled before places were noted. */
  instructionIndex: number;
  recordedAt: number;
  merchantId: string;
  chargeId: string | null;
  refundId: string | null;
  /** Of the charge or refund. */
  amount: bigint;
  isPaid: boolean;
  paidBy: string | null;
  periodIndex: number | null;
  mandateId: string;
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  genesisHash: string;
  reference: Address;
  plan: Address | null;
  sellMode: 'subscription' | 'once';
}

/** Where a page of settlements ended. */
export type SettledCursor = Pick<SettledRow, 'recordedAt' | 'signature' | 'instructionIndex'>;

/** The next settlements that were recorded in the range, by time. */
export function listSettled(
  sql: Sql,
  livemode: boolean,
  { from, to }: Range,
  { after, take }: { after: SettledCursor | null; take: number },
): Promise<SettledRow[]> {
  const beyond =
    after === null
      ? sql`true`
      : sql`(s.recorded_at, s.signature, s.instruction_index) > (${after.recordedAt}, ${after.signature}, ${after.instructionIndex})`;
  return sql<SettledRow[]>`
    select s.signature, s.instruction_index, s.recorded_at, s.merchant_id, s.charge_id, s.refund_id,
      coalesce(c.amount, r.amount) as amount, coalesce(c.status, r.status) = 'succeeded' as is_paid,
      coalesce(c.tx_signature, r.tx_signature) as paid_by, c.period_index, m.id as mandate_id, m.payer, m.payee, m.mint,
      m.token_program, m.genesis_hash, m.reference, m.plan_account as plan, m.sell_mode
    from (
      select * from settlements s
      where livemode = ${livemode} and recorded_at >= ${from} and recorded_at < ${to} and ${beyond}
      order by recorded_at, signature, instruction_index limit ${take}) s
    left join charges c on c.id = s.charge_id
    left join refunds r on r.id = s.refund_id
    join mandates m on m.id = coalesce(c.mandate_id, r.mandate_id)
    order by s.recorded_at, s.signature, s.instruction_index`;
}

/** The places of the transfers that each of these transactions settles something with; those that settle nothing are not in it. */
export async function listCounted(
  sql: Sql,
  signatures: readonly string[],
): Promise<Map<string, ReadonlySet<number>>> {
  const rows = await sql<{ signature: string; places: number[] }[]>`
    select signature, array_agg(instruction_index) as places from settlements
    where signature = any(${[...signatures]}::text[]) group by signature`;
  return new Map(rows.map(({ signature, places }) => [signature, new Set(places)]));
}

/** Something that counts as paid, without a transfer. */
export interface UnsettledRow {
  id: string;
  merchantId: string;
  signature: string | null;
}

/** Most that are shown of a fault that would be everywhere. */
const MOST_UNSETTLED = 1_000;
/** An attempt lands or expires within some minutes. */
const LANDING_SECONDS = 3_600;

/**
 * Attempts that landed in the range, and charges and refunds that were paid in it, whose transfer is not counted. In test mode a clock may be
 * ahead of real time: there all from the range's beginning on.
 */
export function listUnsettled(sql: Sql, livemode: boolean, { from, to }: Range): Promise<UnsettledRow[]> {
  const paidIn = livemode ? sql`settled_at >= ${from} and settled_at < ${to}` : sql`settled_at >= ${from}`;
  return sql<UnsettledRow[]>`
    (select a.id, a.merchant_id, a.signature from attempts a
      where a.id >= ${firstIdOf('attempt', (from - LANDING_SECONDS) * 1000)} and a.id < ${firstIdOf('attempt', to * 1000)}
        and a.livemode = ${livemode} and a.state = 'landed' and not exists (
          select 1 from settlements s where s.charge_id = a.charge_id or s.refund_id = a.refund_id)
      limit ${MOST_UNSETTLED})
    union all
    (select c.id, c.merchant_id, c.tx_signature from merchants m
      cross join lateral (
        select id, merchant_id, tx_signature from charges
        where merchant_id = m.id and livemode = ${livemode} and status = 'succeeded' and ${paidIn}) c
      where not exists (select 1 from settlements s where s.charge_id = c.id)
      limit ${MOST_UNSETTLED})
    union all
    (select r.id, r.merchant_id, r.tx_signature from merchants m
      cross join lateral (
        select id, merchant_id, tx_signature from refunds
        where merchant_id = m.id and livemode = ${livemode} and status = 'succeeded' and ${paidIn}) r
      where not exists (select 1 from settlements s where s.refund_id = r.id)
      limit ${MOST_UNSETTLED})`;
}

/** A refund that was given to a payee's wallet, or to our key, and did not succeed. */
export interface OpenRefundRow {
  id: string;
  merchantId: string;
  amount: bigint;
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  genesisHash: string;
}

/** Those that were made in the range. */
export function listOpenRefunds(sql: Sql, livemode: boolean, { from, to }: Range): Promise<OpenRefundRow[]> {
  return sql<OpenRefundRow[]>`
    select r.id, r.merchant_id, r.amount, d.payer, d.payee, d.mint, d.token_program, d.decimals, d.genesis_hash
    from merchants m
    cross join lateral (
      select id, merchant_id, amount, mandate_id from refunds
      where merchant_id = m.id and livemode = ${livemode} and status <> 'succeeded' and ordinal is not null
        and position >= ${firstIdOf('refund', from * 1000)} and position < ${firstIdOf('refund', to * 1000)}) r
    join mandates d on d.id = r.mandate_id`;
}

/** A one-time order that its payer was given something to sign for. */
export interface OrderRow {
  id: string;
  merchantId: string;
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  reference: Address;
  amountPerPeriod: bigint;
}

/** The next of those that were made in the range, by id. */
export function listOrders(
  sql: Sql,
  livemode: boolean,
  { from, to }: Range,
  { after, take }: { after: string | null; take: number },
): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select id, merchant_id, payer, payee, mint, token_program, reference, amount_per_period from mandates
    where id > ${after ?? firstIdOf('mandate', from * 1000)} and id < ${firstIdOf('mandate', to * 1000)} and livemode = ${livemode}
      and sell_mode = 'once' and instruction_issued_at is not null
    order by id limit ${take}`;
}

/** Whether anything was ever sold before `to`: otherwise there is nothing to ask the chain about. */
export async function hasSoldBefore(sql: Sql, livemode: boolean, to: number): Promise<boolean> {
  const rows = await sql`
    select 1 from mandates where id < ${firstIdOf('mandate', to * 1000)} and livemode = ${livemode} limit 1`;
  return rows.length > 0;
}
