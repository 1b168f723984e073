import { join } from 'node:path';
import { connect, type Sql } from './connect.ts';
import { useEmbeddedPostgres } from './embedded.ts';

/** Where a command finds the database: as the service does. */
interface DatabaseSettings {
  databaseUrl: string | null;
  dataDir: string;
}

/** Runs a command's work on the service's database, whether the service runs or not. `name` is shown in `pg_stat_activity`. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: DatabaseSettings,
  name: string,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  const embedded =
    databaseUrl === null ? await useEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') }) : null;
  const db = connect(databaseUrl ?? embedded!.url, { max: 2, applicationName: name });
  try {
    return await work(db);
  } finally {
    await db.end({ timeout: 5 });
    await embedded?.stop();
  }
}
