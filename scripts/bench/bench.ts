/**
 * Measures the service on this machine and prints the medians of five rounds: `npm run bench`, about two minutes. With `--write` it
 * also puts them into docs/performance.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../server/db/connect.ts';
import { measureCharges, merchantWithMandates } from './charges.ts';
import { type Machine, startMachine } from './machine.ts';
import { machineLine, type Measured, replaceMeasured, tablesOf } from './report.ts';
import { measureRequests } from './requests.ts';
import { measureDeliveries, startReceiver } from './webhooks.ts';

const ROUNDS = 5;
const MANDATES = 500;
const DELIVERIES = 1_000;
/** An endpoint is sent four webhooks at a time, so many endpoints are needed to see what a worker can do. */
const ENDPOINTS = 20;

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const where = machineLine();
const machine = await startMachine();
let measured: Measured;
try {
  say('Requests: five rounds and a warm-up.');
  const requests = await measureRequests(machine, ROUNDS);
  say(`Charges and webhooks: ${MANDATES} mandates, five rounds.`);
  measured = { requests, work: await measureWork(machine) };
} finally {
  await machine.stop();
}
const tables = tablesOf(measured);
process.stdout.write(`\n${where}\n\n${tables}\n`);
if (values.write) {
  const page = new URL('../../docs/performance.md', import.meta.url);
  const today = new Date().toISOString().slice(0, 10);
  const text = `\nMeasured on ${today}: ${where}.\n\n${tables}\n`;
  await writeFile(page, replaceMeasured(await readFile(page, 'utf8'), text));
}

/** Charges and webhooks take turns on one API and one worker. */
async function measureWork({ createDatabase, startService }: Machine): Promise<Measured['work']> {
  const databaseUrl = await createDatabase('work');
  const api = await startService('api', databaseUrl);
  await startService('worker', databaseUrl);
  const sql = connect(databaseUrl, { max: 4, applicationName: 'autopay-bench' });
  const receiver = await startReceiver();
  const merchant = await merchantWithMandates(api.ready[1]!, MANDATES);
  // One of its own, so that charges are not delivered to the endpoints of earlier rounds. Each mandate comes with two events or more.
  const notified = await merchantWithMandates(api.ready[1]!, DELIVERIES / 2);
  const [charges, one, many]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    charges.push(await measureCharges(sql, merchant, MANDATES));
    one.push(await measureDeliveries(sql, notified, receiver.url, { count: DELIVERIES, endpoints: 1 }));
    many.push(
      await measureDeliveries(sql, notified, receiver.url, { count: DELIVERIES, endpoints: ENDPOINTS }),
    );
  }
  receiver.close();
  await sql.end();
  return [
    { name: `charges settled, ${MANDATES} due at once, from due to recorded`, perSecond: charges },
    { name: 'webhooks delivered to one endpoint', perSecond: one },
    { name: `webhooks delivered to ${ENDPOINTS} endpoints`, perSecond: many },
  ];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
