import { expect, it } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';

it('columns that refer to an id have its collation: otherwise joins cannot use their indexes', async () => {
  const { sql, drop } = await freshDatabase();
  try {
    const different = await sql<{ name: string }[]>`
      select c.conrelid::regclass || '.' || own.attname as name
      from pg_constraint c
      cross join unnest(c.conkey, c.confkey) as pair (own, referred)
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
      join pg_attribute id on id.attrelid = c.confrelid and id.attnum = pair.referred
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and own.attcollation <> id.attcollation
      order by 1`;
    expect(different.map(({ name }) => name)).toEqual([]);
  } finally {
    await drop();
  }
});
