/**
 * Measures the service, its pages and its packages on this machine, and prints the medians of interleaved rounds: `npm run bench`, about half an
 * hour. Named sections alone: `npm run bench -- --requests --charges`. With `--write` it also puts what it measured into docs/performance.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureCollection } from './collection.ts';
import { measureExport } from './exports.ts';
import { measureFairness } from './fairness.ts';
import { measureGrowth } from './growth.ts';
import { type Machine, startMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { measureClients } from './packages/clients.ts';
import { packageTables } from './packages/tables.ts';
import { measureVerifiers } from './packages/verifiers.ts';
import { measurePages, pagesTable } from './pages.ts';
import { measureProcesses } from './processes.ts';
import {
  collectionTable,
  exportTable,
  fairnessTable,
  machineLine,
  memoryTable,
  processesTable,
  replaceSection,
  requestsTable,
  webhooksTable,
} from './report.ts';
import { measureRequests } from './requests.ts';
import { measureWebhooks } from './webhooks.ts';

const ROUNDS = 5;
/** Many short ones: the differences measured are smaller than a machine's own from one second to the next. */
const PACKAGE_ROUNDS = 15;
/** A client costs a few µs more than fetch, and a busy machine adds tens to either: the median of many rounds still tells. */
const CLIENT_ROUNDS = 60;
const EXPORTED_ROWS = 1_000_000;

/** Each prints one table or more. */
const SECTIONS: Record<string, { title: string; measure: () => Promise<string> }> = {
  requests: {
    title: 'Requests',
    measure: async () => requestsTable(await onMachine((machine) => measureRequests(machine, ROUNDS))),
  },
  charges: {
    title: 'Charges',
    measure: async () =>
      collectionTable(await onMachine((machine) => measureCollection(machine, ROUNDS, values.only))),
  },
  webhooks: {
    title: 'Webhooks',
    measure: async () => webhooksTable(await onMachine((machine) => measureWebhooks(machine, ROUNDS))),
  },
  processes: {
    title: 'Processes',
    measure: async () => processesTable(await onMachine((machine) => measureProcesses(machine, ROUNDS))),
  },
  memory: { title: 'Memory', measure: async () => memoryTable(await onMachine(measureMemory)) },
  exports: {
    title: 'Exports',
    measure: async () => exportTable(await onMachine((machine) => measureExport(machine, EXPORTED_ROWS))),
  },
  fairness: { title: 'Fairness', measure: async () => fairnessTable(await onMachine(measureFairness)) },
  growth: { title: 'Growth', measure: measureGrowth },
  pages: { title: 'Pages', measure: async () => pagesTable(await measurePages(ROUNDS)) },
  packages: {
    title: 'Packages',
    measure: async () =>
      packageTables(await measureVerifiers(PACKAGE_ROUNDS), await measureClients(CLIENT_ROUNDS)),
  },
};

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    ...Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, { type: 'boolean' } as const])),
  },
});
const named = Object.keys(SECTIONS).filter((name) => name in values);
if (values.write && values.only !== '')
  throw new Error('--write puts whole sections into the page, so it does not go with --only.');

const where = machineLine();
process.stdout.write(`${where}\n`);
for (const name of named.length > 0 ? named : Object.keys(SECTIONS)) {
  const { title, measure } = SECTIONS[name]!;
  const text = await measure();
  process.stdout.write(`\n### ${title}\n\n${text}\n`);
  if (values.write) await write(title, text);
}
process.exit(0);

/** At once, so that a later section that fails loses nothing. */
async function write(title: string, text: string): Promise<void> {
  const page = new URL('../../docs/performance.md', import.meta.url);
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}: ${where}.\n\n${text}`;
  await writeFile(page, replaceSection(await readFile(page, 'utf8'), title, measured));
}

async function onMachine<T>(measure: (machine: Machine) => Promise<T>): Promise<T> {
  const machine = await startMachine();
  try {
    return await measure(machine);
  } finally {
    await machine.stop();
  }
}
