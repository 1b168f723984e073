import type { ReadAccount } from '../../rules/forecast/collectability.ts';
import type { Sql } from '../db/connect.ts';

/** A payer's token account as it was read at `readAt`, in real time. */
export interface PayerAccountRow extends ReadAccount {
  payer: string;
  mint: string;
  readAt: number;
}

/** An unchanged account is written again this often, so that its age is known: 100,000 of them are some 170 rows a second. */
const KEPT_SECONDS = 600;

/** Keeps what was read, unless a read of a later second is there already. What did not change is written every ten minutes. */
export async function savePayerAccounts(
  sql: Sql,
  livemode: boolean,
  read: readonly PayerAccountRow[],
): Promise<void> {
  if (read.length === 0) return;
  const of = <Value>(pick: (row: PayerAccountRow) => Value) => read.map(pick);
  await sql`
    insert into payer_accounts as known (livemode, payer, mint, state, balance, delegate, delegated, is_ours, read_at)
    select ${livemode}, given.* from unnest(
      ${of(({ payer }) => payer)}::text[], ${of(({ mint }) => mint)}::text[], ${of(({ state }) => state)}::text[],
      ${of(({ balance }) => String(balance))}::numeric[], ${of(({ delegate }) => delegate)}::text[],
      ${of(({ delegated }) => String(delegated))}::numeric[], ${of(({ isOurs }) => String(isOurs))}::text[]::boolean[],
      ${of(({ readAt }) => readAt)}::bigint[]) as given (payer, mint, state, balance, delegate, delegated, is_ours, read_at)
    order by payer, mint
    on conflict (livemode, payer, mint) do update set
      state = excluded.state, balance = excluded.balance, delegate = excluded.delegate, delegated = excluded.delegated,
      is_ours = excluded.is_ours, read_at = excluded.read_at
    where known.read_at <= excluded.read_at and (
      known.read_at < excluded.read_at - ${KEPT_SECONDS}
      or (known.state, known.balance, known.delegate, known.delegated, known.is_ours)
        is distinct from (excluded.state, excluded.balance, excluded.delegate, excluded.delegated, excluded.is_ours))`;
}
