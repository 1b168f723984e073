import { type Outcome, percentile } from './part.ts';

/** The outcomes as a Markdown table. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const head = ['Attack', 'Attempts', 'p95 before', 'p95 under attack', 'slowest', 'API', 'worker', ''];
  return [head, head.map(() => '---'), ...outcomes.map(rowOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function rowOf({ name, attempts, service, findings, notRun }: Outcome): string[] {
  const verdict = notRun !== undefined ? 'not run' : findings.length === 0 ? 'passed' : 'FAILED';
  if (service === null) return [name, String(attempts), '-', '-', '-', '-', '-', verdict];
  const { quietMs, attackedMs, peakMb } = service;
  return [
    name,
    String(attempts),
    ms(percentile(quietMs, 0.95)),
    ms(percentile(attackedMs, 0.95)),
    ms(Math.max(...attackedMs)),
    `${peakMb.api.toFixed(0)} MB`,
    `${peakMb.worker.toFixed(0)} MB`,
    verdict,
  ];
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
