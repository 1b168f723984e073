import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { newCharge } from '../../server/charges/place-charge.ts';
import { insertCharges } from '../../server/charges/queries.ts';
import type { Sql } from '../../server/db/connect.ts';
import { chunksOf } from '../../server/lib/chunks.ts';
import { newId } from '../../server/lib/ids.ts';
import { listMandatesById } from '../../server/mandates/queries.ts';
import type { BenchMerchant } from './charges.ts';

/** Postgres takes 65,535 parameters in a statement, and a charge has 23. */
const INSERTED_AT_A_TIME = 2_000;

export interface Backlog {
  count: number;
  /** Unix seconds, in real time and in the merchant's. */
  dueAt: number;
}

/**
 * Adds `count` mandates, each with a charge that is due at `dueAt`, to those of a merchant in test mode. They share the payers of its
 * own mandates and the allowances of these on chain, so that each charge can settle. Once for a merchant.
 */
export async function addBacklog(
  sql: Sql,
  merchant: Pick<BenchMerchant, 'id'>,
  { count, dueAt }: Backlog,
): Promise<void> {
  const own = await sql<{ id: string }[]>`
    select id from mandates where merchant_id = ${merchant.id} and not livemode and status = 'active' order by id`;
  const copies = Math.ceil(count / own.length);
  const ids = Array.from({ length: count }, () => newId('mandate'));
  for (const [at, some] of chunksOf(ids, INSERTED_AT_A_TIME).entries()) {
    const from = some.map((_, n) => own[(at * INSERTED_AT_A_TIME + n) % own.length]!.id);
    const references = some.map(() => getBase58Decoder().decode(randomBytes(32)));
    // Each has its share of the payer's allowance.
    await sql`
      insert into mandates
      select copy.*
      from unnest(${from}::text[], ${some}::text[], ${references}::text[]) as new (from_id, id, reference)
      join mandates own on own.id = new.from_id
      cross join lateral jsonb_populate_record(own, jsonb_build_object(
        'id', new.id, 'reference', new.reference, 'anchor_at', ${dueAt}::bigint,
        'amount_per_period', div(own.amount_per_period, ${copies}), 'budget', div(own.budget, ${copies}))) as copy`;
    const moment = { now: dueAt, realNow: dueAt };
    const charges = (await listMandatesById(sql, some)).map((mandate) =>
      newCharge(mandate, { periodIndex: 0, dueAt }, moment),
    );
    await sql.begin((tx) => insertCharges(tx, charges));
  }
  // Autovacuum is a minute late, and the planner would go by the statistics of small tables until then.
  await sql`analyze mandates`;
  await sql`analyze charges`;
}
