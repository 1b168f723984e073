import type { Outcome } from './play.ts';

/** The outcomes as a Markdown table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    String(outcome.blows),
    seconds(median(outcome.nextMs)),
    seconds(Math.max(...outcome.nextMs)),
    seconds(median(outcome.monthMs)),
    seconds(Math.max(...outcome.monthMs)),
    String(outcome.charges),
    String(outcome.refunds),
    String(outcome.writes),
    String(outcome.subscribers),
    String(outcome.events),
    outcome.findings.length === 0 ? 'passed' : 'FAILED',
  ]);
  const head = [
    'Part',
    'Blows',
    'Next charge, median',
    'maximum',
    'All due, median',
    'maximum',
    'Charges',
    'Refunds',
    'Writes',
    'Subscribers',
    'Events',
    '',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : '-';
}
