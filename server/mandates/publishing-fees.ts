import type { Publication } from '../chain/publications.ts';
import type { Db } from '../db/connect.ts';

/** Adds these fees to the cost of publishing before they are sent: some may never land. */
export async function notePublishingFees(
  sql: Db,
  livemode: boolean,
  publications: readonly Pick<Publication, 'feeLamports'>[],
): Promise<void> {
  const lamports = publications.reduce((sum, { feeLamports }) => sum + feeLamports, 0n);
  if (lamports === 0n) return;
  await sql`
    insert into publishing_fees as f (livemode, lamports) values (${livemode}, ${lamports})
    on conflict (livemode) do update set lamports = f.lamports + excluded.lamports`;
}
