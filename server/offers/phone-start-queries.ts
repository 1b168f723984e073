import type { Db } from '../db/connect.ts';

/** A mandate that a wallet started by scanning the code of a link or product. */
export interface PhoneStart {
  mandateId: string;
  offerId: string;
}

/** The mandate that was started with the secret of this SHA-256, or null. Whoever calls holds the secret, or only hands on what its wallet may see. */
export async function findPhoneStart(sql: Db, clientSecretHash: Uint8Array): Promise<PhoneStart | null> {
  const [row] = await sql<PhoneStart[]>`
    select mandate_id, offer_id from phone_starts where client_secret_hash = ${clientSecretHash}`;
  return row ?? null;
}

/** Keeps the first of those that two scans start at once; returns the one that is kept. */
export async function keepPhoneStart(
  sql: Db,
  clientSecretHash: Uint8Array,
  { mandateId, offerId }: PhoneStart,
  now: number,
): Promise<PhoneStart> {
  await sql`
    insert into phone_starts (client_secret_hash, mandate_id, offer_id, created_at)
    values (${clientSecretHash}, ${mandateId}, ${offerId}, ${now})
    on conflict (client_secret_hash) do nothing`;
  return (await findPhoneStart(sql, clientSecretHash))!;
}
