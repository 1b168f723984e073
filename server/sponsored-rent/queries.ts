import type { Address } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { OpenedAccount } from '../chain/subscriptions/signing-steps.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** A row of `sponsored_accounts`. Lamports; times as the migration says. */
export interface SponsoredAccount {
  genesisHash: string;
  address: Address;
  livemode: boolean;
  kind: OpenedAccount['kind'];
  payer: Address;
  mint: Address;
  plan: Address | null;
  mandateId: string;
  merchantId: string;
  rentPayer: Address;
  rent: bigint;
  status: 'signed' | 'open' | 'closed';
  signedAt: number;
  lookAt: number;
}

function columns(sql: Db) {
  return sql`
    genesis_hash, address, livemode, kind, payer, mint, plan, mandate_id, merchant_id, rent_payer, rent, status, signed_at, look_at`;
}

/** Records the accounts that a transaction may open, whose rent the service pays in it, before it is signed. `now` in real time. */
export async function recordSponsored(
  tx: Tx,
  { id, merchantId, livemode, payer, mint, planAccount }: MandateRow,
  opens: readonly OpenedAccount[],
  { chain, now }: { chain: Chain; now: number },
): Promise<void> {
  for (const { kind, address, lamports } of opens) {
    const plan = kind === 'subscription' ? planAccount : null;
    await tx`
      insert into sponsored_accounts (${columns(tx)})
      values (
        ${chain.genesisHash}, ${address}, ${livemode}, ${kind}, ${payer}, ${mint}, ${plan}, ${id}, ${merchantId}, ${chain.feePayer.address},
        ${lamports}, 'signed', ${now}, ${now})
      on conflict (genesis_hash, address) do update set
        mandate_id = excluded.mandate_id, merchant_id = excluded.merchant_id, rent_payer = excluded.rent_payer, rent = excluded.rent,
        status = 'signed', signed_at = excluded.signed_at, look_at = excluded.look_at`;
  }
}

/** Rent that the service paid, or may be paying any moment, and has not got back. */
export interface SponsoredRent {
  accounts: number;
  held: bigint;
}

export async function sumSponsoredRent(sql: Db, livemode: boolean): Promise<SponsoredRent> {
  const [row] = await sql<[SponsoredRent]>`
    select count(*) as accounts, coalesce(sum(rent), 0) as held from sponsored_accounts
    where livemode = ${livemode} and status <> 'closed'`;
  return row;
}

/** Claims up to `take` accounts of a chain that are to be looked at, until `until`. Of several processes one looks at each. */
export function claimSponsored(
  sql: Sql,
  { livemode, genesisHash }: Chain,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<SponsoredAccount[]> {
  return sql<SponsoredAccount[]>`
    update sponsored_accounts set look_at = ${until}
    where (genesis_hash, address) in (
      select genesis_hash, address from sponsored_accounts
      where livemode = ${livemode} and genesis_hash = ${genesisHash} and status <> 'closed' and look_at <= ${now}
      order by look_at, address limit ${take} for update skip locked)
    returning ${columns(sql)}`;
}

type Seen = Pick<SponsoredAccount, 'genesisHash' | 'address' | 'signedAt'>;

/** Records that it is on chain and what it holds, unless it was signed for again meanwhile. */
export async function markSponsoredOpen(
  sql: Sql,
  { genesisHash, address, signedAt }: Seen,
  rent: bigint,
): Promise<void> {
  await sql`
    update sponsored_accounts set status = 'open', rent = ${rent}
    where genesis_hash = ${genesisHash} and address = ${address} and signed_at = ${signedAt} and status <> 'closed'`;
}

/** Records that the service has no rent in it, unless it was signed for again meanwhile. */
export async function markSponsoredClosed(sql: Sql, { genesisHash, address, signedAt }: Seen): Promise<void> {
  await sql`
    update sponsored_accounts set status = 'closed', rent = 0
    where genesis_hash = ${genesisHash} and address = ${address} and signed_at = ${signedAt}`;
}

/** Commits that a transaction that closes it is about to be sent, and when to look at it again. Real time. */
export async function markClosingSent(
  sql: Sql,
  { genesisHash, address }: Seen,
  { now, lookAt }: { now: number; lookAt: number },
): Promise<void> {
  await sql`
    update sponsored_accounts set sent_at = ${now}, look_at = ${lookAt}
    where genesis_hash = ${genesisHash} and address = ${address}`;
}

/** Puts the next look off until `lookAt`, in real time. */
export async function postponeLook(sql: Sql, { genesisHash, address }: Seen, lookAt: number): Promise<void> {
  await sql`
    update sponsored_accounts set look_at = ${lookAt} where genesis_hash = ${genesisHash} and address = ${address}`;
}

/** Those of the subscription accounts that a pending or active mandate needs. */
export async function listNeeded(
  sql: Sql,
  livemode: boolean,
  accounts: readonly Address[],
): Promise<Set<Address>> {
  const rows = await sql<{ subscriptionAccount: Address }[]>`
    select distinct subscription_account from mandates
    where livemode = ${livemode} and status in ('pending', 'active') and subscription_account is not null
      and subscription_account = any(${[...accounts] as string[]}::text[])`;
  return new Set(rows.map(({ subscriptionAccount }) => subscriptionAccount));
}
