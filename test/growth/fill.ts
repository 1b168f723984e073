import type postgres from 'postgres';
import type { Sql, Tx } from '../../server/db/connect.ts';

/** Tables that grow with everything that was ever charged. */
export const HISTORY = [
  'mandates',
  'charges',
  'attempts',
  'settlements',
  'events',
  'webhook_deliveries',
  'webhook_attempts',
  'refunds',
  'authorizations',
  'examined_signatures',
  'idempotency_keys',
] as const;

/** What a merchant's history is copied from: rows that the service wrote. */
export interface Template {
  merchantId: string;
  mandateId: string;
  /** A succeeded charge of the mandate, with an attempt, an event and a delivery. */
  chargeId: string;
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Charges of each mandate of a history. */
const CHARGES_PER_MANDATE = 10;

/**
 * Adds copies of each template's rows, numbered `from` to `to`: for each number a charge with its attempt, settlement, event and
 * delivery, now and then a refund and an idempotency key, and for every 10 charges a mandate, which has ended. Foreign keys hold
 * by construction.
 */
export async function fillHistory(
  sql: Sql,
  templates: readonly Template[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      select set_config(name, value, true)
      from (values ('session_replication_role', 'replica'), ('statement_timeout', '0'), ('auto_explain.log_min_duration', '-1'))
        settings (name, value)`;
    // Indexes are built in a tenth of the time that adding entries one by one takes.
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${HISTORY as unknown as string[]}::text[]) and indexdef not like 'CREATE UNIQUE%'`;
    for (const { name } of indexes) await tx`drop index ${tx(name)}`;
    for (const [place, template] of templates.entries()) {
      const numbers = tx`
        (select i, i * ${templates.length}::bigint + ${place}::bigint as n,
          (i - i % ${CHARGES_PER_MANDATE}::bigint) * ${templates.length}::bigint + ${place}::bigint as m
         from generate_series(${from}::bigint, ${to - 1}::bigint) i) numbers`;
      await copy(tx, template, numbers);
    }
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  // As the server does by itself after a while.
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum analyze`.simple();
  await connection`reset statement_timeout`;
  connection.release();
}

/** `i` counts a template's charges, `n` all of them, and `m` is the number of the charge that began the mandate. */
async function copy(tx: Tx, { merchantId, mandateId, chargeId }: Template, numbers: Fragment): Promise<void> {
  // Digits of base58 in the order of the numbers, after a 1: before every id that the service makes.
  const digits = (of: Fragment) => tx`translate(lpad((${of})::text, 20, '0'), '0123456789', '123456789A')`;
  const id = (prefix: string, of = tx`n`) => tx`${`${prefix}_1`}::text || ${digits(of)}`;
  const long = (letter: string) => tx`rpad(${letter}::text || ${digits(tx`n`)}, 80, 'x')`;
  const payer = tx`rpad('P' || ${digits(tx`m / 40`)}, 43, 'x')`;
  const ofMandate = tx`'mandate_id', ${id('man', tx`m`)}`;
  const ofCharge = tx`'charge_id', ${id('chg')}, ${ofMandate}`;

  async function insert(table: string, which: Fragment, change: Fragment, every = 1): Promise<void> {
    await tx`
      insert into ${tx(table)}
      select filled.* from (select original from ${tx(table)} original where ${which} limit 1) template
      cross join ${numbers}
      cross join lateral jsonb_populate_record(original, jsonb_build_object(${change})) filled
      where i % ${every} = 0`;
  }

  await insert(
    'mandates',
    tx`id = ${mandateId}`,
    tx`'id', ${id('man')}, 'payer', ${payer}, 'reference', ${long('R')}, 'status', 'revoked', 'ended_at', 10000 + n, 'created_at', 1000 + n,
      'activated_at', 1000 + n, 'anchor_at', 1000 + n, 'recorded_at', 1000 + n, 'watch_at', null, 'expire_wake_at', null,
      'plan_publish_at', null, 'revoke_publish_at', null`,
    CHARGES_PER_MANDATE,
  );
  await insert(
    'charges',
    tx`id = ${chargeId}`,
    tx`'id', ${id('chg')}, 'position', ${id('chg')}, ${ofMandate}, 'period_index', i % ${CHARGES_PER_MANDATE}, 'tx_signature', ${long('S')},
      'settled_at', 1000 + n, 'receipt_number', 1000000 + n, 'created_at', 1000 + n`,
  );
  await insert(
    'attempts',
    tx`charge_id = ${chargeId}`,
    tx`'id', ${id('att')}, ${ofCharge}, 'signature', ${long('S')}, 'signed_at', 1000 + n, 'check_at', null`,
  );
  await insert(
    'settlements',
    tx`charge_id = ${chargeId}`,
    tx`'charge_id', ${id('chg')}, 'signature', ${long('S')}`,
  );
  await insert(
    'events',
    tx`charge_id = ${chargeId}`,
    tx`'id', ${id('evt')}, 'position', ${id('evt')}, ${ofCharge}, 'created_at', 1000 + n`,
  );
  await insert(
    'webhook_deliveries',
    tx`merchant_id = ${merchantId} and status = 'delivered'`,
    tx`'id', ${id('dlv')}, 'event_id', ${id('evt')}, 'created_at', 1000 + n`,
  );
  await insert(
    'refunds',
    tx`charge_id = ${chargeId}`,
    tx`'id', ${id('ref')}, 'position', ${id('ref')}, ${ofCharge}, 'status', 'failed', 'wake_at', null, 'created_at', 1000 + n`,
    10,
  );
  // Its hours were summed when they ended.
  await tx`
    insert into settled_progress (merchant_id, livemode, closed_before)
    values (${merchantId}, false, extract(epoch from now())::bigint / 3600 * 3600 - 3600) on conflict do nothing`;
  await tx`
    insert into authorizations (signature, instruction_index, mandate_id, kind, amount, slot, recorded_at)
    select ${long('A')}, 0, ${id('man')}, 'approval', 1, 1, 1000 + n from ${numbers} where i % ${CHARGES_PER_MANDATE} = 0`;
  await tx`
    insert into examined_signatures (mandate_id, signature)
    select ${id('man', tx`m`)}, ${long('E')} from ${numbers} where i % ${CHARGES_PER_MANDATE} < 3`;
  await tx`
    insert into webhook_attempts (delivery_id, number, attempted_at, outcome, response_status, latency_ms, response_head)
    select ${id('dlv')}, 1, 1000 + n, 'delivered', 204, 5, '' from ${numbers}`;
  await tx`
    insert into idempotency_keys (merchant_id, livemode, key, request_hash, state, lease_until, status, body, created_at)
    select ${merchantId}, false, 'key' || n, sha256(''), 'done', 0, 201, '{}', extract(epoch from now())::bigint from ${numbers}
    where i % 5 = 0`;
}
