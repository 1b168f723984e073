/** The baseline the API is compared with: Express, its JSON parser, and one statement through postgres.js. */
import type { AddressInfo } from 'node:net';
import express from 'express';
import postgres from 'postgres';
import { newId } from '../../server/lib/ids.ts';

const sql = postgres(process.env['DATABASE_URL']!, { max: 20, onnotice: () => {} });
await sql`
  create table bare_mandates (
    id text collate "C" primary key,
    payer text not null,
    payee text not null,
    mint text not null,
    amount_per_period numeric(20, 0) not null,
    period_seconds integer not null,
    max_periods integer,
    created_at bigint not null
  )`;

const app = express();
app.use(express.json());
app.post('/v1/mandates', async (request, response) => {
  const { payer, payee, mint, amountPerPeriod, periodSeconds, maxPeriods } = request.body;
  const [row] = await sql`
    insert into bare_mandates
    values (${newId('mandate')}, ${payer}, ${payee}, ${mint}, ${amountPerPeriod}, ${periodSeconds}, ${maxPeriods},
      ${Math.floor(Date.now() / 1000)})
    returning *`;
  response.status(201).json(row);
});
app.get('/v1/mandates/:id', async (request, response) => {
  const [row] = await sql`select * from bare_mandates where id = ${request.params.id}`;
  response.json(row);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Bare server at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
