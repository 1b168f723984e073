import type { Db } from '../db/connect.ts';

/** How far the page /setup has come; null: nobody has begun. */
export interface FirstVisit {
  merchantId: string;
  finishedAt: number | null;
}

export async function findFirstVisit(db: Db): Promise<FirstVisit | null> {
  const [row] = await db<FirstVisit[]>`select merchant_id, finished_at from first_visit`;
  return row ?? null;
}

/** Records who came first. Of two simultaneous ones the first stays. */
export async function insertFirstVisit(
  db: Db,
  { merchantId, madeAt }: { merchantId: string; madeAt: number },
): Promise<void> {
  await db`
    insert into first_visit (merchant_id, made_at) values (${merchantId}, ${madeAt})
    on conflict (id) do nothing`;
}

/** Whether there was a beginning to finish. */
export async function finishFirstVisit(db: Db, finishedAt: number): Promise<boolean> {
  const rows =
    await db`update first_visit set finished_at = coalesce(finished_at, ${finishedAt}) returning 1`;
  return rows.length > 0;
}
