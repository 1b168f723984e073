import { median } from '../report.ts';
import type { ClientRounds } from './clients.ts';
import type { VerifierRounds } from './verifiers.ts';

/** How many times faster verifySync should be than each of these. */
const VERIFIER_GOALS: readonly [name: string, times: number][] = [
  ['bare', 0.8],
  ['stripe', 1.1],
  ['svix', 1.8],
];
/** The most CPU the SDK may use, relative to the global fetch. */
const FETCH_GOAL = 1.15;

/**
 * The medians of both as Markdown tables, with their goals. A ratio is the median of the rounds' ratios,
 * since within a round both ran under the same conditions.
 */
export function packageTables(
  verifiers: readonly VerifierRounds[],
  clients: readonly ClientRounds[],
): string {
  const own = verifiers.find(({ name }) => name === 'verifySync')!.perSecond;
  const floor = clients.find(({ name }) => name === 'global fetch')!;
  return [
    '| Verify and parse 1 KiB | Per second of CPU | verifySync / this | Goal |',
    '|---|---:|---:|---:|',
    ...verifiers.map(({ name, perSecond }) => {
      const goal = VERIFIER_GOALS.find(([start]) => name.startsWith(start))?.[1];
      const wanted = goal === undefined ? '' : `≥ ${goal}`;
      return `| ${name} | ${whole(median(perSecond))} | ${ratio(own, perSecond)} | ${wanted} |`;
    }),
    '',
    '| CPU per call | GET | POST | GET / fetch | POST / fetch | Goal |',
    '|---|---:|---:|---:|---:|---:|',
    ...clients.map(({ name, read, create }) => {
      const costs = [read, create].map((rounds) => `${whole(median(rounds))} µs`).join(' | ');
      const wanted = name === '@autopay/sdk' ? `≤ ${FETCH_GOAL}` : '';
      return `| ${name} | ${costs} | ${ratio(read, floor.read)} | ${ratio(create, floor.create)} | ${wanted} |`;
    }),
  ].join('\n');
}

function ratio(rounds: readonly number[], others: readonly number[]): string {
  return median(rounds.map((value, round) => value / others[round]!)).toFixed(2);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
