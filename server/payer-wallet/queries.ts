import type { Address } from '@solana/kit';
import type { AccountFailureCode } from '../../rules/failures.ts';
import type { Brand } from '../../rules/merchants/branding.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';

/** A row of `wallet_sessions` to insert. Times in real time; the token itself is not in it. */
export interface NewWalletSession {
  id: string;
  payer: string;
  tokenHash: Uint8Array;
  createdAt: number;
  expiresAt: number;
}

/** Opens a session, and deletes expired ones. */
export async function insertWalletSession(tx: Tx, session: NewWalletSession): Promise<void> {
  await tx`delete from wallet_sessions where expires_at <= ${session.createdAt}`;
  await tx`
    insert into wallet_sessions ${tx(session, 'id', 'payer', 'tokenHash', 'createdAt', 'expiresAt')}`;
}

/** Ends a session and returns it; null if it had already ended. */
export async function deleteWalletSession(
  db: Db,
  id: string,
): Promise<Pick<NewWalletSession, 'id' | 'payer' | 'createdAt'> | null> {
  const [row] = await db<Pick<NewWalletSession, 'id' | 'payer' | 'createdAt'>[]>`
    delete from wallet_sessions where id = ${id} returning id, payer, created_at`;
  return row ?? null;
}

/** What a payer sees beside a mandate's own row. Amounts in atomic units. */
export interface PayersFacts {
  mandateId: string;
  merchantName: string;
  brand: Brand;
  /** Null for a token that was never on the registry. */
  symbol: string | null;
  totalPaid: bigint;
  totalRefunded: bigint;
  /** In the merchant's time; null when nothing will be charged. */
  nextChargeAt: number | null;
  /** The charge that failed and is tried again, in the merchant's time; null for none. */
  failing: { code: AccountFailureCode; message: string; amount: string; nextAttemptAt: number } | null;
}

/** The facts of mandates that the caller is entitled to, by mandate id. */
export async function readPayersFacts(
  sql: Sql,
  mandateIds: readonly string[],
): Promise<Map<string, PayersFacts>> {
  const rows = await sql<PayersFacts[]>`
    select m.id as mandate_id, o.name as merchant_name, t.symbol,
      json_build_object(
        'logoUrl', o.logo_url, 'accentColor', o.accent_color,
        'supportEmail', o.support_email, 'supportUrl', o.support_url) as brand,
      coalesce(sum(c.amount) filter (where c.status = 'succeeded'), 0) as total_paid,
      coalesce(sum(c.refunded), 0) as total_refunded,
      min(coalesce(c.next_attempt_at, c.due_at)) filter (
        where m.status = 'active' and c.status in ('scheduled', 'processing', 'retrying')) as next_charge_at,
      (array_agg(json_build_object(
        'code', c.failure_code, 'message', c.failure_message, 'amount', c.amount::text,
        'nextAttemptAt', coalesce(c.next_attempt_at, c.due_at)) order by c.due_at) filter (
        where m.status = 'active' and c.status in ('processing', 'retrying') and c.failure_code is not null))[1] as failing
    from mandates m
    join merchants o on o.id = m.merchant_id
    left join tokens t on t.livemode = m.livemode and t.mint = m.mint
    left join charges c on c.mandate_id = m.id
    where m.id = any(${mandateIds as string[]}::text[])
    group by m.id, o.id, t.symbol`;
  return new Map(rows.map((row) => [row.mandateId, row]));
}

/** The keys that pull the payer's active mandates of a mode under approvals: a row per mint and an entry per mandate. */
export function listActiveDelegates(
  sql: Sql,
  { livemode, payer }: { livemode: boolean; payer: string },
): Promise<{ mint: string; delegates: Address[] }[]> {
  return sql<{ mint: string; delegates: Address[] }[]>`
    select mint, array_agg(delegate) as delegates from mandates
    where livemode = ${livemode} and payer = ${payer} and status = 'active' and scheme = 'approval'
    group by mint`;
}
