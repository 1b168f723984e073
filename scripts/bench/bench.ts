/**
 * Measures the service and its packages on this machine and prints the medians of five rounds: `npm run bench`, about three minutes.
 * With `--write` it also puts them into docs/performance.md. With `--packages` it measures the packages alone, in half a minute; with `--requests`
 * requests alone, in a minute and a half; with `--pages` how pages load in a browser; with `--processes` what a second process adds;
 * with `--memory` what a worker and the API take while 100,000 charges are due; with `--fairness` how long others' charges wait beside such a backlog.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../server/db/connect.ts';
import { makeDue, measureCharges, merchantWithMandates } from './charges.ts';
import { measureCollection } from './collection.ts';
import { measureFairness } from './fairness.ts';
import { type Machine, startMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { measureClients } from './packages/clients.ts';
import { packageTables } from './packages/tables.ts';
import { measureVerifiers } from './packages/verifiers.ts';
import { measurePages, pagesTable } from './pages.ts';
import {
  collectionTable,
  fairnessTable,
  machineLine,
  memoryTable,
  processesTable,
  type Measured,
  replaceMeasured,
  requestsTable,
  tablesOf,
} from './report.ts';
import { measureProcesses } from './processes.ts';
import { measureRequests } from './requests.ts';
import { measureDeliveries, startReceiver } from './webhooks.ts';

const ROUNDS = 5;
/** Many short ones: the differences measured are smaller than a machine's own from one second to the next. */
const PACKAGE_ROUNDS = 15;
const MANDATES = 500;
const DELIVERIES = 1_000;
/** An endpoint is sent four webhooks at a time, so many endpoints are needed to see what a worker can do. */
const ENDPOINTS = 20;

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    packages: { type: 'boolean', default: false },
    charges: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    requests: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    fairness: { type: 'boolean', default: false },
  },
});
if (values.write && (values.packages || values.charges || values.requests))
  throw new Error('--write wants every number, so neither --packages nor --charges nor --requests.');
const where = machineLine();
if (values.charges) {
  const table = await withMachine(async (machine) =>
    collectionTable(await measureCollection(machine, ROUNDS, values.only)),
  );
  process.stdout.write(`\n${where}\n\n${table}\n`);
  process.exit(0);
}
if (values.requests) {
  const requests = await withMachine((machine) => measureRequests(machine, ROUNDS));
  process.stdout.write(`\n${where}\n\n${requestsTable(requests)}\n`);
  process.exit(0);
}
if (values.processes) {
  const rounds = await withMachine((machine) => measureProcesses(machine, ROUNDS));
  process.stdout.write(`\n${where}\n\n${processesTable(rounds)}\n`);
  process.exit(0);
}
if (values.memory) {
  const peaks = await withMachine(measureMemory);
  process.stdout.write(`\n${where}\n\n${memoryTable(peaks)}\n`);
  process.exit(0);
}
if (values.fairness) {
  const waits = await withMachine(measureFairness);
  process.stdout.write(`\n${where}\n\n${fairnessTable(waits)}\n`);
  process.exit(0);
}
if (values.pages) {
  process.stdout.write(`\n${where}\n\n${pagesTable(await measurePages(ROUNDS))}\n`);
  process.exit(0);
}
say(`Packages: ${PACKAGE_ROUNDS} rounds and a warm-up.`);
const packages = packageTables(await measureVerifiers(PACKAGE_ROUNDS), await measureClients(PACKAGE_ROUNDS));
if (values.packages) {
  process.stdout.write(`\n${where}\n\n${packages}\n`);
  process.exit(0);
}
const measured = await withMachine(async (machine): Promise<Measured> => {
  say('Requests: five rounds and a warm-up.');
  const requests = await measureRequests(machine, ROUNDS);
  say(`Charges and webhooks: ${MANDATES} mandates, five rounds.`);
  return { requests, work: await measureWork(machine) };
});
const tables = `${tablesOf(measured)}\n\n${packages}`;
process.stdout.write(`\n${where}\n\n${tables}\n`);
if (values.write) {
  const page = new URL('../../docs/performance.md', import.meta.url);
  const today = new Date().toISOString().slice(0, 10);
  const text = `\nMeasured on ${today}: ${where}.\n\n${tables}\n`;
  await writeFile(page, replaceMeasured(await readFile(page, 'utf8'), text));
}

/** Charges and webhooks alternate on one API and one worker. */
async function measureWork({ createDatabase, startService }: Machine): Promise<Measured['work']> {
  const databaseUrl = await createDatabase('work');
  const api = await startService('api', databaseUrl);
  await startService('worker', databaseUrl);
  const sql = connect(databaseUrl, { max: 4, applicationName: 'autopay-bench' });
  const receiver = await startReceiver();
  const merchant = await merchantWithMandates(api.ready[1]!, MANDATES);
  // Merchants of their own, so that charges are not delivered to the endpoints of earlier rounds, of which a
  // merchant has a hundred at most. Each mandate comes with two events or more.
  const notifiedOnce = await merchantWithMandates(api.ready[1]!, DELIVERIES / 2);
  const notified = await merchantWithMandates(api.ready[1]!, DELIVERIES / ENDPOINTS / 2);
  const [charges, one, many]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await makeDue(sql, merchant);
    charges.push(await measureCharges(sql, merchant, MANDATES));
    one.push(await measureDeliveries(sql, notifiedOnce, receiver.url, { count: DELIVERIES, endpoints: 1 }));
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

async function withMachine<T>(measure: (machine: Machine) => Promise<T>): Promise<T> {
  const machine = await startMachine();
  try {
    return await measure(machine);
  } finally {
    await machine.stop();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
