import { cpus, loadavg, totalmem } from 'node:os';
import type { CollectionRounds, CpuPerCharge } from './collection.ts';
import { BACKLOG, type Waits } from './fairness.ts';
import type { Throughput } from './load.ts';
import type { ExportPeaks } from './exports.ts';
import type { MemoryPeaks } from './memory.ts';
import type { ProcessRounds } from './processes.ts';
import type { RequestRound, RequestRounds } from './requests.ts';
import type { WebhookRounds } from './webhooks.ts';

/** The middle of the values: one slow round moves it little. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Deliveries a second, as a Markdown table of medians. */
export function webhooksTable(kinds: readonly WebhookRounds[]): string {
  return [
    '| Webhooks delivered | Per second | Slowest and fastest round |',
    '|---|---:|---:|',
    ...kinds.map(({ name, perSecond }) => {
      const range = `${whole(Math.min(...perSecond))} to ${whole(Math.max(...perSecond))}`;
      return `| ${name} | ${whole(median(perSecond))} | ${range} |`;
    }),
  ].join('\n');
}

/** Requests on both servers, as a Markdown table of medians. A ratio is the median of the rounds' own. */
export function requestsTable(requests: readonly RequestRounds[]): string {
  const lines = requests.flatMap(({ operation, autopay, bare, floor }) => {
    const cells = (name: string, rounds: readonly RequestRound[]) => {
      const of = (figure: keyof RequestRound) => whole(median(rounds.map((round) => round[figure])));
      const rates = `${of('requestsPerSecond')} | ${of('cpuMicrosPerRequest')} µs`;
      return `${name} | ${rates} | ${of('postgresMicrosPerRequest')} µs | ${of('chainMicrosPerRequest')} µs |`;
    };
    const ratio = (figure: keyof RequestRound, of: readonly RequestRound[]) =>
      median(of.map((round, at) => round[figure] / bare[at]![figure]));
    const ratios = (name: string, of: readonly RequestRound[]) =>
      `${name} | ${ratio('requestsPerSecond', of).toFixed(2)} | ${ratio('cpuMicrosPerRequest', of).toFixed(1)} | | |`;
    return [
      `| ${operation} | ${cells('Autopay', autopay)}`,
      `| | ${cells('bare Express', bare)}`,
      `| | ${ratios('Autopay / bare', autopay)}`,
      ...(floor.length === 0
        ? []
        : [`| | ${cells('its rows and reads alone', floor)}`, `| | ${ratios('these / bare', floor)}`]),
    ];
  });
  return [
    '| Operation | Server | Requests/s | CPU per request | Of PostgreSQL beside it | Of the test chain |',
    '|---|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

/** One process and two, as a Markdown table of medians. The capacity is what two cores would serve if nothing else used them. */
export function processesTable(operations: readonly ProcessRounds[]): string {
  const lines = operations.map(({ operation, one, two, apart }) => {
    const of = (rounds: readonly Throughput[], figure: keyof Throughput) =>
      whole(median(rounds.map((round) => round[figure])));
    const cpu = (rounds: readonly Throughput[]) => `${of(rounds, 'cpuMicrosPerRequest')} µs`;
    const capacity = (beside: readonly Throughput[]) =>
      median(
        beside.map((round, at) => (2 * round.cpuMicrosPerRequest) / two[at]!.cpuMicrosPerRequest),
      ).toFixed(2);
    const rates = `${of(one, 'requestsPerSecond')} | ${of(two, 'requestsPerSecond')}`;
    return `| ${operation} | ${rates} | ${cpu(one)} | ${cpu(two)} | ${cpu(apart)} | ${capacity(one)} x | ${capacity(apart)} x |`;
  });
  return [
    '| Operation | Requests/s, one | Two | CPU per request, one | Two | Two services apart | Capacity of two by one alone | By two apart |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

/** What charging costs, as a Markdown table of medians. */
export function collectionTable(kinds: readonly CollectionRounds[]): string {
  return [
    '| Charges | Settled per second | RPC calls per charge | Lamports per charge | CPU per charge: workers | Postgres | test chain | Log written | Data added |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...kinds.map(({ name, missing, perSecond, calls, lamports, cpuMicros, walBytes, storedBytes }) => {
      if (missing !== undefined) return `| ${name} (${missing}) | | | | | | | | |`;
      const [rate, asked, paid] = [median(perSecond), median(calls), median(lamports)];
      // One alone takes so long that idle work is most of it.
      const cpu = (part: keyof CpuPerCharge) =>
        rate < 10 ? '' : `${whole(median(cpuMicros.map((round) => round[part])))} µs`;
      const bytes = (of: readonly number[]) => (rate < 10 ? '' : `${(median(of) / 1000).toFixed(1)} kB`);
      return `| ${name} | ${rate < 10 ? rate.toFixed(2) : whole(rate)} | ${asked.toFixed(2)} | ${whole(paid)} | ${cpu('workers')} | ${cpu('postgres')} | ${cpu('chain')} | ${bytes(walBytes)} | ${bytes(storedBytes)} |`;
    }),
    ...secondWorker(kinds),
  ].join('\n');
}

/** What a second worker brings: beside the rates, which share this machine's cores, what follows from the time that a charge takes each. */
function secondWorker(kinds: readonly CollectionRounds[]): string[] {
  const of = (name: string) => kinds.find((kind) => kind.name === name);
  const lines = SECOND_WORKER.flatMap(([first, second, charges]) => {
    const [one, two] = [of(first), of(second)];
    if (one === undefined || two === undefined) return [];
    const ratio = median(two.perSecond) / median(one.perSecond);
    const micros = (kind: CollectionRounds) => median(kind.cpuMicros.map(({ workers }) => workers));
    const capacity = (2 * micros(one)) / micros(two);
    const busiest = median(two.busiest);
    return `| ${charges} | ${ratio.toFixed(2)} x | ${whole(busiest * 100)} % | ${capacity.toFixed(2)} x |`;
  });
  if (lines.length === 0) return [];
  return [
    '',
    '| A second worker | Settled per second | Work of the busier one | Capacity of two on two cores of their own |',
    '|---|---:|---:|---:|',
    ...lines,
  ];
}

/** Names of rounds with one worker and with two, and what they have in common. 500 are claimed before another worker has looked. */
const SECOND_WORKER = [
  ['2,000 due, one worker', '2,000 due, two workers', '2,000 due'],
  ['2,000 due, 80 ms', '2,000 due, 80 ms, two workers', '2,000 due, 80 ms to the node'],
  ['4,000 due, a second to the node', '4,000 due, a second, two workers', '4,000 due, a second to the node'],
] as const;

/** What a process may take at most, in MB. */
const MOST_MB = { worker: 400, api: 300, export: 100 };

/** The most memory of a worker and the API, as a Markdown table. */
export function memoryTable(peaks: MemoryPeaks): string {
  const { due, settled, seconds, requestsPerSecond } = peaks;
  const mb = (bytes: number) => `${whole(bytes / 1e6)} MB`;
  return [
    `${whole(due)} charges due at once, of which ${whole(settled)} settled in ${seconds} s, beside ${whole(requestsPerSecond)} requests a second to the API.`,
    '',
    '| Process | Most memory | Must stay under |',
    '|---|---:|---:|',
    `| worker | ${mb(peaks.workerBytes)} | ${MOST_MB.worker} MB |`,
    `| API | ${mb(peaks.apiBytes)} | ${MOST_MB.api} MB |`,
  ].join('\n');
}

/** What a CSV export takes, as a Markdown table. */
export function exportTable({ rows, bytes, seconds, grownBytes }: ExportPeaks): string {
  const mb = (count: number) => `${whole(count / 1e6)} MB`;
  return [
    '| CSV export | File | Time | Memory beside that of an idle process | Must stay under |',
    '|---|---:|---:|---:|---:|',
    `| ${whole(rows)} charges | ${mb(bytes)} | ${seconds.toFixed(1)} s | ${mb(grownBytes)} | ${MOST_MB.export} MB |`,
  ].join('\n');
}

/** By how much a backlog delays single charges of others, as a Markdown table. */
export function fairnessTable(waits: readonly Waits[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `| A charge beside ${whole(BACKLOG)} due test charges | Alone | Beside them | Slowest | Delayed by |`,
    '|---|---:|---:|---:|---:|',
    ...waits.map(({ name, alone, beside }) => {
      const [usual, delayed] = [median(alone), median(beside)];
      return `| ${name} | ${seconds(usual)} | ${seconds(delayed)} | ${seconds(Math.max(...beside))} | ${seconds(delayed - usual)} |`;
    }),
  ].join('\n');
}

/** The machine in one line, with its current load: call it before anything starts. */
export function machineLine(): string {
  const all = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${all.length} x ${all[0]?.model.trim() ?? 'unknown'}, ${memory}, ${process.platform} ${process.arch}, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)} before the run`;
}

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

/** The page with this section, `### Title` and all below it, in place of its earlier one between the two marks; at their end if there was none. */
export function replaceSection(page: string, title: string, text: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page has no ${BEGIN} and ${END}.`);
  const start = from + BEGIN.length;
  const sections = page.slice(start, to).split(/^(?=### )/m);
  const at = sections.findIndex((section) => section.startsWith(`### ${title}\n`));
  const section = `### ${title}\n\n${text}\n\n`;
  if (at < 0) sections.push(section);
  else sections[at] = section;
  return page.slice(0, start) + sections.join('') + page.slice(to);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
